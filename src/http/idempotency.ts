/**
 * A change that is sent again is not applied again, whether the app, a key or an assistant sends it, and another change with
 * the same id is recognised. `Idempotency-Key` is mapped onto the id of a change, and the request onto a second id; the
 * request itself is not stored.
 */
import { hash } from 'node:crypto';
import { BASE62 } from '#auth/secret.ts';
import type { Store } from '#storage/store.ts';
import { hasChange } from '#storage/tables/plan/changes.ts';
import { type ChangeContext, rememberEmptyChange, RepeatedChange } from '#storage/transaction.ts';

type ChangeRequest = { store: Store; family: string; context: ChangeContext };

/** `reused`: another change has this id. Otherwise `Failure` is what `change` has returned. */
export async function applyOnce<Failure extends object>(
  request: ChangeRequest,
  change: () => Promise<Failure | undefined>,
): Promise<'done' | 'repeated' | 'reused' | Failure> {
  // Before the conditions are checked: what a repeat is based on has been changed by the first request.
  const earlier = await findEarlierUse(request);
  if (earlier !== undefined) return earlier;
  try {
    const failure = await change();
    return failure ?? ((await rememberUse(request)) === 'reused' ? 'reused' : 'done');
  } catch (error) {
    if (!(error instanceof RepeatedChange)) throw error;
    return (await rememberUse(request)) ?? 'repeated';
  }
}

/** What was done before with the id of this change. Without `contentId` a known id is a repeat. */
async function findEarlierUse({
  store: { db },
  family,
  context: { changeId, contentId },
}: ChangeRequest): Promise<'repeated' | 'reused' | undefined> {
  if (changeId === undefined) return undefined;
  // In this order: both ids are stored by one transaction.
  if (!(await hasChange(db, family, changeId))) return undefined;
  const isRepeated = contentId === undefined || (await hasChange(db, family, contentId));
  return isRepeated ? 'repeated' : 'reused';
}

/** Stores the ids of a change that had nothing to do. Recognises a change that another one with this id has overtaken. */
async function rememberUse(request: ChangeRequest): Promise<'repeated' | 'reused' | undefined> {
  const { context, family } = request;
  const { changeId: id, contentId } = context;
  const earlier = await findEarlierUse(request);
  if (earlier !== undefined || id === undefined) return earlier;
  await rememberEmptyChange(context, family, { id, contentId });
  // Another change may have stored the id in between.
  return findEarlierUse(request);
}

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
