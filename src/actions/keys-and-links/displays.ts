/** Creates and revokes display links. A token is returned once; only its hash is stored. */
import { newId } from '#auth/secret.ts';
import { newToken } from '#auth/session.ts';
import { instantText } from '#domain/week/instant.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import {
  deleteDisplay,
  insertDisplay,
  listDisplays,
  updateDisplay,
} from '#storage/tables/keys-and-links/displays.ts';
import type { Store } from '#storage/store.ts';
import { refuseNonOwner } from '#actions/membership.ts';

const MAX_DISPLAYS = 20;
const MINUTE_MS = 60_000;

export async function addDisplay(
  context: ChangeContext,
  family: string,
  { name, expiresAt }: { name: string; expiresAt: string | null },
): Promise<{ id: string; token: string } | Refusal> {
  if (expiresAt !== null && Date.parse(expiresAt) <= context.nowMs) return refuse('past-expiry');
  const id = newId();
  const { token, tokenHash } = newToken();
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonOwner(tx, family, context.actor);
    if (refusal) return refusal;
    if ((await listDisplays(tx, family)).length >= MAX_DISPLAYS) return refuse('too-many');
    const made = { id, tokenHash, name, expiresAt, createdBy: context.actor };
    await insertDisplay(tx, family, made, context.nowMs);
    await record('display.add', { display: id, expiresAt });
    return { id, token };
  });
}

export function revokeDisplay(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await deleteDisplay(tx, family, id))) return refuse('not-found');
    await record('display.revoke', { display: id });
    return undefined;
  });
}

/** Records when a display was last seen, to the minute, so that it writes at most once a minute. */
export async function recordDisplaySeen(
  store: Store,
  { family, id, lastSeenAt }: { family: string; id: string; lastSeenAt: string | null },
  nowMs: number,
): Promise<void> {
  const minute = instantText(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS);
  if (lastSeenAt !== null && lastSeenAt >= minute) return;
  await store.db.transaction().execute((tx) => updateDisplay(tx, family, id, { lastSeenAt: minute }));
}
