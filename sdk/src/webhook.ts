/** Verifies webhooks as Standard Webhooks 1.0 defines them, with Web Crypto. */
import type { WeekfareEvent } from './events.ts';

export type WebhookRequest = {
  /** Of a `Request`, or of an `IncomingMessage` of Node. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** Exactly as it was received: a body that was parsed and written again has another signature. */
  body: string | Uint8Array | ArrayBuffer;
};

export type WebhookOptions = {
  /** How far the clocks of sender and receiver may differ, which also limits how late a replay can be. 300. */
  toleranceSeconds?: number | undefined;
  /** The time of the receiver, for tests. */
  nowMs?: number | undefined;
};

/** A request that does not come from the server, is too old, or was changed. Respond with 400. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
}

/**
 * Returns the event of a webhook, or throws a `WebhookError`. Pass several secrets while the secret is being replaced.
 * An event can come twice; `id` is the same then.
 */
export async function verifyWebhook(
  { headers, body }: WebhookRequest,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now() }: WebhookOptions = {},
): Promise<WeekfareEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => {
    const header = `webhook-${name}`;
    const value = isHeaders(headers) ? headers.get(header) : headers[header];
    if (typeof value !== 'string' || !value) throw new WebhookError(`The header ${header} is missing.`);
    return value;
  }) as [string, string, string];
  if (!/^\d+$/.test(timestamp) || Math.abs(nowMs / 1_000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookError('The timestamp is too old or too new.');
  }
  const bytes =
    typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body as ArrayBuffer);
  const signed = await new Blob([`${id}.${timestamp}.`, bytes]).arrayBuffer();
  for (const secret of [secrets].flat()) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' };
    const secretBytes = bytesOf(secret.replace(/^whsec_/, ''));
    if (secretBytes.length === 0) throw new TypeError('A secret is `whsec_` and Base64.');
    const key = await crypto.subtle.importKey('raw', secretBytes, hmac, false, ['verify']);
    for (const signature of signatures.split(' ')) {
      // Other versions than v1 are for other kinds of keys. `verify` takes the same time for every wrong signature.
      if (!signature.startsWith('v1,')) continue;
      if (await crypto.subtle.verify('HMAC', key, bytesOf(signature.slice(3)), signed)) {
        return { ...JSON.parse(new TextDecoder().decode(bytes)), id };
      }
    }
  }
  throw new WebhookError('No signature is valid.');
}

/** Some servers have a `Headers` of their own. */
function isHeaders(headers: WebhookRequest['headers']): headers is Headers {
  return typeof headers.get === 'function';
}

/** Empty for text that is not Base64, which no signature matches. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
