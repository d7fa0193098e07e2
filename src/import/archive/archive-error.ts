/** A file that cannot be imported: hostile, damaged, or of no format that we know. The message says which. */
import type { ArchiveFault } from '#domain/recipe/import-report.ts';
import { UserError } from '#domain/user-error.ts';

export class ArchiveError extends UserError {
  override name = 'ArchiveError';
  readonly fault: ArchiveFault;

  constructor(fault: ArchiveFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
