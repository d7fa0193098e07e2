import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import {
  allAllergens,
  allBreaks,
  type Allergen,
  ALLERGENS,
  type Diet,
  EU_ALLERGENS,
  US_ALLERGENS,
} from './food.ts';

test('has the 14 allergens of EU law and the 9 of US law; only wheat is not among the former', () => {
  strictEqual(EU_ALLERGENS.length, 14);
  strictEqual(US_ALLERGENS.length, 9);
  deepStrictEqual(
    ALLERGENS.filter((allergen) => !(EU_ALLERGENS as readonly string[]).includes(allergen)),
    ['wheat'],
  );
});

test('wheat implies gluten, gluten does not imply wheat', () => {
  deepStrictEqual(allAllergens(['wheat']), new Set(['wheat', 'gluten']));
  deepStrictEqual(allAllergens(['gluten']), new Set(['gluten']));
});

const cases: { written: Diet[]; allergens: Allergen[]; breaks: Diet[] }[] = [
  { written: [], allergens: [], breaks: [] },
  { written: [], allergens: ['milk'], breaks: ['dairy-free', 'vegan'] },
  { written: [], allergens: ['eggs'], breaks: ['vegan'] },
  { written: [], allergens: ['fish'], breaks: ['vegan', 'vegetarian'] },
  { written: [], allergens: ['crustaceans'], breaks: ['vegan', 'vegetarian'] },
  { written: [], allergens: ['molluscs'], breaks: ['vegan', 'vegetarian'] },
  { written: [], allergens: ['wheat'], breaks: ['gluten-free'] },
  { written: [], allergens: ['gluten'], breaks: ['gluten-free'] },
  { written: [], allergens: ['nuts', 'soy', 'celery'], breaks: [] },
  { written: ['pescatarian'], allergens: [], breaks: ['pescatarian', 'vegan', 'vegetarian'] },
  { written: ['no-pork'], allergens: [], breaks: ['no-pork', 'pescatarian', 'vegan', 'vegetarian'] },
  { written: ['no-alcohol'], allergens: ['sulphites'], breaks: ['no-alcohol'] },
  { written: ['vegan'], allergens: [], breaks: ['vegan'] },
];
for (const { written, allergens, breaks } of cases) {
  test(`[${written.join(', ')}] with the allergens [${allergens.join(', ')}] breaks [${breaks.join(', ')}]`, () => {
    deepStrictEqual([...allBreaks(written, allergens)].toSorted(), breaks);
  });
}

test('an additional allergen never removes a broken diet', () => {
  for (const one of ALLERGENS) {
    for (const other of ALLERGENS) {
      const [alone, both] = [allBreaks([], [one]), allBreaks([], [one, other])];
      ok(alone.isSubsetOf(both), `${one}, ${other}`);
    }
  }
});
