/** Deliveries of webhooks: those that wait, and the last ones that are done, which the family sees. */
import { instantText } from '#domain/week/instant.ts';
import type { Db } from '#storage/schema.ts';

export type DeliveryState = 'waiting' | 'delivered' | 'given-up';

export type NewDelivery = { id: string; position: number; type: string; subject: string; body: string };

/** One that is due. */
export type WaitingDelivery = { id: string; type: string; body: string; attempts: number; createdAt: string };

const ROWS_PER_QUERY = 500;

/**
 * Of one endpoint. More than a large import causes. Without a limit, a family whose receiver is away could fill the
 * database by importing and undoing the same file.
 */
const MAX_WAITING = 10_000;

/** Replaces deliveries about the same things that nobody has tried to send, and drops the oldest if too many wait. */
export async function insertDeliveries(
  db: Db,
  family: string,
  webhook: string,
  deliveries: readonly NewDelivery[],
  nowMs: number,
  maxWaiting = MAX_WAITING,
): Promise<void> {
  if (deliveries.length === 0) return;
  const at = instantText(nowMs);
  for (let first = 0; first < deliveries.length; first += ROWS_PER_QUERY) {
    const page = deliveries.slice(first, first + ROWS_PER_QUERY);
    await db
      .deleteFrom('webhook_deliveries')
      .where('family_id', '=', family)
      .where('webhook_id', '=', webhook)
      .where('state', '=', 'waiting')
      .where('attempts', '=', 0)
      .where(
        'subject',
        'in',
        page.map(({ subject }) => subject),
      )
      .execute();
    await db
      .insertInto('webhook_deliveries')
      .values(
        page.map((delivery) => ({
          ...delivery,
          family_id: family,
          webhook_id: webhook,
          state: 'waiting',
          created_at: at,
          attempts: 0,
          due_at: at,
        })),
      )
      .execute();
  }
  await deleteOldestWaiting(db, family, webhook, maxWaiting);
}

async function deleteOldestWaiting(db: Db, family: string, webhook: string, retained: number): Promise<void> {
  const waiting = db
    .selectFrom('webhook_deliveries')
    .where('family_id', '=', family)
    .where('webhook_id', '=', webhook)
    .where('state', '=', 'waiting');
  const { count } = await waiting
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  if (Number(count) <= retained) return;
  const oldest = waiting
    .select('id')
    .orderBy('position')
    .orderBy('id')
    .limit(Number(count) - retained);
  await db
    .deleteFrom('webhook_deliveries')
    .where('family_id', '=', family)
    .where('webhook_id', '=', webhook)
    .where('id', 'in', oldest)
    .execute();
}

/** One that was sent outside of the order: a test. */
export async function insertFinishedDelivery(
  db: Db,
  family: string,
  webhook: string,
  { state, outcome, ...delivery }: NewDelivery & { state: DeliveryState; outcome: string },
  nowMs: number,
): Promise<void> {
  const at = instantText(nowMs);
  await db
    .insertInto('webhook_deliveries')
    .values({
      ...delivery,
      family_id: family,
      webhook_id: webhook,
      state,
      outcome,
      created_at: at,
      attempted_at: at,
      attempts: 1,
    })
    .execute();
}

/** The oldest one that is due. */
export async function findDueDelivery(
  db: Db,
  family: string,
  webhook: string,
  nowMs: number,
): Promise<WaitingDelivery | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .select(['id', 'type', 'body', 'attempts', 'created_at as createdAt'])
    .where('family_id', '=', family)
    .where('webhook_id', '=', webhook)
    .where('due_at', '<=', instantText(nowMs))
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** When the next delivery of the endpoint is due; undefined if none waits. */
export async function findNextDelivery(db: Db, family: string, webhook: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('webhook_deliveries')
    .select('due_at as dueAt')
    .where('family_id', '=', family)
    .where('webhook_id', '=', webhook)
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.dueAt ?? undefined;
}

/** Of all families: those with a delivery that is due. */
export async function findFamiliesDue(db: Db, nowMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('family_id as family')
    .distinct()
    .where('due_at', '<=', instantText(nowMs))
    .execute();
  return rows.map(({ family }) => family);
}

/** Without the body, the newest first. */
export async function listDeliveries(db: Db, family: string, webhook: string, limit: number) {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select([
      'id',
      'type',
      'state',
      'created_at as createdAt',
      'attempts',
      'attempted_at as attemptedAt',
      'outcome',
      'due_at as dueAt',
    ])
    .where('family_id', '=', family)
    .where('webhook_id', '=', webhook)
    .orderBy('created_at', 'desc')
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as DeliveryState }));
}

/** After an attempt. Without `dueAt` it is done. */
export async function updateDelivery(
  db: Db,
  family: string,
  webhook: string,
  {
    id,
    state,
    outcome,
    attempts,
    attemptedAt,
    dueAt,
  }: {
    id: string;
    state: DeliveryState;
    outcome: string;
    attempts: number;
    attemptedAt: string;
    dueAt: string | null;
  },
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ state, outcome, attempts, attempted_at: attemptedAt, due_at: dueAt })
    .where('family_id', '=', family)
    .where('webhook_id', '=', webhook)
    .where('id', '=', id)
    .execute();
}

/** Makes everything that waits due, since the receiver is back. */
export async function makeDeliveriesDue(
  db: Db,
  family: string,
  webhook: string,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ due_at: instantText(nowMs) })
    .where('family_id', '=', family)
    .where('webhook_id', '=', webhook)
    .where('due_at', '>', instantText(nowMs))
    .execute();
}

/** What waits is not sent any more. */
export async function deleteWaitingDeliveries(db: Db, family: string, webhook: string): Promise<void> {
  await db
    .deleteFrom('webhook_deliveries')
    .where('family_id', '=', family)
    .where('webhook_id', '=', webhook)
    .where('state', '=', 'waiting')
    .execute();
}

/** Deletes what is done, except the newest `retained`, and what is older than this instant. */
export async function deleteOldDeliveries(
  db: Db,
  family: string,
  webhook: string,
  { retained, before }: { retained: number; before: string },
): Promise<void> {
  const done = db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('family_id', '=', family)
    .where('webhook_id', '=', webhook)
    .where('state', '<>', 'waiting');
  await db
    .deleteFrom('webhook_deliveries')
    .where('family_id', '=', family)
    .where('webhook_id', '=', webhook)
    .where('state', '<>', 'waiting')
    .where((eb) =>
      eb.or([
        eb('created_at', '<', before),
        eb('id', 'not in', done.orderBy('created_at', 'desc').orderBy('position', 'desc').limit(retained)),
      ]),
    )
    .execute();
}
