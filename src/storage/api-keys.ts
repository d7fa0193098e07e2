/** API keys: their names, lives and last uses. Of the key itself only the SHA-256 is kept. */
import { instantText } from '#domain/instant.ts';
import type { Db } from './schema.ts';

export type ApiKey = {
  id: string;
  name: string;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
};

const columns = [
  'id',
  'name',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'revoked_at as revokedAt',
  'last_used_at as lastUsedAt',
] as const;

export function listApiKeys(db: Db, family: string): Promise<ApiKey[]> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('family_id', '=', family)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findApiKey(db: Db, family: string, id: string): Promise<ApiKey | undefined> {
  return db
    .selectFrom('api_keys')
    .select(columns)
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** For the operator, who names a key without its family. */
export async function findFamilyOfKey(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('api_keys').select('family_id').where('id', '=', id).executeTakeFirst();
  return row?.family_id;
}

/** What an API request needs to know of its key and family: the look-up that starts from a key. */
export function findKeyAndFamily(db: Db, id: string) {
  return db
    .selectFrom('api_keys')
    .innerJoin('families', 'families.id', 'api_keys.family_id')
    .select([
      'api_keys.key_hash as keyHash',
      'api_keys.expires_at as expiresAt',
      'api_keys.revoked_at as revokedAt',
      'api_keys.last_used_at as lastUsedAt',
      'families.id as family',
      'families.time_zone as timeZone',
      'families.premium',
    ])
    .where('api_keys.id', '=', id)
    .executeTakeFirst();
}

export async function insertApiKey(
  db: Db,
  family: string,
  { id, name, keyHash, expiresAt }: { id: string; name: string; keyHash: string; expiresAt: string | null },
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      family_id: family,
      id,
      name,
      key_hash: keyHash,
      created_at: instantText(nowMs),
      expires_at: expiresAt,
    })
    .execute();
}

export async function updateApiKey(
  db: Db,
  family: string,
  id: string,
  { expiresAt, revokedAt }: { expiresAt?: string; revokedAt?: string },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({ ...(expiresAt && { expires_at: expiresAt }), ...(revokedAt && { revoked_at: revokedAt }) })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

export type LastUse = { family: string; id: string; at: string };

/** Many last uses at once. Another replica may have seen a later one, which then stays. */
export async function saveLastUses(db: Db, uses: LastUse[]): Promise<void> {
  for (const { family, id, at } of uses) {
    await db
      .updateTable('api_keys')
      .set({ last_used_at: at })
      .where('family_id', '=', family)
      .where('id', '=', id)
      .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', at)]))
      .execute();
  }
}
