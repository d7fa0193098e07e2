/** Changes come from our own pages only: every route that changes something, asked from elsewhere. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { APP_ROUTES } from '#server.ts';
import { CASES, dump, makeWorld, send } from '#test/app-cases.ts';
import { startService } from '#test/service.ts';
import { KINDS } from '#test/store.ts';
import { isSameOrigin } from './same-origin.ts';

const host = 'weekfare.example';
const decisions: { headers: Record<string, string>; publicUrl?: string; same: boolean; why: string }[] = [
  { headers: { 'sec-fetch-site': 'same-origin' }, same: true, why: 'the browser says so' },
  { headers: { 'sec-fetch-site': 'same-site' }, same: false, why: 'a sister host is not us' },
  { headers: { 'sec-fetch-site': 'cross-site' }, same: false, why: 'another site' },
  { headers: { 'sec-fetch-site': 'none' }, same: false, why: 'typed or bookmarked, never a change' },
  { headers: { 'sec-fetch-site': '' }, same: false, why: 'an empty word is no word' },
  {
    headers: { 'sec-fetch-site': 'cross-site', origin: `https://${host}`, host },
    same: false,
    why: 'Sec-Fetch-Site wins over Origin',
  },
  { headers: { origin: `http://${host}`, host }, same: true, why: 'Origin names the host asked' },
  { headers: { origin: `http://${host}:81`, host }, same: false, why: 'another port' },
  { headers: { origin: `http://${host}.evil.example`, host }, same: false, why: 'a longer name' },
  { headers: { origin: 'null', host }, same: false, why: 'a sandboxed page' },
  { headers: { host }, same: false, why: 'no word at all' },
  {
    headers: { origin: `https://${host}`, host: '127.0.0.1:3000' },
    publicUrl: `https://${host}`,
    same: true,
    why: 'behind a proxy the configured address counts, not Host',
  },
  {
    headers: { origin: 'http://127.0.0.1:3000', host: '127.0.0.1:3000' },
    publicUrl: `https://${host}`,
    same: false,
    why: 'behind a proxy Host proves nothing',
  },
  {
    headers: { origin: `http://${host}`, host },
    publicUrl: `https://${host}`,
    same: false,
    why: 'http is another origin than https',
  },
];

for (const { headers, publicUrl, same, why } of decisions) {
  test(`${JSON.stringify(headers)} at ${publicUrl ?? 'no address'}: ${same}, ${why}`, () => {
    strictEqual(isSameOrigin(headers, publicUrl), same);
  });
}

const FOREIGN: Record<string, string | undefined>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: undefined },
];

for (const kind of KINDS) {
  describe(`${kind}: same origin`, async () => {
    const service = await startService({ after }, { kind });

    for (const { method, path } of APP_ROUTES.filter((route) => route.method !== 'GET')) {
      const name = `${method} ${path}`;
      test(`${name} from elsewhere is refused and writes nothing; from here it passes`, async () => {
        service.clock.nowMs += 60_000;
        const world = await makeWorld(service);
        const { path: address, body, owner } = CASES[name] ?? { path: () => '/', owner: 0 };
        const call = { method, path: address(world), token: world.owner.token };
        const before = await dump(service.store);
        for (const headers of FOREIGN) {
          const answer = await send(service, { ...call, body: body?.(world), headers });
          strictEqual(answer.status, 403, JSON.stringify(headers));
          strictEqual(answer.body.code, 'cross-site');
          strictEqual(answer.headers.get('set-cookie'), null);
        }
        deepStrictEqual(await dump(service.store), before);
        const headers = { 'sec-fetch-site': 'same-origin', origin: undefined };
        strictEqual((await send(service, { ...call, body: body?.(world), headers })).status, owner);
      });
    }
  });
}
