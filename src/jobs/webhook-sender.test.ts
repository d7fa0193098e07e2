/** Webhooks: what is sent, signed, repeated, given up and switched off. */
import { deepStrictEqual, match, notStrictEqual, ok, strictEqual, throws } from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setPremium } from '#actions/account/families.ts';
import { addRecipe } from '#actions/recipe/recipes.ts';
import { rotateWebhookSecret, switchWebhook } from '#actions/keys-and-links/webhooks.ts';
import type { FamilyEvent } from '#domain/events/event.ts';
import { instantText } from '#domain/week/instant.ts';
import { readSecurityEvents } from '#queries/account/security-events.ts';
import { listDeliveries } from '#storage/tables/keys-and-links/webhook-deliveries.ts';
import { listWebhooks } from '#storage/tables/keys-and-links/webhooks.ts';
import type { Kind } from '#storage/store.ts';
import { accepted } from '#test/support/accepted.ts';
import { makeApiFamily, NEXT_WEEK, THIS_WEEK } from '#test/support/api-family.ts';
import { type Service, startService } from '#test/support/service.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import {
  addEndpoint,
  ALLOWS_LOOPBACK,
  startReceiver,
  verify,
} from '#test/support/servers/webhook-receiver.ts';
import { RECIPE } from '#test/support/world.ts';

const HOUR_MS = 3_600_000;
const OPTIONS = { config: ALLOWS_LOOPBACK };

async function prepare(t: TestContext, kind: Kind = 'sqlite') {
  // Looks often at the clock, which some tests move.
  const service = await startService(t, { kind, ...OPTIONS, eventIntervalMs: 50 });
  const receiver = await startReceiver(t);
  const home = await makeApiFamily(service);
  const { id, secret } = await addEndpoint(home.context, home.family, receiver, ['plan.changed']);
  const deliveries = () => listDeliveries(service.store.db, home.family, id, 100);
  const endpoint = async () => {
    const [found] = await listWebhooks(service.store.db, home.family);
    ok(found);
    return found;
  };
  const dinner = (description: string, week = THIS_WEEK) =>
    home.setPlan(week, { Monday: { dinner: { description } } });
  return { service, receiver, ...home, id, secret, deliveries, endpoint, dinner };
}

const versionOf = (event: FamilyEvent | undefined) => event && 'version' in event.data && event.data.version;

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Moves the clock from attempt to attempt until the condition holds. */
async function moveOn(
  { service: { clock }, deliveries }: Prepared,
  isMet: () => Promise<boolean> | boolean,
): Promise<void> {
  await until('attempts', async () => {
    const due = (await deliveries())
      .map(({ dueAt }) => Date.parse(dueAt ?? ''))
      .filter((ms) => ms > clock.nowMs);
    if (await isMet()) return true;
    if (due.length > 0) clock.nowMs = Math.min(...due);
    return false;
  });
}

for (const kind of KINDS) {
  describe(`${kind}: webhooks`, () => {
    test('three servers send each event once, signed, in order', async (t) => {
      const store = await freshStore(t, kind);
      // Their clocks differ.
      const clocks = [0, 5, 10].map((seconds) => Date.parse('2026-11-11T12:00:00Z') + seconds * 1_000);
      const services = clocks.map((nowMs) => startService(t, { store, nowMs, ...OPTIONS }));
      const [service] = await Promise.all(services);
      const receiver = await startReceiver(t);
      const { context, family, setPlan } = await makeApiFamily(service as Service);
      const { secret } = await addEndpoint(context, family, receiver, ['plan.changed', 'list.changed']);
      const versions: number[] = [];
      for (const name of ['Dal', 'Soup', 'Curry', 'Pasta', 'Pizza']) {
        versions.push((await setPlan(THIS_WEEK, { Monday: { dinner: { description: name } } })).version);
        await until('delivery', () => receiver.received.length >= versions.length * 2);
      }
      strictEqual(receiver.received.length, 10);
      strictEqual(new Set(receiver.received.map(({ id }) => id)).size, 10);
      for (const each of receiver.received) verify(secret, each);
      deepStrictEqual(
        receiver.accepted().map(({ type, data }) => [type, data]),
        versions.flatMap((version) =>
          ['plan.changed', 'list.changed'].map((type) => [
            type,
            { weekOf: '2026-11-09T00:00:00.000Z', version },
          ]),
        ),
      );
    });

    test('changes that are made while no server runs are sent after the start', async (t) => {
      const store = await freshStore(t, kind);
      const receiver = await startReceiver(t);
      const clock = { nowMs: Date.parse('2026-11-11T12:00:00Z') };
      const { context, family, setPlan } = await makeApiFamily({ store, clock } as Service);
      await addEndpoint(context, family, receiver);
      await setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Dal' } } });
      const { version } = await setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Soup' } } });
      const { id } = accepted(await addRecipe(context, family, RECIPE));
      await startService(t, { store, ...OPTIONS });
      await until('deliveries', () => receiver.received.length === 3);
      const [plan, list, recipe] = receiver.accepted();
      deepStrictEqual([plan?.type, versionOf(plan), versionOf(list)], ['plan.changed', version, version]);
      deepStrictEqual(recipe?.data, { recipeId: id, version: version + 1 });
    });
  });
}

test('a receiver that was away for 24 hours gets the newest version of everything', async (t) => {
  const prepared = await prepare(t);
  const { service, receiver, dinner, deliveries } = prepared;
  receiver.respond = () => ({ status: 503 });
  await dinner('Dal');
  await until('attempt', async () => (await deliveries())[0]?.outcome === '503');
  const [first] = receiver.received;
  const startedMs = service.clock.nowMs;
  const [old, next] = [await dinner('Soup'), await dinner('Rice', NEXT_WEEK)];
  const latest = await dinner('Curry');
  await moveOn(prepared, () => service.clock.nowMs - startedMs >= 24 * HOUR_MS);
  strictEqual(receiver.accepted().length, 0);
  ok(receiver.received.length < 9, 'no more attempts than the schedule has');
  receiver.respond = () => ({ status: 200 });
  await moveOn(prepared, () => receiver.accepted().length === 3);
  // The one that was tried stays as it is, with its id. Of the others, the newest of each week.
  strictEqual(receiver.received.at(-3)?.id, first?.id);
  deepStrictEqual(receiver.accepted().map(versionOf), [old.version - 1, next.version, latest.version]);
  await until('the last result is stored', async () =>
    (await deliveries()).every(({ state }) => state === 'delivered'),
  );
});

test('ten attempts over three days, then the delivery is given up and the endpoint is off', async (t) => {
  const prepared = await prepare(t);
  const { service, receiver, dinner, deliveries, endpoint, family } = prepared;
  receiver.respond = () => ({ status: 500 });
  const startedMs = service.clock.nowMs;
  await dinner('Dal');
  await moveOn(prepared, async () => (await endpoint()).offAt !== null);
  const hours = (service.clock.nowMs - startedMs) / HOUR_MS;
  strictEqual(receiver.received.length, 10);
  strictEqual(new Set(receiver.received.map(({ id }) => id)).size, 1);
  ok(hours > 67 && hours < 76, `${hours} hours`);
  deepStrictEqual([(await endpoint()).offReason, (await deliveries())[0]?.state], ['failing', 'given-up']);
  const { events } = await readSecurityEvents(service.store.db, family, {});
  deepStrictEqual(
    events.slice(0, 1).map(({ action, actor, name }) => [action, actor.kind, name]),
    [['webhook.failing', 'service', 'Hook']],
  );
});

test('what a killed server had claimed is sent once its claim has ended', async (t) => {
  const { service, receiver, dinner, id } = await prepare(t);
  const claimed_until = instantText(service.clock.nowMs + 40_000);
  await service.store.db
    .transaction()
    .execute((tx) => tx.updateTable('webhooks').set({ claimed_until }).where('id', '=', id).execute());
  const { version } = await dinner('Dal');
  strictEqual(receiver.received.length, 0);
  service.clock.nowMs += 40_001;
  await until('delivery', () => receiver.accepted().map(versionOf).includes(version));
});

test('410 switches the endpoint off, and what changes meanwhile is not sent later', async (t) => {
  const { receiver, dinner, endpoint, context, family, id } = await prepare(t);
  receiver.respond = () => ({ status: 410 });
  await dinner('Dal');
  await until('off', async () => (await endpoint()).offReason === 'gone');
  await dinner('Soup');
  receiver.respond = () => ({ status: 204 });
  accepted(await switchWebhook(context, family, id, true));
  const { version } = await dinner('Curry');
  await until('delivery', () => receiver.received.length === 2);
  deepStrictEqual(receiver.accepted().map(versionOf), [version]);
});

test('a message that is refused waits alone; a receiver that is away gets nothing else meanwhile', async (t) => {
  const prepared = await prepare(t);
  const { service, receiver, dinner, deliveries } = prepared;
  receiver.respond = ({ body }) => ({ status: body.includes('2026-11-09') ? 400 : 200 });
  await dinner('Dal');
  await until('refusal', async () => (await deliveries())[0]?.outcome === '400');
  await dinner('Rice', NEXT_WEEK);
  await until('delivery', () => receiver.accepted().length === 1);
  receiver.respond = () => ({ status: 429, headers: { 'retry-after': '7200' } });
  const { version } = await dinner('Soup', NEXT_WEEK);
  await until('refusal', async () => (await deliveries()).some(({ outcome }) => outcome === '429'));
  const waiting = (await deliveries()).find(({ outcome }) => outcome === '429');
  const waitMs = Date.parse(waiting?.dueAt ?? '') - Date.parse(waiting?.attemptedAt ?? '');
  strictEqual(waitMs, 7_200_000, 'Retry-After is respected');
  const tried = receiver.received.length;
  receiver.respond = () => ({ status: 200 });
  await dinner('Dal again');
  service.clock.nowMs += HOUR_MS;
  await until('delivery row', async () => (await deliveries()).length === 4);
  strictEqual(receiver.received.length, tried);
  await moveOn(prepared, () => receiver.accepted().length === 4);
  ok(receiver.accepted().some((event) => versionOf(event) === version));
});

test('a receiver that does not respond does not delay the other endpoints of the family', async (t) => {
  const { service, receiver, dinner, context, family } = await prepare(t);
  const slow = await startReceiver(t);
  const released = Promise.withResolvers<void>();
  slow.respond = () => released.promise.then(() => ({ status: 200 }));
  const { id } = await addEndpoint(context, family, slow, ['plan.changed']);
  await dinner('Dal');
  await until('the request without a response', () => slow.received.length === 1);
  const { version } = await dinner('Soup');
  await until('delivery', () => receiver.accepted().map(versionOf).includes(version));
  const waiting = await listDeliveries(service.store.db, family, id, 9);
  released.resolve();
  deepStrictEqual(
    waiting.map(({ attempts }) => attempts),
    [0],
  );
});

test('after a rotation both secrets verify until the overlap ends', async (t) => {
  const { service, receiver, dinner, context, family, id, secret } = await prepare(t);
  const { secret: next } = accepted(await rotateWebhookSecret(context, family, id, 'day'));
  match(next, /^whsec_[0-9A-Za-z+/]{43}=$/);
  notStrictEqual(next, secret);
  await dinner('Dal');
  await until('delivery', () => receiver.received.length === 1);
  for (const valid of [secret, next]) verify(valid, receiver.received[0] as never);
  service.clock.nowMs += 25 * HOUR_MS;
  await dinner('Soup');
  await until('delivery', () => receiver.received.length === 2);
  verify(next, receiver.received[1] as never);
  throws(() => verify(secret, receiver.received[1] as never));
});

test('redirects are not followed, and addresses are checked at each delivery', async (t) => {
  const { receiver, dinner, deliveries, service } = await prepare(t);
  receiver.respond = () => ({ status: 302, headers: { location: receiver.url } });
  await dinner('Dal');
  await until('outcome', async () => (await deliveries())[0]?.outcome === '302');
  strictEqual(receiver.received.length, 1);
  // The operator allows this machine no more.
  const store = await freshStore(t, 'sqlite');
  const strict = await startService(t, { store });
  const other = await makeApiFamily(strict);
  const { id } = await addEndpoint(other.context, other.family, receiver);
  await other.setPlan(THIS_WEEK, { Monday: { dinner: { description: 'Dal' } } });
  await until('refusal', async () =>
    (await listDeliveries(store.db, other.family, id, 9)).some(
      ({ outcome }) => outcome === 'address-private',
    ),
  );
  strictEqual(receiver.received.length, 1);
  ok(!strict.log().includes('/hook') && !service.log().includes('/hook'), 'no address in the log');
});

test('without Premium nothing is sent, also not when it is back', async (t) => {
  const { receiver, dinner, service, family, context, id } = await prepare(t);
  await setPremium(context, family, 'none');
  await dinner('Dal');
  const { version } = await dinner('Soup');
  await until('skipped', async () => {
    const [row] = await service.store.db.selectFrom('webhooks').selectAll().where('id', '=', id).execute();
    return row?.last_change === version && row.claimed_until === null;
  });
  await setPremium(context, family, 'forever');
  const latest = await dinner('Curry');
  await until('delivery', () => receiver.received.length === 1);
  deepStrictEqual(receiver.accepted().map(versionOf), [latest.version]);
});
