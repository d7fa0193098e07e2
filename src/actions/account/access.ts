/** Ends what can act as a member or as the family (storage/tables/account/access.ts). */
import type { Caller } from '#auth/session.ts';
import type { Tx } from '#storage/schema.ts';
import {
  type AccessCounts,
  type AccessKind,
  ALL_ACCESS,
  countAccess,
  endAccess,
} from '#storage/tables/account/access.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import { readSignInMethods, type SignInPolicy } from './sign-in-methods.ts';

/** What belongs to the family even if the member who has made it leaves. */
export const FAMILY_ACCESS: readonly AccessKind[] = ['api_keys', 'displays', 'webhooks'];
const SIGN_IN_METHODS: readonly AccessKind[] = ['passkeys', 'identities'];

type Ending = {
  member: string;
  /** Why: the action of which this is a part, or `member` if they have asked for just this. */
  reason: 'password' | 'reset' | 'removal' | 'role' | 'member';
  kinds?: readonly AccessKind[];
  exceptSession?: string;
};

/** Ends everything of the member, or these kinds. Returns what worked until now. */
export async function revokeAll(
  tx: Tx,
  family: string,
  { member, reason, kinds = ALL_ACCESS, exceptSession }: Ending,
  { record, nowMs }: { record: RecordChange; nowMs: number },
): Promise<AccessCounts> {
  const before = await countAccess(tx, family, member, nowMs);
  await endAccess(tx, family, { member, kinds, ...(exceptSession && { exceptSession }) }, nowMs);
  const after = await countAccess(tx, family, member, nowMs);
  const ended: AccessCounts = {};
  for (const kind of ALL_ACCESS) {
    const count = (before[kind] ?? 0) - (after[kind] ?? 0);
    if (count > 0) ended[kind] = count;
  }
  if (Object.keys(ended).length > 0) await record('member.access-end', { member, reason, ...ended });
  return ended;
}

/** All but this session. A member without a password keeps the other ways to sign in, or the account would be lost. */
export function endOwnAccess(
  context: ChangeContext,
  { family, member, tokenHash }: Caller,
  policy: SignInPolicy,
): Promise<AccessCounts> {
  return auditedTransaction(context, family, async (tx, record) => {
    const { hasPassword } = await readSignInMethods(tx, family, member, policy);
    const kinds = ALL_ACCESS.filter((kind) => hasPassword || !SIGN_IN_METHODS.includes(kind));
    const ending = { member, reason: 'member', kinds, exceptSession: tokenHash } as const;
    return revokeAll(tx, family, ending, { record, nowMs: context.nowMs });
  });
}
