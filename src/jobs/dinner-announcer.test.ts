/** The event `dinner.today`: at the family's hour, once a day, and only with a dinner. */
import { deepStrictEqual, match, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { setDinnerTime } from '#actions/plan/dinner-times.ts';
import { changeFamily } from '#actions/account/families.ts';
import { updateFamily } from '#storage/tables/account/families.ts';
import { listDeliveries } from '#storage/tables/keys-and-links/webhook-deliveries.ts';
import { findWebhook } from '#storage/tables/keys-and-links/webhooks.ts';
import { accepted } from '#test/support/accepted.ts';
import { makeApiFamily, THIS_WEEK } from '#test/support/api-family.ts';
import { startService } from '#test/support/service.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { addEndpoint, ALLOWS_LOOPBACK, startReceiver } from '#test/support/servers/webhook-receiver.ts';

const OPTIONS = { config: ALLOWS_LOOPBACK, eventIntervalMs: 50 };

for (const kind of KINDS) {
  test(`${kind}: dinner.today comes at the family's hour, once, and only with a dinner`, async (t) => {
    const store = await freshStore(t, kind);
    const nowMs = Date.parse('2026-11-11T12:00:00Z');
    const services = await Promise.all([1, 2].map(() => startService(t, { store, nowMs, ...OPTIONS })));
    const [service] = services;
    if (!service) return;
    const moveTo = (text: string) => {
      for (const { clock } of services) clock.nowMs = Date.parse(text);
    };
    const receiver = await startReceiver(t);
    const { context, family, setPlan } = await makeApiFamily(service);
    const { id } = await addEndpoint(context, family, receiver, ['dinner.today']);
    /** Of this many events, and their results are stored. Before, the other server repeats one when the clock moves. */
    const arrival = (count: number) =>
      until('dinner', async () => {
        const webhook = await findWebhook(store.db, family, id);
        const deliveries = await listDeliveries(store.db, family, id, 9);
        const isStored = webhook?.claimedUntil === null && deliveries.length === count;
        return isStored && deliveries.every(({ state }) => state === 'delivered');
      });
    await setPlan(THIS_WEEK, {
      Wednesday: { dinner: { description: 'Shakshuka', recipeId: 'shakshuka' } },
      Friday: { dinner: { description: 'Dal' } },
    });
    // Without a choice it is 16:00. In Berlin that is 15:00 in UTC.
    moveTo('2026-11-11T14:59:00Z');
    accepted(await setDinnerTime({ ...context, nowMs: Date.parse('2026-11-11T14:59:00Z') }, family, '17:30'));
    moveTo('2026-11-11T16:30:00Z');
    await arrival(1);
    const [event] = receiver.accepted();
    deepStrictEqual(event?.data, {
      date: '2026-11-11',
      weekOf: '2026-11-09T00:00:00.000Z',
      meal: { description: 'Shakshuka', recipeId: 'shakshuka' },
    });
    // Not again today at another time, and not on Thursday, which has no dinner.
    accepted(await setDinnerTime({ ...context, nowMs: Date.parse('2026-11-11T16:31:00Z') }, family, '18:00'));
    moveTo('2026-11-11T17:00:00Z');
    const dueAt = async () =>
      (
        await store.db.selectFrom('dinner_times').select('due_at').where('family_id', '=', family).execute()
      )[0]?.due_at;
    await until('next day', async () => (await dueAt()) === '2026-11-12T17:00:00.000Z');
    moveTo('2026-11-12T17:00:00Z');
    await until('next day', async () => (await dueAt()) === '2026-11-13T17:00:00.000Z');
    // With a new time zone the hour is that of the new one.
    const at = { ...context, nowMs: Date.parse('2026-11-12T18:00:00Z') };
    accepted(await changeFamily(at, family, { timeZone: 'Pacific/Auckland' }));
    strictEqual(await dueAt(), '2026-11-13T05:00:00.000Z');
    moveTo('2026-11-13T05:00:00Z');
    await arrival(2);
    deepStrictEqual(
      receiver.accepted().map(({ type, data }) => [type, 'date' in data && data.date]),
      [
        ['dinner.today', '2026-11-11'],
        ['dinner.today', '2026-11-13'],
      ],
    );
    // The server was down for a day: the dinner of yesterday is not announced.
    moveTo('2026-11-15T05:00:01Z');
    await until('next day', async () => (await dueAt()) === '2026-11-16T05:00:00.000Z');
    strictEqual(receiver.received.length, 2);
  });
}

test('a family that fails does not keep the others from their event', async (t) => {
  const service = await startService(t, OPTIONS);
  const receiver = await startReceiver(t);
  const [broken, sound] = [await makeApiFamily(service), await makeApiFamily(service)];
  const dinner = { Wednesday: { dinner: { description: 'Dal' } } };
  for (const { context, family, setPlan } of [broken, sound]) {
    await addEndpoint(context, family, receiver, ['dinner.today']);
    await setPlan(THIS_WEEK, dinner);
  }
  // Due before the other one.
  const earlier = { ...broken.context, nowMs: Date.parse('2026-11-11T11:00:00Z') };
  accepted(await setDinnerTime(earlier, broken.family, '15:00'));
  await service.store.db
    .transaction()
    .execute((tx) => updateFamily(tx, broken.family, { timeZone: 'Nowhere/Nothing' }));
  service.clock.nowMs = Date.parse('2026-11-11T15:00:00Z');
  await until('the dinner of the sound family', () => receiver.accepted().length === 1);
  match(service.log(), /dinners not announced/);
});
