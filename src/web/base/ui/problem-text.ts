/** Messages for the server's problem codes. Pages can show more specific ones. */
import { ApiError } from '#web/base/api.ts';
import type { Translate } from '#web/base/i18n/translation.ts';
import type { MessageId } from '#languages/message-ids.ts';

const TEXTS: Record<string, MessageId> = {
  'no-answer': 'ui.problem.no-answer',
  unavailable: 'ui.problem.no-answer',
  'not-signed-in': 'ui.problem.not-signed-in',
  'wrong-credentials': 'ui.problem.wrong-credentials',
  'wrong-password': 'ui.problem.wrong-password',
  'reauthentication-required': 'ui.problem.reauthentication-required',
  'wrong-code': 'ui.problem.wrong-code',
  'reset-link-ended': 'ui.problem.reset-link-ended',
  'email-link-ended': 'ui.problem.reset-link-ended',
  'email-unconfirmed': 'ui.problem.email-unconfirmed',
  'common-password': 'ui.problem.common-password',
  'personal-password': 'ui.problem.personal-password',
  'mail-limited': 'ui.problem.mail-limited',
  'owner-only': 'ui.problem.owner-only',
  'not-found': 'ui.problem.not-found',
  'email-taken': 'ui.problem.email-taken',
  'eater-taken': 'ui.problem.eater-taken',
  'last-owner': 'ui.problem.last-owner',
  'new-owner': 'ui.problem.new-owner',
  'too-many': 'ui.problem.too-many',
  'quota-exceeded': 'ui.problem.quota-exceeded',
  'list-full': 'ui.problem.list-full',
  'recipe-circle': 'ui.problem.recipe-circle',
  'recipe-too-long': 'ui.problem.recipe-too-long',
  'recipe-too-nested': 'ui.problem.recipe-too-nested',
  'sub-recipe-unknown': 'ui.problem.sub-recipe-unknown',
  'export-busy': 'ui.problem.export-busy',
  'key-ended': 'ui.problem.key-ended',
  'key-replaced': 'ui.problem.key-replaced',
  'past-expiry': 'ui.problem.past-expiry',
  'invitation-ended': 'ui.problem.invitation-ended',
  'sign-in-limited': 'ui.problem.sign-in-limited',
  'too-many-requests': 'ui.problem.too-many-requests',
  'too-much-work': 'ui.problem.too-much-work',
  'disk-full': 'ui.problem.disk-full',
  'sign-ups-limited': 'ui.problem.sign-ups-limited',
};

export function problemText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t('ui.problem.other');
  const { code, message, retryAfterSeconds = 60 } = error;
  // The message is for the operator and names a setting.
  if (code === 'host-not-allowed') return message;
  return t(TEXTS[code] ?? 'ui.problem.other', { minutes: Math.ceil(retryAfterSeconds / 60) });
}
