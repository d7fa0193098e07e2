import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { findPage } from './pages.ts';

test('finds the page of a path and its parameter', () => {
  deepStrictEqual(findPage('/'), ['/', '']);
  deepStrictEqual(findPage('/list'), ['/list', '']);
  deepStrictEqual(findPage('/list/2026-11-09'), ['/list/:week', '2026-11-09']);
  deepStrictEqual(findPage('/recipes/new'), ['/recipes/new', '']);
  deepStrictEqual(findPage('/recipes/abc'), ['/recipes/:recipe', 'abc']);
  deepStrictEqual(findPage('/recipes/abc/edit'), ['/recipes/:recipe/edit', 'abc']);
});

for (const path of [
  '',
  '/nothing',
  '/list/',
  '/list/a/b',
  '/recipes/abc/delete',
  '/week',
  '//',
  '/constructor',
]) {
  test(`finds no page at "${path}"`, () => strictEqual(findPage(path), undefined));
}
