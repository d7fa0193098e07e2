/** The demo family: it can sign in, it has Premium, two plans and a key, and its password is nobody's guess. */
import { deepStrictEqual, notStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { OPERATOR } from '#storage/audit.ts';
import { Browser, startService } from '#test/service.ts';
import { freshStore, KINDS } from '#test/store.ts';
import { makeDemoFamily } from './demo.ts';

for (const kind of KINDS) {
  test(`${kind}: the demo family's sign-in and key work, and both weeks have a plan`, async (t) => {
    const service = await startService(t, { kind });
    const context = { store: service.store, actor: OPERATOR, nowMs: service.clock.nowMs };
    const demo = await makeDemoFamily(context, 'Pacific/Kiritimati');
    ok(demo);
    const { email, password } = demo;
    const browser = new Browser(service);
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

  test(`${kind}: every demo password is another, and a zone nobody knows becomes UTC`, async (t) => {
    const [one, two] = [await freshStore(t, kind), await freshStore(t, kind)];
    const make = (store: typeof one) => makeDemoFamily({ store, actor: OPERATOR, nowMs: 0 }, 'Etc/Unknown');
    const [first, second] = [await make(one), await make(two)];
    ok(first && second);
    notStrictEqual(first.password, second.password);
    strictEqual(await make(one), undefined, 'and there is one demo family, however often it is asked for');
    const zones = await one.db.selectFrom('families').select('time_zone').execute();
    deepStrictEqual(
      zones.map((row) => row.time_zone),
      ['UTC'],
    );
  });
}
