import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { signUp, startService } from './service.ts';
import { KINDS } from './store.ts';

for (const kind of KINDS) {
  test(`${kind}: from sign-up to a plan`, async (t) => {
    const service = await startService(t, { kind });
    const { browser } = await signUp(service);
    const put = await browser.call('PUT', '/app/api/plans/2026-11-09/Monday/dinner', {
      version: 0,
      description: 'Dal',
    });
    strictEqual(put.status, 200, JSON.stringify(put.body));
    const key = await browser.call('POST', '/app/api/keys', { name: 'tablet' });
    strictEqual(key.status, 200, JSON.stringify(key.body));
    const r = await fetch(`${service.url}/api/meal-plans/v1/current`, {
      headers: { 'x-api-key': key.body.key },
    });
    strictEqual(r.status, 402);
  });
}
