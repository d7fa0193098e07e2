/** Creates and revokes links to the list of the current week. A token is returned once; only its hash is stored. */
import { newId } from '#auth/secret.ts';
import { newToken } from '#auth/session.ts';
import { instantText } from '#domain/week/instant.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { deleteListLink, insertListLink, listListLinks } from '#storage/tables/keys-and-links/list-links.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { refuseNonMember } from '#actions/membership.ts';

const MAX_LIST_LINKS = 20;
const DAY_MS = 86_400_000;

export async function addListLink(
  context: ChangeContext,
  family: string,
  { days }: { days: number },
): Promise<{ id: string; token: string; expiresAt: string } | Refusal> {
  const { actor, nowMs } = context;
  const id = newId();
  const { token, tokenHash } = newToken();
  const expiresAt = instantText(nowMs + days * DAY_MS);
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonMember(tx, family, actor);
    if (refusal) return refusal;
    const links = await listListLinks(tx, family);
    // Expired links are of no use to anybody, so they make room.
    const expired = links.filter((link) => link.expiresAt <= instantText(nowMs));
    for (const link of expired) await deleteListLink(tx, family, link.id);
    if (links.length - expired.length >= MAX_LIST_LINKS) return refuse('too-many');
    await insertListLink(tx, family, { id, tokenHash, expiresAt, createdBy: actor }, nowMs);
    await record('list-link.add', { listLink: id, expiresAt });
    return { id, token, expiresAt };
  });
}

/** Every member may do it: it shows less to others. */
export function revokeListLink(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await deleteListLink(tx, family, id))) return refuse('not-found');
    await record('list-link.revoke', { listLink: id });
    return undefined;
  });
}
