/** What the service refused, in the reader's words. Pages say more where they know more. */
import { Problem } from '#web/api.ts';
import type { Translate } from '#web/i18n/words.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';

const TEXTS: Record<string, MessageId> = {
  'no-answer': 'look.problem.no-answer',
  unavailable: 'look.problem.no-answer',
  'not-signed-in': 'look.problem.not-signed-in',
  'wrong-credentials': 'look.problem.wrong-credentials',
  'wrong-password': 'look.problem.wrong-password',
  'owner-only': 'look.problem.owner-only',
  'not-found': 'look.problem.not-found',
  'email-taken': 'look.problem.email-taken',
  'last-owner': 'look.problem.last-owner',
  'too-many': 'look.problem.too-many',
  'family-full': 'look.problem.family-full',
  'list-full': 'look.problem.list-full',
  'recipe-too-long': 'look.problem.recipe-too-long',
  'export-busy': 'look.problem.export-busy',
  'key-ended': 'look.problem.key-ended',
  'key-replaced': 'look.problem.key-replaced',
  'past-expiry': 'look.problem.past-expiry',
  'invitation-ended': 'look.problem.invitation-ended',
  'sign-in-limited': 'look.problem.sign-in-limited',
  'too-many-requests': 'look.problem.too-many-requests',
};

export function problemText(t: Translate, error: unknown): string {
  if (!(error instanceof Problem)) return t('look.problem.other');
  const { code, message, retryAfterSeconds = 60 } = error;
  // For the operator, who knows the settings by these names.
  if (code === 'host-not-allowed') return message;
  return t(TEXTS[code] ?? 'look.problem.other', { minutes: Math.ceil(retryAfterSeconds / 60) });
}
