/**
 * An error that a person caused or must fix: a wrong setting, a damaged file, a database that is too new. The
 * message is one sentence for that person, shown without a stack trace.
 */
export class UserError extends Error {
  override name = 'UserError';
}
