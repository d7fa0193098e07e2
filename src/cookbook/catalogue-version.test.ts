import { match, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { catalogueVersion, cookbookVersion, isOlderVersion } from './catalogue-version.ts';
import { RULES_VERSION } from './rules-version.ts';

const HASH = 'aaaaaaaaaaaaaaaa';
const HIGHER_HASH = 'bbbbbbbbbbbbbbbb';

test('the catalogue version contains the version of the rules and the hash of the food files', () => {
  match(catalogueVersion(), /^[1-9]\d*-[\w-]{16}$/);
  strictEqual(Number.parseInt(catalogueVersion()), RULES_VERSION);
  match(cookbookVersion(), /^[1-9]\d*(?:-[\w-]{16}){2}$/);
});

const pairs: [string, string, string][] = [
  ['a lower version of the rules', `9-${HASH}`, `10-${HASH}`],
  ['a lower version of the rules with a higher hash', `9-${HIGHER_HASH}`, `10-${HASH}`],
  ['the same version of the rules with a lower hash', `9-${HASH}`, `9-${HIGHER_HASH}`],
  ['a hash of an early release', '9-aaaaaaaaaaaaaa', `1-${HASH}`],
  ['an early hash that begins with a number', '99-aaaaaaaaaaaaa', `1-${HASH}`],
  ['an empty text', '', `1-${HASH}`],
];
for (const [what, older, newer] of pairs) {
  test(`${what} is older, and the newer one is not`, () => {
    strictEqual(isOlderVersion(older, newer), true);
    strictEqual(isOlderVersion(newer, older), false);
  });
}

test('no version is older than itself', () => {
  strictEqual(isOlderVersion(catalogueVersion(), catalogueVersion()), false);
});
