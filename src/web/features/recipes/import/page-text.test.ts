import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { allowedMs } from '#test/support/until.ts';
import { handedPage } from './bookmarklet.ts';
import { pageText, sharedPage, typedAddress } from './page-text.ts';

const pages: [what: string, page: string, sent: string][] = [
  ['styles, drawings and comments', '<p>a<style>p{}</style><SVG x><p></SVG ><!-- <p> -->b', '<p>ab'],
  [
    'scripts but those with data',
    '<script>x</script><script type="application/ld+json">{}</script>',
    '<script type="application/ld+json">{}</script>',
  ],
  ['nothing where the end is missing', '<style>a<p>b<style>c', '<style>a<p>b<style>c'],
  ['nothing of plain text', '1 < 2 eggs', '1 < 2 eggs'],
];
for (const [what, page, sent] of pages) {
  test(`leaves out ${what}`, () => strictEqual(pageText(page), sent));
}

test('leaves things out in linear time', () => {
  const before = performance.now();
  strictEqual(pageText('<style>'.repeat(300_000)).length, 2_100_000);
  pageText('<script></script><!--'.repeat(100_000));
  if (performance.now() - before > allowedMs(5_000)) throw new Error('too slow');
});

const addresses: [typed: string, address: string | undefined][] = [
  [' https://soups.example/leek?x=1 ', 'https://soups.example/leek?x=1'],
  ['soups.example/leek', 'https://soups.example/leek'],
  ['HTTP://soups.example', 'http://soups.example/'],
  ['leek soup', undefined],
  ['leek', undefined],
  ['', undefined],
];
for (const [typed, address] of addresses) {
  test(`"${typed}" is ${address ?? 'no address'}`, () => strictEqual(typedAddress(typed), address));
}

const shared: [search: string, page: object | undefined][] = [
  ['?url=https%3A%2F%2Fa.example%2Fx&title=Soup', { address: 'https://a.example/x' }],
  ['?text=Look%3A%20https%3A%2F%2Fa.example%2Fx', { address: 'https://a.example/x' }],
  ['?title=Soup&text=1%20onion', { text: 'Soup\n\n1 onion' }],
  ['?title=Soup', undefined],
  ['', undefined],
];
for (const [search, page] of shared) {
  test(`shares ${search || 'nothing'}`, () => deepStrictEqual(sharedPage(search), page));
}

const origin = 'https://a.example';
const messages: [data: unknown, page: object | undefined][] = [
  [
    { kind: 'weekfare-page', html: '<p>', address: `${origin}/x` },
    { origin, html: '<p>', address: `${origin}/x` },
  ],
  [
    { kind: 'weekfare-page', html: '<p>', address: 'https://b.example/' },
    { origin, html: '<p>', address: origin },
  ],
  [
    { kind: 'weekfare-page', html: '<p>' },
    { origin, html: '<p>', address: origin },
  ],
  [{ kind: 'weekfare-page', html: 1 }, undefined],
  [{ kind: 'another', html: '<p>' }, undefined],
  [null, undefined],
  ['weekfare-page', undefined],
];
for (const [data, page] of messages) {
  test(`receives ${JSON.stringify(data)}`, () => deepStrictEqual(handedPage({ data, origin }), page));
}
