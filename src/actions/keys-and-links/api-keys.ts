/** Creates, rotates and revokes API keys. A key is returned once; only its hash is stored. */
import { mintApiKey } from '#auth/api-key.ts';
import { hashSecret } from '#auth/secret.ts';
import { DEFAULT_SCOPES, type Scope, scopesText } from '#domain/family/scopes.ts';
import { instantText } from '#domain/week/instant.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import {
  type ApiKey,
  findApiKey,
  insertApiKey,
  listApiKeys,
  updateApiKey,
} from '#storage/tables/keys-and-links/api-keys.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import type { Tx } from '#storage/schema.ts';
import { refuseNonOwner } from '#actions/membership.ts';

const MAX_LIVE_KEYS = 50;

/** How long the old key stays valid after a rotation. */
export const OVERLAPS = { none: 0, day: 86_400_000, week: 7 * 86_400_000 } as const;
export type Overlap = keyof typeof OVERLAPS;

export type MadeKey = { id: string; key: string };

type NewKey = { name: string; expiresAt: string | null; scopes?: readonly Scope[] };

export async function addApiKey(
  context: ChangeContext,
  family: string,
  { name, expiresAt, scopes = DEFAULT_SCOPES }: NewKey,
): Promise<MadeKey | Refusal> {
  if (expiresAt !== null && Date.parse(expiresAt) <= context.nowMs) return refuse('past-expiry');
  const { id, key } = mintApiKey();
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonOwner(tx, family, context.actor);
    if (refusal) return refusal;
    if ((await countLive(tx, family, context.nowMs)) >= MAX_LIVE_KEYS) return refuse('too-many');
    const made = { id, name, keyHash: hashSecret(key), scopes, expiresAt, createdBy: context.actor };
    await insertApiKey(tx, family, made, context.nowMs);
    await record('key.add', { key: id, expiresAt, scopes: scopesText(scopes) });
    return { id, key };
  });
}

/**
 * Creates a key with the same name, scopes and expiry; the old key expires after the overlap. A key is rotated only once: a
 * second successor would inherit the shortened expiry, and its device would lose access earlier than expected.
 */
export async function rotateApiKey(
  context: ChangeContext,
  family: string,
  id: string,
  overlap: Overlap,
): Promise<MadeKey | Refusal> {
  const made = mintApiKey();
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonOwner(tx, family, context.actor);
    if (refusal) return refusal;
    const old = await findApiKey(tx, family, id);
    if (!old) return refuse('not-found');
    if (!isLive(old, context.nowMs)) return refuse('key-ended');
    if (old.replacedBy !== null) return refuse('key-replaced');
    // With an overlap there is one live key more than before.
    if (overlap !== 'none' && (await countLive(tx, family, context.nowMs)) >= MAX_LIVE_KEYS)
      return refuse('too-many');
    const { name, scopes, expiresAt } = old;
    const keyHash = hashSecret(made.key);
    // The member who rotates a key sees the new key, and so counts as its creator.
    const successor = { id: made.id, name, keyHash, scopes, expiresAt, createdBy: context.actor };
    await insertApiKey(tx, family, successor, context.nowMs);
    const end = instantText(context.nowMs + OVERLAPS[overlap]);
    const sooner = expiresAt !== null && expiresAt < end ? expiresAt : end;
    await updateApiKey(tx, family, id, {
      ...(overlap === 'none' ? { revokedAt: end } : { expiresAt: sooner }),
      replacedBy: made.id,
    });
    await record('key.rotate', { key: id, to: made.id, overlap, scopes: scopesText(scopes) });
    return made;
  });
}

/** Revoking a revoked key succeeds and changes nothing. */
export async function revokeApiKey(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const key = await findApiKey(tx, family, id);
    if (!key) return refuse('not-found');
    if (key.revokedAt !== null) return undefined;
    await updateApiKey(tx, family, id, { revokedAt: instantText(context.nowMs) });
    await record('key.revoke', { key: id });
    return undefined;
  });
}

async function countLive(tx: Tx, family: string, nowMs: number): Promise<number> {
  return (await listApiKeys(tx, family)).filter((key) => isLive(key, nowMs)).length;
}

function isLive({ revokedAt, expiresAt }: ApiKey, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}
