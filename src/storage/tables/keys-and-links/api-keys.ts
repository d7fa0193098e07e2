/** API keys: their names, scopes, expiry and last use. Of the key itself only the SHA-256 is stored. */
import { sql } from 'kysely';
import { instantText } from '#domain/week/instant.ts';
import type { Creator } from '#domain/family/creator.ts';
import { type Scope, scopesIn, scopesText } from '#domain/family/scopes.ts';
import { onCreator, withCreator } from './creators.ts';
import { preparedFind } from '#storage/prepared.ts';
import type { Db } from '#storage/schema.ts';
import type { Kind } from '#storage/store.ts';

export type ApiKey = {
  id: string;
  name: string;
  scopes: Scope[];
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  lastUsedAt: string | null;
  /** The key that was made by rotating this one. */
  replacedBy: string | null;
  createdBy: Creator;
};

function selectKeys(db: Db, family: string) {
  return db
    .selectFrom('api_keys')
    .leftJoin('key_uses', 'key_uses.key_id', 'api_keys.id')
    .leftJoin('members', onCreator('api_keys'))
    .select([
      'api_keys.id',
      'api_keys.name',
      'scopes',
      'api_keys.created_at as createdAt',
      'expires_at as expiresAt',
      'revoked_at as revokedAt',
      'used_at as lastUsedAt',
      'replaced_by as replacedBy',
      'created_by as createdBy',
      'members.email as creatorEmail',
    ])
    .where('api_keys.family_id', '=', family);
}

export async function listApiKeys(db: Db, family: string): Promise<ApiKey[]> {
  const rows = await selectKeys(db, family).orderBy('api_keys.created_at').orderBy('api_keys.id').execute();
  return rows.map(toApiKey);
}

export async function findApiKey(db: Db, family: string, id: string): Promise<ApiKey | undefined> {
  const row = await selectKeys(db, family).where('api_keys.id', '=', id).executeTakeFirst();
  return row && toApiKey(row);
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof selectKeys>['executeTakeFirstOrThrow']>>;

function toApiKey({ scopes, ...row }: KeyRow): ApiKey {
  return { ...withCreator(row), scopes: scopesIn(scopes) };
}

/** For the operator, who gives the id of a key without its family. */
export async function findFamilyOfKey(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('api_keys').select('family_id').where('id', '=', id).executeTakeFirst();
  return row?.family_id;
}

/** What an API request needs to know about its key and family. The family is not known before. */
export const findKeyAndFamily = preparedFind((db: Db, id: string) =>
  db
    .selectFrom('api_keys')
    .innerJoin('families', 'families.id', 'api_keys.family_id')
    .select([
      'api_keys.key_hash as keyHash',
      'api_keys.scopes',
      'api_keys.expires_at as expiresAt',
      'api_keys.revoked_at as revokedAt',
      'families.id as family',
      'families.time_zone as timeZone',
      'families.premium',
    ])
    .where('api_keys.id', '=', id),
);

type NewApiKey = {
  id: string;
  name: string;
  keyHash: string;
  scopes: readonly Scope[];
  expiresAt: string | null;
  /** A member's id, or `operator`. */
  createdBy: string;
};

export async function insertApiKey(
  db: Db,
  family: string,
  { id, name, keyHash, scopes, expiresAt, createdBy }: NewApiKey,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('api_keys')
    .values({
      family_id: family,
      id,
      name,
      key_hash: keyHash,
      scopes: scopesText(scopes),
      created_at: instantText(nowMs),
      expires_at: expiresAt,
      created_by: createdBy,
    })
    .execute();
}

export async function updateApiKey(
  db: Db,
  family: string,
  id: string,
  { expiresAt, revokedAt, replacedBy }: { expiresAt?: string; revokedAt?: string; replacedBy?: string },
): Promise<void> {
  await db
    .updateTable('api_keys')
    .set({
      ...(expiresAt && { expires_at: expiresAt }),
      ...(revokedAt && { revoked_at: revokedAt }),
      ...(replacedBy && { replaced_by: replacedBy }),
    })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

/**
 * Saves that these keys were used in this minute. Uses have a table of their own because its rows are small:
 * a minute with a hundred thousand keys writes a thousand pages there, but most pages of `api_keys`.
 * A later use saved by another replica stays, and deleted keys are ignored.
 */
export async function saveKeyUses(db: Db, kind: Kind, ids: string[], usedAt: string): Promise<void> {
  // One JSON parameter: a query with five hundred rows takes longer to build than to run.
  const list = JSON.stringify(ids);
  const used =
    kind === 'postgres'
      ? sql`select json_array_elements_text(${list}::json)`
      : sql`select value from json_each(${list})`;
  await sql`
    insert into key_uses (key_id, family_id, used_at)
    select id, family_id, ${usedAt} from api_keys where id in (${used})
    on conflict (key_id) do update set used_at = excluded.used_at where key_uses.used_at < excluded.used_at
  `.execute(db);
}
