/** Texts for what became of a delivery. */
import type { WebhookDelivery } from '#http/endpoints/keys-and-links/webhooks.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

const STATE_NAMES: Record<WebhookDelivery['state'], MessageId> = {
  waiting: 'profile.webhook-waits',
  delivered: 'profile.webhook-arrived',
  'given-up': 'profile.webhook-given-up',
};

/** A test is not repeated, so it is not given up. */
export function stateName({ type, state }: WebhookDelivery): MessageId {
  return type === 'test' && state === 'given-up' ? 'profile.webhook-not-arrived' : STATE_NAMES[state];
}

const REASONS: Record<string, MessageId> = {
  'fetch-off': 'profile.webhook-reason.fetch-off',
  'address-private': 'profile.webhook-reason.private',
  'page-too-slow': 'profile.webhook-reason.slow',
};

/** The status of a response, or why there was none. */
export function outcomeText(outcome: string, t: Translate): string {
  if (/^\d+$/.test(outcome)) return t('profile.webhook-status', { status: outcome });
  return t(REASONS[outcome] ?? 'profile.webhook-reason.unreachable');
}
