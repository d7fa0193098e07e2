/** The demo family: it can sign in, has Premium, two plans and a key, and a random password. */
import { deepStrictEqual, notStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { type ChangeContext, OPERATOR } from '#storage/transaction.ts';
import type { Store } from '#storage/store.ts';
import { dump } from '#test/support/snapshot.ts';
import { AppClient, startService } from '#test/support/service.ts';
import { freshStore, KINDS } from '#test/support/store.ts';
import { type Demo, makeDemoFamily } from './demo.ts';

for (const kind of KINDS) {
  test(`${kind}: the demo family's sign-in and key work, and both weeks have a plan`, async (t) => {
    const service = await startService(t, { kind });
    const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
    const [demo] = await makeDemo(context, 'Pacific/Kiritimati');
    ok(demo);
    const { email, password } = demo;
    const browser = new AppClient(service);
    strictEqual((await browser.call('POST', '/app/api/sign-in', { email, password })).status, 200);
    const { family } = (await browser.call('GET', '/app/api/me')).body;
    deepStrictEqual([family.timeZone, family.hasPremium], ['Pacific/Kiritimati', true]);
    for (const [which, weekOf] of [
      ['current', '2026-11-09T00:00:00.000Z'],
      ['next', '2026-11-16T00:00:00.000Z'],
    ]) {
      const headers = { 'x-api-key': demo.key };
      const response = await fetch(`${service.url}/api/meal-plans/v1/${which}`, { headers });
      const { data } = (await response.json()) as { data: { weekOf: string; meals: object } };
      strictEqual(data.weekOf, weekOf);
      ok(Object.keys(data.meals).length === 7);
    }
  });

  test(`${kind}: each demo family has its own password, and an unknown time zone becomes UTC`, async (t) => {
    const [one, two] = [await freshStore(t, kind), await freshStore(t, kind)];
    const [[first], [second]] = [
      await makeDemo(contextOf(one), 'Etc/Unknown'),
      await makeDemo(contextOf(two), 'Etc/Unknown'),
    ];
    ok(first && second);
    notStrictEqual(first.password, second.password);
    deepStrictEqual(await makeDemo(contextOf(one), 'UTC'), [], 'a database gets only one demo family');
    const zones = await one.db.selectFrom('families').select('time_zone').execute();
    deepStrictEqual(
      zones.map((row) => row.time_zone),
      ['UTC'],
    );
  });

  test(`${kind}: stores nothing if the demo family's credentials cannot be printed`, async (t) => {
    const store = await freshStore(t, kind);
    const before = await dump(store);
    await rejects(makeDemoFamily(contextOf(store), 'UTC', failToPrint), /cannot print/);
    deepStrictEqual(await dump(store), before);
    strictEqual((await makeDemo(contextOf(store), 'UTC')).length, 1, 'the next start creates it');
  });
}

const contextOf = (store: Store): ChangeContext => ({ store, actor: OPERATOR, nowMs: 0 });

function failToPrint(): never {
  throw new Error('cannot print');
}

/** Creates the demo family and returns those that were printed: one, or none if it exists. */
async function makeDemo(context: ChangeContext, zone: string): Promise<Demo[]> {
  const printed: Demo[] = [];
  strictEqual(await makeDemoFamily(context, zone, (demo) => printed.push(demo)), printed.length === 1);
  return printed;
}
