/**
 * Sends events to webhook endpoints. Each endpoint has a cursor in the change log: the changes after it become deliveries
 * in the transaction that moves it, so nothing is lost when a server is killed. The server that sends for an endpoint has
 * claimed it, so that of several servers one sends each message (docs/decisions/0039-events.md).
 */
import type { Logger } from 'pino';
import { endWebhook } from '#actions/keys-and-links/webhooks.ts';
import { newId } from '#auth/secret.ts';
import { subjectOf } from '#domain/events/event.ts';
import { retryDelayMs, SHORTEST_TIME_MS } from '#domain/events/retry.ts';
import { hasPremium, type PremiumSetting } from '#domain/family/premium.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { instantText } from '#domain/week/instant.ts';
import type { FetchSettings } from '#fetch/guard.ts';
import { type EventfulChange, readEventsAfter } from '#queries/events.ts';
import { withoutDeadline } from '#storage/deadline.ts';
import type { Tx } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { readLastFamilyChange } from '#storage/tables/audit-log.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import {
  deleteOldDeliveries,
  deleteWaitingDeliveries,
  findDueDelivery,
  findFamiliesDue,
  findNextDelivery,
  makeDeliveriesDue,
  insertDeliveries,
  insertFinishedDelivery,
  type NewDelivery,
  updateDelivery,
  type WaitingDelivery,
} from '#storage/tables/keys-and-links/webhook-deliveries.ts';
import {
  advanceWebhook,
  claimWebhook,
  findFamiliesBehind,
  findFamiliesWithWebhooks,
  findWebhook,
  listActiveWebhookIds,
  updateWebhook,
  type Webhook,
} from '#storage/tables/keys-and-links/webhooks.ts';
import { KeyedJobs } from './keyed-jobs.ts';
import { type Attempt, attemptDelivery } from './webhook-attempt.ts';

export type WebhookSenderOptions = {
  store: Store;
  settings: FetchSettings;
  premiumSetting: PremiumSetting;
  clock: () => number;
  log: Pick<Logger, 'warn'>;
  /** How often to look for deliveries that another server has left. */
  pollMs?: number | undefined;
};

const POLL_MS = 30_000;
/** Longer than an attempt, so that no other server sends the same message meanwhile. */
const CLAIM_MS = 40_000;
/** A claim that ends later than this was made with a wrong clock. The clocks of servers may differ by seconds. */
const WRONG_CLOCK_MS = 600_000;
const RENEW_BELOW_MS = 20_000;
const CHANGES_PER_BATCH = 200;
/** How many of its past deliveries an endpoint keeps for the family to see, and for how long. */
const RETAINED = { deliveries: 50, days: 30 };

export class WebhookSender {
  readonly #options: WebhookSenderOptions;
  /** By family and by endpoint, so that a slow receiver does not delay the other endpoints of its family. */
  readonly #jobs: KeyedJobs;
  readonly #stopping = new AbortController();
  /** By endpoint: the claims of this server that it could not release, since the database was away. */
  readonly #claims = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: WebhookSenderOptions) {
    this.#options = options;
    this.#jobs = new KeyedJobs((error) => this.#warn(error, 'webhooks not sent'));
  }

  start(): void {
    void this.#poll();
  }

  /** Attempts that are under way have some seconds; then another server repeats them. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#jobs.stop(() => this.#stopping.abort());
  }

  /** Sends what is new and what is due. Called after a change of the family. */
  notify(family: string): void {
    withoutDeadline(() => this.#sendFamily(family));
  }

  /** After a restore. */
  restart(): void {
    withoutDeadline(() => {
      findFamiliesWithWebhooks(this.#options.store.db)
        .then((families) => families.forEach((family) => this.#sendFamily(family)))
        .catch((error: unknown) => this.#warn(error, 'webhooks not read'));
    });
  }

  /** Sends a test message at once. Afterwards everything that waits is due if it has arrived. */
  async sendTest(family: string, id: string): Promise<Attempt | Refusal> {
    const { store, settings, clock } = this.#options;
    const webhook = await findWebhook(store.db, family, id);
    if (!webhook) return refuse('not-found');
    const nowMs = clock();
    const body = JSON.stringify({ type: 'test', timestamp: instantText(nowMs), data: {} });
    const message = { id: `msg_${id}_test_${newId()}`, body };
    const signal = this.#stopping.signal;
    const attempt = await attemptDelivery(webhook, message, { settings, nowMs, signal });
    const { isDelivered, outcome } = attempt;
    await this.#write(async (tx) => {
      // The member may have removed it meanwhile.
      if (!(await findWebhook(tx, family, id))) return;
      const position = await readLastFamilyChange(tx, family);
      const state = isDelivered ? 'delivered' : 'given-up';
      const delivery = { ...message, position, type: 'test', subject: 'test', state, outcome } as const;
      await insertFinishedDelivery(tx, family, id, delivery, nowMs);
      await this.#deleteOld(tx, family, id, nowMs);
      if (!isDelivered) return;
      await updateWebhook(tx, family, id, { failingSince: null, blockedUntil: null });
      await makeDeliveriesDue(tx, family, id, nowMs);
    });
    if (isDelivered) this.notify(family);
    return attempt;
  }

  async #poll(): Promise<void> {
    const { store, clock, pollMs = POLL_MS } = this.#options;
    try {
      const families = [
        ...(await findFamiliesDue(store.db, clock())),
        ...(await findFamiliesBehind(store.db)),
      ];
      for (const family of new Set(families)) this.#sendFamily(family);
    } catch (error) {
      this.#warn(error, 'webhooks not read');
    }
    if (!this.#stopping.signal.aborted) this.#timer = setTimeout(() => void this.#poll(), pollMs).unref();
  }

  #sendFamily(family: string): void {
    const { store, clock } = this.#options;
    this.#jobs.run(family, async () => {
      for (const id of await listActiveWebhookIds(store.db, family)) {
        this.#jobs.run(id, async () => {
          const nextMs = await this.#sendTo(family, id);
          return nextMs && Math.max(1, nextMs - clock());
        });
      }
      return undefined;
    });
  }

  /** Reads the endpoint again, since a member or another server may have changed it. False if it is off or another server's. */
  async #refresh(family: string, webhook: Webhook): Promise<boolean> {
    const current = await findWebhook(this.#options.store.db, family, webhook.id);
    if (current?.offAt !== null || current.claimedUntil !== webhook.claimedUntil) return false;
    Object.assign(webhook, current);
    return true;
  }

  /** Returns whether the family has Premium. If it has ended, what waits is deleted, so it is not sent later. */
  async #checkPremium(family: string, webhook: Webhook): Promise<boolean> {
    const { store, clock, premiumSetting } = this.#options;
    const { premium = 'none' } = (await findFamily(store.db, family)) ?? {};
    if (hasPremium(premium, premiumSetting, clock())) return true;
    await this.#write((tx) => deleteWaitingDeliveries(tx, family, webhook.id));
    return false;
  }

  /** Sends all that is due, in order. Returns the instant at which there is more to do. */
  async #sendTo(family: string, id: string): Promise<number | undefined> {
    const { store, clock } = this.#options;
    const webhook = await findWebhook(store.db, family, id);
    if (webhook?.offAt !== null) return undefined;
    const claimedMs = Date.parse(webhook.claimedUntil ?? '');
    // Another server sends. It learns of the same changes; this one looks again in case it was killed.
    const isOurs = this.#claims.get(webhook.id) === webhook.claimedUntil;
    if (!isOurs && claimedMs > clock() && claimedMs < clock() + WRONG_CLOCK_MS) return claimedMs;
    if (!(await this.#claim(family, webhook))) return clock() + CLAIM_MS;
    try {
      // Between its read and the claim, another server may have sent.
      if (!(await this.#refresh(family, webhook))) return undefined;
      while (
        (await this.#collect(family, webhook)) &&
        (await this.#refresh(family, webhook)) &&
        (await this.#checkPremium(family, webhook))
      ) {
        const blockedMs = Date.parse(webhook.blockedUntil ?? '');
        if (blockedMs > clock()) return blockedMs;
        const delivery = await findDueDelivery(store.db, family, webhook.id, clock());
        if (!delivery) {
          const next = await findNextDelivery(store.db, family, webhook.id);
          return next === undefined ? undefined : Date.parse(next);
        }
        if (Date.parse(webhook.claimedUntil ?? '') - clock() < RENEW_BELOW_MS)
          if (!(await this.#claim(family, webhook))) return undefined;
        if (!(await this.#deliver(family, webhook, delivery))) return undefined;
      }
      return undefined;
    } finally {
      await this.#write((tx) => claimWebhook(tx, family, webhook, null));
      this.#claims.delete(webhook.id);
    }
  }

  async #claim(family: string, webhook: Webhook): Promise<boolean> {
    const until = instantText(this.#options.clock() + CLAIM_MS);
    const isOurs = await this.#write((tx) => claimWebhook(tx, family, webhook, until));
    if (!isOurs) return false;
    webhook.claimedUntil = until;
    this.#claims.set(webhook.id, until);
    return true;
  }

  /** Turns new changes into deliveries. Returns false if the endpoint is another server's, or off. */
  async #collect(family: string, webhook: Webhook): Promise<boolean> {
    const { store, clock } = this.#options;
    for (;;) {
      const changes = await readEventsAfter(store.db, family, webhook.lastChange, CHANGES_PER_BATCH);
      const last = changes.at(-1)?.seq;
      if (last === undefined) return true;
      const deliveries = deliveriesOf(webhook, changes);
      const isAdvanced = await this.#write(async (tx) => {
        if (!(await advanceWebhook(tx, family, webhook, last))) return false;
        await insertDeliveries(tx, family, webhook.id, deliveries, clock());
        return true;
      });
      if (!isAdvanced) return false;
      webhook.lastChange = last;
    }
  }

  /** Returns false if the endpoint is off afterwards, or the server stops. */
  async #deliver(family: string, webhook: Webhook, delivery: WaitingDelivery): Promise<boolean> {
    const { settings, clock } = this.#options;
    const { signal } = this.#stopping;
    const attempt = await attemptDelivery(webhook, delivery, { settings, nowMs: clock(), signal });
    // It was cut off: whether the receiver got the message is unknown, so it is sent again.
    if (signal.aborted && !attempt.isDelivered) return false;
    const nowMs = clock();
    const attempts = delivery.attempts + 1;
    const { id, failingSince } = webhook;
    const done = { id: delivery.id, outcome: attempt.outcome, attempts, attemptedAt: instantText(nowMs) };
    if (attempt.isDelivered) {
      await this.#write(async (tx) => {
        await updateDelivery(tx, family, id, { ...done, state: 'delivered', dueAt: null });
        await this.#deleteOld(tx, family, id, nowMs);
        if (failingSince !== null)
          await updateWebhook(tx, family, id, { failingSince: null, blockedUntil: null });
      });
      [webhook.failingSince, webhook.blockedUntil] = [null, null];
      return true;
    }
    const delayMs = attempt.isGone ? undefined : retryDelayMs(attempts, Math.random(), attempt.retryAfterMs);
    const dueAt = delayMs === undefined ? null : instantText(nowMs + delayMs);
    webhook.failingSince ??= instantText(nowMs);
    webhook.blockedUntil = attempt.isAway ? dueAt : webhook.blockedUntil;
    const { blockedUntil } = webhook;
    await this.#write(async (tx) => {
      const state = dueAt === null ? 'given-up' : 'waiting';
      await updateDelivery(tx, family, id, { ...done, state, dueAt });
      if (dueAt === null) await this.#deleteOld(tx, family, id, nowMs);
      await updateWebhook(tx, family, id, { failingSince: webhook.failingSince, blockedUntil });
    });
    const isFailing = dueAt === null && nowMs - Date.parse(webhook.failingSince) >= SHORTEST_TIME_MS;
    if (!attempt.isGone && !isFailing) return true;
    await endWebhook(this.#options.store, family, { id, reason: attempt.isGone ? 'gone' : 'failing', nowMs });
    return false;
  }

  #deleteOld(tx: Tx, family: string, id: string, nowMs: number): Promise<void> {
    const before = instantText(nowMs - RETAINED.days * 86_400_000);
    return deleteOldDeliveries(tx, family, id, { retained: RETAINED.deliveries, before });
  }

  #write<Outcome>(work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
    return this.#options.store.db.transaction().execute(work);
  }

  #warn(error: unknown, text: string): void {
    if (!this.#stopping.signal.aborted) this.#options.log.warn({ err: error }, text);
  }
}

/** Of several events about the same thing, the newest. */
function deliveriesOf({ id, types }: Webhook, changes: readonly EventfulChange[]): NewDelivery[] {
  const bySubject = new Map<string, NewDelivery>();
  for (const { seq, events } of changes) {
    for (const [part, event] of events.entries()) {
      if (!types.includes(event.type)) continue;
      const subject = subjectOf(event);
      // Moves it to the end.
      bySubject.delete(subject);
      bySubject.set(subject, {
        id: `msg_${id}_${seq}_${part}`,
        position: seq,
        type: event.type,
        subject,
        body: JSON.stringify(event),
      });
    }
  }
  return [...bySubject.values()];
}
