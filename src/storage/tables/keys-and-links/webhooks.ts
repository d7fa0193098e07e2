/** Webhook endpoints. The secret is stored as it is, since it signs; only `findWebhook` reads it. */
import { type EventType, eventTypesIn, eventTypesText } from '#domain/events/event.ts';
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';
import { onCreator, withCreator } from './creators.ts';

/** By a member, by the receiver with 410, or after three days of failures. */
export type OffReason = 'member' | 'gone' | 'failing';

/** What is needed to send. */
export type Webhook = {
  id: string;
  url: string;
  types: EventType[];
  secret: string;
  oldSecret: string | null;
  oldSecretUntil: string | null;
  lastChange: number;
  failingSince: string | null;
  blockedUntil: string | null;
  claimedUntil: string | null;
  /** Null while it is on. */
  offAt: string | null;
};

/** Without the secret, and without the path of the address, which is often a secret of the receiver (Home Assistant). */
export async function listWebhooks(db: Db, family: string) {
  const rows = await db
    .selectFrom('webhooks')
    .leftJoin('members', onCreator('webhooks'))
    .select([
      'webhooks.id',
      'name',
      'url',
      'types',
      'webhooks.created_at as createdAt',
      'off_at as offAt',
      'off_reason as offReason',
      'failing_since as failingSince',
      'created_by as createdBy',
      'members.email as creatorEmail',
    ])
    .where('webhooks.family_id', '=', family)
    .orderBy('webhooks.created_at')
    .orderBy('webhooks.id')
    .execute();
  return rows.map(({ types, url, offReason, ...row }) => ({
    ...withCreator(row),
    url: maskedAddress(url),
    types: eventTypesIn(types),
    offReason: offReason as OffReason | null,
  }));
}

/** `https://ha.example/…`: where it leads, without what lets others send to it. */
function maskedAddress(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/…` : '…';
}

/** On or off. */
export async function findWebhook(db: Db, family: string, id: string): Promise<Webhook | undefined> {
  const row = await db
    .selectFrom('webhooks')
    .select([
      'id',
      'url',
      'types',
      'secret',
      'old_secret as oldSecret',
      'old_secret_until as oldSecretUntil',
      'last_change as lastChange',
      'failing_since as failingSince',
      'blocked_until as blockedUntil',
      'claimed_until as claimedUntil',
      'off_at as offAt',
    ])
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, types: eventTypesIn(row.types) };
}

/** The ids of the endpoints that are on. */
export async function listActiveWebhookIds(db: Db, family: string): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('id')
    .where('family_id', '=', family)
    .where('off_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Of all families: those with changes that are not deliveries yet. */
export async function findFamiliesBehind(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('webhooks.family_id as family')
    .distinct()
    .where('off_at', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('audit')
          .select('audit.seq')
          .whereRef('audit.family_id', '=', 'webhooks.family_id')
          .whereRef('audit.seq', '>', 'webhooks.last_change'),
      ),
    )
    .execute();
  return rows.map(({ family }) => family);
}

/** Of all families with an endpoint that is on. */
export async function findFamiliesWithWebhooks(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('family_id as family')
    .distinct()
    .where('off_at', 'is', null)
    .execute();
  return rows.map(({ family }) => family);
}

type NewWebhook = {
  id: string;
  name: string;
  url: string;
  types: readonly EventType[];
  secret: string;
  lastChange: number;
  createdBy: string;
};

export async function insertWebhook(
  db: Db,
  family: string,
  { id, name, url, types, secret, lastChange, createdBy }: NewWebhook,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('webhooks')
    .values({
      family_id: family,
      id,
      name,
      url,
      types: eventTypesText(types),
      secret,
      last_change: lastChange,
      created_by: createdBy,
      created_at: instantText(nowMs),
    })
    .execute();
}

type WebhookChanges = {
  secret?: string;
  createdBy?: string;
  oldSecret?: string | null;
  oldSecretUntil?: string | null;
  lastChange?: number;
  offAt?: string | null;
  offReason?: OffReason | null;
  failingSince?: string | null;
  blockedUntil?: string | null;
};

export async function updateWebhook(
  db: Db,
  family: string,
  id: string,
  changes: WebhookChanges,
): Promise<void> {
  const {
    secret,
    createdBy,
    oldSecret,
    oldSecretUntil,
    lastChange,
    offAt,
    offReason,
    failingSince,
    blockedUntil,
  } = changes;
  await db
    .updateTable('webhooks')
    .set({
      ...(secret !== undefined && { secret }),
      ...(createdBy !== undefined && { created_by: createdBy }),
      ...(oldSecret !== undefined && { old_secret: oldSecret }),
      ...(oldSecretUntil !== undefined && { old_secret_until: oldSecretUntil }),
      ...(lastChange !== undefined && { last_change: lastChange }),
      ...(offAt !== undefined && { off_at: offAt }),
      ...(offReason !== undefined && { off_reason: offReason }),
      ...(failingSince !== undefined && { failing_since: failingSince }),
      ...(blockedUntil !== undefined && { blocked_until: blockedUntil }),
    })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

/**
 * Replaces the claim that was seen by one until this instant, or by none. Returns false if another server has claimed
 * the endpoint since.
 */
export async function claimWebhook(
  db: Db,
  family: string,
  { id, claimedUntil }: Pick<Webhook, 'id' | 'claimedUntil'>,
  until: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ claimed_until: until })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .where('claimed_until', claimedUntil === null ? 'is' : '=', claimedUntil)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Moves on from the change that was seen. Returns false if another server has done so. */
export async function advanceWebhook(
  db: Db,
  family: string,
  { id, lastChange }: Pick<Webhook, 'id' | 'lastChange'>,
  to: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ last_change: to })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .where('last_change', '=', lastChange)
    .where('off_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteWebhook(db: Db, family: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('webhooks')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
