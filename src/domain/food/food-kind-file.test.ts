import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { parseFoodKinds } from './food-kind-file.ts';

const FREE_FROM = '# free-from\nwords: {}-free; without {s}; {}frei\n';

function parse(text: string) {
  return parseFoodKinds('food-kinds.txt', text);
}

test('reads the words, prefixes and facts of a kind', () => {
  const vegan = parse(
    '# vegan\nwords: vegan; plant-based\nprefixes: vegan\nwithout: milk, eggs\nbreaks: vegan\n',
  );
  deepStrictEqual([...vegan.keys()], ['vegan', 'plant based']);
  const { kind, isOnlyBefore } = vegan.get('vegan') ?? {};
  deepStrictEqual(kind, {
    id: 'vegan',
    prefixes: ['vegan'],
    without: new Set(['milk', 'eggs']),
    breaks: new Set(['vegan']),
    isSure: true,
  });
  strictEqual(isOnlyBefore, false);
});

test('makes the words of a noun, with its plural only where the noun stands alone', () => {
  const kinds = parse(`${FREE_FROM}\n# egg-free\nnouns: egg / eggs; Ei / Eier\nwithout: eggs\n`);
  deepStrictEqual(
    [...kinds.keys()],
    ['egg free', 'without egg', 'without eggs', 'eggfrei', 'ei free', 'without ei', 'without eier', 'eifrei'],
  );
});

test('says which word stands only before a food, and which kind leaves open what it holds', () => {
  const any = parse('# any\nwords: of choice\nbefore: any\nsure: no\n');
  strictEqual(any.get('any')?.isOnlyBefore, true);
  strictEqual(any.get('of choice')?.isOnlyBefore, false);
  strictEqual(any.get('any')?.kind.isSure, false);
});

const wrong: [string, string, RegExp][] = [
  [
    'a word of two kinds',
    '# vegan\nwords: vegan\n\n# vegetarian\nwords: Vegan\n',
    /line 4: "Vegan" occurs twice/,
  ],
  ['an unknown allergen', '# vegan\nwithout: cheese\n', /line 2: "cheese" is none of/],
  ['an unknown key', '# vegan\ncolour: green\n', /line 2/],
];
for (const [what, text, message] of wrong) {
  test(`refuses ${what}`, () => throws(() => parse(text), { message }));
}
