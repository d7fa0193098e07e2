/** Adds, rotates, switches and removes webhook endpoints. A secret is returned when it is made, and never again. */
import { newId } from '#auth/secret.ts';
import { mintWebhookSecret } from '#auth/webhook-secret.ts';
import { DEFAULT_DINNER_TIME, type EventType } from '#domain/events/event.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { instantText } from '#domain/week/instant.ts';
import type { Tx } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { readLastFamilyChange } from '#storage/tables/audit-log.ts';
import { findDinnerTime } from '#storage/tables/plan/dinner-times.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { deleteWaitingDeliveries } from '#storage/tables/keys-and-links/webhook-deliveries.ts';
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  type OffReason,
  updateWebhook,
} from '#storage/tables/keys-and-links/webhooks.ts';
import { SERVICE } from '#storage/actor.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import { OVERLAPS, type Overlap } from './api-keys.ts';
import { scheduleDinner } from '#actions/plan/dinner-times.ts';
import { refuseNonOwner } from '#actions/membership.ts';

const MAX_WEBHOOKS = 10;

type NewWebhook = { name: string; url: string; types: readonly EventType[] };

export async function addWebhook(
  context: ChangeContext,
  family: string,
  { name, url, types }: NewWebhook,
): Promise<{ id: string; secret: string } | Refusal> {
  const { actor, nowMs } = context;
  const made = { id: newId(), secret: mintWebhookSecret() };
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonOwner(tx, family, actor);
    if (refusal) return refusal;
    if ((await listWebhooks(tx, family)).length >= MAX_WEBHOOKS) return refuse('too-many');
    const lastChange = await readLastFamilyChange(tx, family);
    await insertWebhook(tx, family, { ...made, name, url, types, lastChange, createdBy: actor }, nowMs);
    if (types.includes('dinner.today') && !(await findDinnerTime(tx, family))) {
      const { timeZone = 'UTC' } = (await findFamily(tx, family)) ?? {};
      await scheduleDinner(tx, family, { time: DEFAULT_DINNER_TIME, timeZone, nowMs });
    }
    await record('webhook.add', { webhook: made.id });
    return made;
  });
}

/** During the overlap, messages are signed with both secrets. */
export async function rotateWebhookSecret(
  context: ChangeContext,
  family: string,
  id: string,
  overlap: Overlap,
): Promise<{ id: string; secret: string } | Refusal> {
  const secret = mintWebhookSecret();
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonOwner(tx, family, context.actor);
    if (refusal) return refusal;
    const webhook = await findWebhook(tx, family, id);
    if (!webhook) return refuse('not-found');
    const hasOverlap = overlap !== 'none';
    await updateWebhook(tx, family, id, {
      secret,
      // Who sees the new secret counts as the creator, as with keys.
      createdBy: context.actor,
      oldSecret: hasOverlap ? webhook.secret : null,
      oldSecretUntil: hasOverlap ? instantText(context.nowMs + OVERLAPS[overlap]) : null,
    });
    await record('webhook.rotate', { webhook: id, overlap });
    return { id, secret };
  });
}

/** What changes while an endpoint is off is never sent to it. */
export async function switchWebhook(
  context: ChangeContext,
  family: string,
  id: string,
  isOn: boolean,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const webhook = await findWebhook(tx, family, id);
    if (!webhook) return refuse('not-found');
    if ((webhook.offAt === null) === isOn) return undefined;
    if (!isOn) return switchOff(tx, record, { family, id, reason: 'member', nowMs: context.nowMs });
    await updateWebhook(tx, family, id, {
      lastChange: await record('webhook.on', { webhook: id }),
      offAt: null,
      offReason: null,
      failingSince: null,
      blockedUntil: null,
    });
    return undefined;
  });
}

type SwitchOff = { family: string; id: string; reason: OffReason; nowMs: number };

async function switchOff(
  tx: Tx,
  record: RecordChange,
  { family, id, reason, nowMs }: SwitchOff,
): Promise<undefined> {
  await deleteWaitingDeliveries(tx, family, id);
  await updateWebhook(tx, family, id, { offAt: instantText(nowMs), offReason: reason });
  await record(reason === 'member' ? 'webhook.off' : `webhook.${reason}`, { webhook: id });
}

/** The receiver has said that it is gone, or has failed for three days. */
export async function endWebhook(
  store: Store,
  family: string,
  { id, reason, nowMs }: Omit<SwitchOff, 'family'>,
): Promise<void> {
  await auditedTransaction({ store, actor: SERVICE, nowMs }, family, async (tx, record) => {
    const webhook = await findWebhook(tx, family, id);
    if (webhook?.offAt === null) await switchOff(tx, record, { family, id, reason, nowMs });
  });
}

export function removeWebhook(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await deleteWebhook(tx, family, id))) return refuse('not-found');
    await record('webhook.remove', { webhook: id });
    return undefined;
  });
}
