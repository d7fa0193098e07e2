import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dish, sampleCatalogue } from '#test/support/sample-foods.ts';
import { describeDish } from './describe-dish.ts';
import { MAX_GARNISH, MAX_PIECES, parsePicture, pictureText } from './dish-picture.ts';

test('the text of a picture is read as it was written', () => {
  const picture = {
    kind: 'curry',
    sauce: 'red',
    base: 'rice',
    pieces: ['chicken', 'pepper-red'],
    garnish: ['herb'],
    seed: 7,
  } as const;
  strictEqual(pictureText(picture), 'curry red rice chicken,pepper-red herb 7');
  deepStrictEqual(parsePicture(pictureText(picture)), picture);
  deepStrictEqual(parsePicture('soup clear none - - 0')?.pieces, []);
});

test('a text with unknown words is no picture, and unknown pieces are left out', () => {
  for (const text of ['', 'curry', 'goo red rice - - 1', 'curry <b> rice - - 1', 'curry red "onload= - - 1'])
    strictEqual(parsePicture(text), undefined, text);
  const picture = parsePicture('soup red none "><script>,carrot,unicorn style=x,herb NaN');
  deepStrictEqual([picture?.pieces, picture?.garnish, picture?.seed], [['carrot'], ['herb'], 0]);
  const many = parsePicture(`soup red none ${'carrot,'.repeat(50)} ${'herb,'.repeat(50)} 1e9`);
  strictEqual(many?.pieces.length, MAX_PIECES);
  strictEqual(many?.garnish.length, MAX_GARNISH);
});

test('a title decides only on words of the lists', () => {
  for (const title of [
    '"><script>alert(1)</script> soup',
    "Soup' onload='x",
    'soup with &lt;svg style="x"',
    'suppe \u202E\u0000',
  ]) {
    const text = describeDish({ ...dish('soup', 4, '2 onions'), title }, sampleCatalogue);
    ok(/^[a-z0-9 ,-]+$/.test(text), text);
    strictEqual(parsePicture(text)?.kind, 'soup', title);
  }
});

test('a recipe of which nothing is known is an empty plate', () => {
  const unknown = { id: 'x', title: 'Grandma’s surprise', ingredients: [{ text: 'stardust' }], steps: [] };
  const picture = parsePicture(describeDish(unknown, sampleCatalogue));
  deepStrictEqual(
    { ...picture, seed: 0 },
    { kind: 'plate', sauce: 'none', base: 'none', pieces: [], garnish: [], seed: 0 },
  );
});

test('the number of a picture varies with the id of the recipe', () => {
  const texts = ['a', 'b', 'c', 'd'].map((id) =>
    describeDish({ ...dish('soup', 4, '2 onions'), id }, sampleCatalogue),
  );
  ok(new Set(texts).size > 1, texts.join(' '));
});
