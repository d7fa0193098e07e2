/** One attempt to deliver a message to a webhook endpoint. */
import { signedHeaders } from '#auth/webhook-secret.ts';
import { parseRetryAfter } from '#domain/events/retry.ts';
import { isRefusal } from '#domain/refusal.ts';
import { instantText } from '#domain/week/instant.ts';
import type { FetchSettings } from '#fetch/guard.ts';
import { postGuarded } from '#fetch/guarded-post.ts';
import type { Webhook } from '#storage/tables/keys-and-links/webhooks.ts';

export type Attempt = {
  /** The status of the response, or why there was none. */
  outcome: string;
  isDelivered: boolean;
  /** The receiver wants no more messages. */
  isGone: boolean;
  /** Nothing can be delivered at the moment. Otherwise only this message was refused. */
  isAway: boolean;
  retryAfterMs: number | undefined;
};

type AttemptOptions = { settings: FetchSettings; nowMs: number; signal: AbortSignal };

export async function attemptDelivery(
  { url, secret, oldSecret, oldSecretUntil }: Webhook,
  message: { id: string; body: string },
  { settings, nowMs, signal }: AttemptOptions,
): Promise<Attempt> {
  const hasOld = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > instantText(nowMs);
  const signed = signedHeaders(message, hasOld ? [secret, oldSecret] : [secret], nowMs);
  const headers = { 'content-type': 'application/json', ...signed };
  const posted = await postGuarded(url, settings, { body: message.body, headers, signal });
  if (isRefusal(posted)) {
    const none = { isDelivered: false, isGone: false, retryAfterMs: undefined };
    return { ...none, outcome: posted.refused, isAway: true };
  }
  const { status, retryAfter } = posted;
  const isBusy = status === 429 || status === 503;
  return {
    outcome: String(status),
    isDelivered: status >= 200 && status < 300,
    isGone: status === 410,
    isAway: status >= 500 || status === 429 || status === 408,
    retryAfterMs: isBusy ? parseRetryAfter(retryAfter, nowMs) : undefined,
  };
}
