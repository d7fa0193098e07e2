/**
 * `Idempotency-Key`: maps it onto the id of a change, so that a request that is sent again is not applied again, and
 * the request onto a second id, so that another request with the same key is recognised. The request itself is not
 * stored.
 */
import { hash } from 'node:crypto';
import { BASE62 } from '#auth/secret.ts';

/** Up to 255 visible characters, as most services accept. */
const PATTERN = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

export function isIdempotencyKey(text: string): boolean {
  return PATTERN.test(text);
}

/** Unique to this API key: two devices may both count from 1. */
export function changeIdOf(keyId: string, idempotencyKey: string): string {
  return uuidOf(`${keyId} ${idempotencyKey}`);
}

/** The same for the same body on the same path, if the change is the same. */
export function contentIdOf(changeId: string, { method, url, body }: RequestContent): string {
  return uuidOf(`${changeId} ${method} ${url} ${JSON.stringify(body ?? null)}`);
}

type RequestContent = { method: string; url: string; body?: unknown };

/** Of the version for own use (RFC 9562). */
function uuidOf(text: string): string {
  const hex = hash('sha256', text);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}

/** An id of the form of `newId` for what the change makes, so that a repeat finds it. */
export function newIdOf(changeId: string): string {
  const bytes = hash('sha256', `new ${changeId}`, 'buffer');
  return Array.from(bytes.subarray(0, 16), (byte) => BASE62[byte % 62]).join('');
}
