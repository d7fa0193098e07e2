/** Checks that an actor is still an owner or a member. */
import { type Refusal, refuse } from '#domain/refusal.ts';
import { type Actor, OPERATOR } from '#storage/actor.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findMember, listMembers, type Member } from '#storage/tables/account/members.ts';
import type { Tx } from '#storage/schema.ts';

/**
 * Checked inside the transaction: after the session was checked, the owner may have been removed or demoted, and must
 * not create anything that outlives that.
 */
export async function refuseNonOwner(tx: Tx, family: string, actor: Actor): Promise<Refusal | undefined> {
  if (actor === OPERATOR) return (await findFamily(tx, family)) ? undefined : refuse('not-found');
  return (await findMember(tx, family, actor))?.role === 'owner' ? undefined : refuse('owner-only');
}

const NEW_OWNER_MS = 86_400_000;

/**
 * An owner who joined within the last day can neither remove, demote nor set a new password for an earlier owner. With a
 * stolen session, an intruder could otherwise invite an accomplice who takes the family over at once.
 */
export async function refuseNewOwner(
  tx: Tx,
  family: string,
  actor: Actor,
  isAbout: (owner: Member) => boolean,
  nowMs: number,
): Promise<Refusal | undefined> {
  const owners = (await listMembers(tx, family)).filter(({ role }) => role === 'owner');
  const me = owners.find(({ id }) => id === actor);
  if (!me || nowMs - Date.parse(me.createdAt) >= NEW_OWNER_MS) return undefined;
  const isOlder = owners.some((owner) => isAbout(owner) && owner.createdAt < me.createdAt);
  return isOlder ? refuse('new-owner') : undefined;
}

/** For changes that name their author, so that only a member may make them: not the operator, a display or a key. */
export async function refuseNonMember(tx: Tx, family: string, actor: Actor): Promise<Refusal | undefined> {
  return (await findMember(tx, family, actor)) ? undefined : refuse('not-found');
}
