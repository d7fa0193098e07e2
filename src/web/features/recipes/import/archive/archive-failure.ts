/** Why a file could not be imported, and what to do. */
import type { ArchiveFault } from '#domain/recipe/import-report.ts';
import { ApiError } from '#web/base/api.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

const FAULTS: Record<ArchiveFault, MessageId> = {
  'no-recipe': 'import.fault.no-recipe',
  'too-large': 'import.fault.too-large',
  'too-many-files': 'import.fault.too-large',
  'unpacks-too-large': 'import.fault.too-large',
  nested: 'import.fault.nested',
  'bad-name': 'import.fault.unsafe',
  link: 'import.fault.unsafe',
  password: 'import.fault.password',
  compression: 'import.fault.compression',
  damaged: 'import.fault.damaged',
};

const TEXTS: Record<string, MessageId> = {
  'file-too-large': 'import.failed.file-too-large',
  'file-changed': 'import.failed.file-changed',
  'request-timeout': 'import.failed.file-slow',
  'import-busy': 'import.failed.file-busy',
  'import-ended': 'import.failed.undo-ended',
  'too-many': 'import.failed.too-many',
};

export function archiveFailure(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return problemText(t, error);
  const fault = FAULTS[error.body.fault as ArchiveFault] as MessageId | undefined;
  const text = error.code === 'file-refused' ? fault : TEXTS[error.code];
  return text ? t(text) : problemText(t, error);
}
