/** Changes of a family as a whole: creation, name, time zone, Premium, deletion. */
import { newId } from '#auth/secret.ts';
import type { Caller } from '#auth/session.ts';
import type { Group } from '#domain/rate-limit/fair-queue.ts';
import type { Currency } from '#domain/family/currency.ts';
import type { Premium } from '#domain/family/premium.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import type { UnitSystem } from '#domain/quantity/unit-system.ts';
import { unitSystemOfZone } from '#domain/quantity/unit-system.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { deleteFamily, insertFamily, updateFamily } from '#storage/tables/account/families.ts';
import { insertMember, recordRemoval } from '#storage/tables/account/members.ts';
import { isDuplicate } from '#storage/outage.ts';
import type { Tx } from '#storage/schema.ts';
import { refuseNewOwner, refuseNonOwner } from '#actions/membership.ts';
import { refuseWeakPassword } from './new-password.ts';
import { hashOfNew, insertNewIdentity, type NewCredential, refuseTaken } from './new-credential.ts';
import { rescheduleDinner } from '#actions/plan/dinner-times.ts';
import { rescheduleAutoPlanning } from '#actions/plan/preferences.ts';

export type NewFamily = {
  name: string;
  timeZone: string;
  email: string;
  premium?: Premium;
  language?: string | undefined;
  /** Whether to send a link that confirms the address. */
  isConfirmationSent?: boolean;
} & NewCredential;

/** Creates a family with its first owner. */
export async function addFamily(
  context: ChangeContext,
  { name, timeZone, email, premium = 'none', language, isConfirmationSent = false, ...credential }: NewFamily,
  groups: readonly Group[],
): Promise<{ id: string; owner: string } | Refusal> {
  const [id, owner] = [newId(), newId()];
  const weak =
    'password' in credential
      ? await refuseWeakPassword(credential.password, { email, familyName: name })
      : undefined;
  if (weak) return weak;
  const passwordHash = await hashOfNew(credential, groups);
  try {
    return await auditedTransaction(context, id, async (tx, record, queueMail) => {
      const refusal = await refuseTaken(tx, credential);
      if (refusal) return refusal;
      await insertFamily(
        tx,
        { id, name, timeZone, premium, units: unitSystemOfZone(timeZone) },
        context.nowMs,
      );
      const member = { id: owner, email, role: 'owner', passwordHash, language } as const;
      await insertMember(tx, id, member, context.nowMs);
      if (isConfirmationSent) {
        await queueMail({ id: newId(), kind: 'confirm', member: owner, recipient: email });
      }
      await insertNewIdentity(tx, id, owner, credential, context.nowMs);
      await record('family.add', { owner, premium });
      return { id, owner };
    });
  } catch (error) {
    if (isDuplicate(error)) return refuse('email-taken');
    throw error;
  }
}

export async function changeFamily(
  context: ChangeContext,
  family: string,
  changes: {
    name?: string | undefined;
    timeZone?: string | undefined;
    units?: UnitSystem | undefined;
    currency?: Currency | undefined;
  },
): Promise<Refusal | undefined> {
  const { name, timeZone, units, currency } = changes;
  return auditedTransaction(context, family, async (tx, record) => {
    const columns = {
      ...(name !== undefined && { name }),
      ...(timeZone !== undefined && { timeZone }),
      ...(units !== undefined && { units }),
      ...(currency !== undefined && { currency }),
    };
    if (!(await updateFamily(tx, family, columns))) return refuse('not-found');
    if (timeZone !== undefined) {
      await rescheduleAutoPlanning(tx, family, timeZone, context.nowMs);
      await rescheduleDinner(tx, family, timeZone, context.nowMs);
    }
    await record('family.change', { fields: Object.keys(columns).join(' ') });
    return undefined;
  });
}

export async function setPremium(
  context: ChangeContext,
  family: string,
  premium: Premium,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await updateFamily(tx, family, { premium }))) return refuse('not-found');
    await record(premium === 'none' ? 'premium.revoke' : 'premium.grant', { premium });
    return undefined;
  });
}

/** An owner deletes the family. The route requires reauthentication, because it cannot be undone. */
export function deleteOwnFamily(
  context: ChangeContext,
  { family, member }: Caller,
): Promise<Refusal | undefined> {
  return removeFamily(
    context,
    family,
    async (tx) =>
      (await refuseNonOwner(tx, family, member)) ??
      (await refuseNewOwner(tx, family, member, () => true, context.nowMs)),
  );
}

/** Before the export, so that there is none without a security event. */
export function recordExport(
  context: ChangeContext,
  { family, member }: Caller,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonOwner(tx, family, member);
    if (refusal) return refusal;
    await record('family.export', {});
    return undefined;
  });
}

export async function removeFamily(
  context: ChangeContext,
  family: string,
  findRefusal: (tx: Tx) => Promise<Refusal | undefined> = async () => undefined,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await findRefusal(tx);
    if (refusal) return refusal;
    await recordRemoval(tx, family, undefined, context.nowMs);
    if (!(await deleteFamily(tx, family))) return refuse('not-found');
    await record('family.delete', {});
    return undefined;
  });
}
