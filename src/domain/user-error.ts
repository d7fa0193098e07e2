/**
 * Something a person did or must do: a wrong setting, a damaged file, a database that is too new.
 * The message is one clear sentence for that person; a stack trace would only hide it.
 */
export class UserError extends Error {
  override name = 'Mistake';
}
