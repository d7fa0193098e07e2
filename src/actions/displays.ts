/** What happens to display links: made, looked through, revoked. The token is answered once and kept nowhere. */
import { newId } from '#auth/secret.ts';
import { newToken } from '#auth/session.ts';
import { instantText } from '#domain/instant.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { change, type ChangeContext } from '#storage/audit.ts';
import { deleteDisplay, insertDisplay, listDisplays, updateDisplay } from '#storage/displays.ts';
import { findFamily } from '#storage/families.ts';
import type { Store } from '#storage/store.ts';

const MOST_DISPLAYS = 20;
const MINUTE_MS = 60_000;

export function addDisplay(
  context: ChangeContext,
  family: string,
  name: string,
): Promise<{ id: string; token: string } | Refusal> {
  const id = newId();
  const { token, tokenHash } = newToken();
  return change(context, family, async (tx, record) => {
    if (!(await findFamily(tx, family))) return refuse('not-found');
    if ((await listDisplays(tx, family)).length >= MOST_DISPLAYS) return refuse('too-many');
    await insertDisplay(tx, family, { id, tokenHash, name }, context.nowMs);
    await record('display.add', { display: id });
    return { id, token };
  });
}

export function revokeDisplay(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<Refusal | undefined> {
  return change(context, family, async (tx, record) => {
    if (!(await deleteDisplay(tx, family, id))) return refuse('not-found');
    await record('display.revoke', { display: id });
    return undefined;
  });
}

/** That a display was here, to the minute: only the first time within one is a write. */
export async function noteDisplay(
  store: Store,
  { family, id, lastSeenAt }: { family: string; id: string; lastSeenAt: string | null },
  nowMs: number,
): Promise<void> {
  const minute = instantText(Math.floor(nowMs / MINUTE_MS) * MINUTE_MS);
  if (lastSeenAt !== null && lastSeenAt >= minute) return;
  await store.db.transaction().execute((tx) => updateDisplay(tx, family, id, { lastSeenAt: minute }));
}
