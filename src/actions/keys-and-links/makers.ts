/** Checks that an actor is still an owner or a member, and ends what a removed member has made. */
import { instantText } from '#domain/week/instant.ts';
import type { Maker } from '#domain/family/maker.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { listApiKeys, updateApiKey } from '#storage/tables/keys-and-links/api-keys.ts';
import { type Actor, OPERATOR, type RecordChange } from '#storage/transaction.ts';
import { deleteDisplay, listDisplays } from '#storage/tables/keys-and-links/displays.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findMember } from '#storage/tables/account/members.ts';
import { deleteWebhook, listWebhooks } from '#storage/tables/keys-and-links/webhooks.ts';
import type { Tx } from '#storage/schema.ts';

/**
 * Checked inside the transaction: after the session was checked, the owner may have been removed or demoted, and must
 * not create anything that outlives that.
 */
export async function refuseNonOwner(tx: Tx, family: string, actor: Actor): Promise<Refusal | undefined> {
  if (actor === OPERATOR) return (await findFamily(tx, family)) ? undefined : refuse('not-found');
  return (await findMember(tx, family, actor))?.role === 'owner' ? undefined : refuse('owner-only');
}

/** For changes that name their author, so that only a member may make them: not the operator, a display or a key. */
export async function refuseNonMember(tx: Tx, family: string, actor: Actor): Promise<Refusal | undefined> {
  return (await findMember(tx, family, actor)) ? undefined : refuse('not-found');
}

/** Ends all keys, display links and webhook endpoints that this member has made. */
export async function endKeysAndDisplaysOf(
  tx: Tx,
  family: string,
  member: string,
  { nowMs, record }: { nowMs: number; record: RecordChange },
): Promise<void> {
  const isTheirs = ({ maker }: { maker: Maker }) => maker.kind === 'member' && maker.id === member;
  for (const { id, revokedAt } of (await listApiKeys(tx, family)).filter(isTheirs)) {
    if (revokedAt !== null) continue;
    await updateApiKey(tx, family, id, { revokedAt: instantText(nowMs) });
    await record('key.revoke', { key: id });
  }
  for (const { id } of (await listDisplays(tx, family)).filter(isTheirs)) {
    await deleteDisplay(tx, family, id);
    await record('display.revoke', { display: id });
  }
  for (const { id } of (await listWebhooks(tx, family)).filter(isTheirs)) {
    await deleteWebhook(tx, family, id);
    await record('webhook.remove', { webhook: id });
  }
}
