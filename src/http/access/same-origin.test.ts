/** Which requests come from our own pages. host-name.test.ts tests that every route checks it. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { isFromOtherSite, isSameOrigin } from './same-origin.ts';

const host = 'weekfare.example';
const decisions: { headers: Record<string, string>; publicUrl?: string; same: boolean; why: string }[] = [
  { headers: { 'sec-fetch-site': 'same-origin' }, same: true, why: 'from our own page' },
  { headers: { 'sec-fetch-site': 'same-site' }, same: false, why: 'another host of the same site' },
  { headers: { 'sec-fetch-site': 'cross-site' }, same: false, why: 'another site' },
  {
    headers: { 'sec-fetch-site': 'none' },
    same: false,
    why: 'typed or bookmarked, which never causes a change',
  },
  { headers: { 'sec-fetch-site': '' }, same: false, why: 'an empty value' },
  {
    headers: { 'sec-fetch-site': 'cross-site', origin: `https://${host}`, host },
    same: false,
    why: 'Sec-Fetch-Site wins over Origin',
  },
  { headers: { origin: `http://${host}`, host }, same: true, why: 'Origin equals Host' },
  { headers: { origin: `http://${host}:81`, host }, same: false, why: 'another port' },
  { headers: { origin: `http://${host}.evil.example`, host }, same: false, why: 'a longer name' },
  { headers: { origin: 'null', host }, same: false, why: 'a sandboxed page' },
  { headers: { host }, same: false, why: 'neither Sec-Fetch-Site nor Origin' },
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
  test(`${JSON.stringify(headers)} with ${publicUrl ?? 'no PUBLIC_URL'}: ${same ? 'same origin' : 'not same origin'}, ${why}`, () => {
    strictEqual(isSameOrigin(headers, publicUrl), same);
  });
}

for (const [site, isForeign] of [
  ['cross-site', true],
  ['same-site', true],
  ['same-origin', false],
  ['none', false],
  [undefined, false],
] as const) {
  test(`a read with Sec-Fetch-Site ${site} is ${isForeign ? '' : 'not '}from another site`, () => {
    strictEqual(isFromOtherSite(site === undefined ? {} : { 'sec-fetch-site': site }), isForeign);
  });
}
