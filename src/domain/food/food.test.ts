import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import {
  allAllergens,
  allBreaks,
  allMayBreaks,
  type Allergen,
  ALLERGENS,
  type Diet,
  EU_ALLERGENS,
  US_ALLERGENS,
  type WrittenFacts,
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
  { written: [], allergens: ['crustaceans'], breaks: ['kosher-style', 'vegan', 'vegetarian'] },
  { written: [], allergens: ['molluscs'], breaks: ['kosher-style', 'vegan', 'vegetarian'] },
  { written: [], allergens: ['wheat'], breaks: ['gluten-free'] },
  { written: [], allergens: ['gluten'], breaks: ['gluten-free'] },
  { written: [], allergens: ['nuts', 'soy', 'celery'], breaks: [] },
  { written: ['pescatarian'], allergens: [], breaks: ['pescatarian', 'vegan', 'vegetarian'] },
  {
    written: ['no-pork'],
    allergens: [],
    breaks: ['halal-style', 'kosher-style', 'no-pork', 'pescatarian', 'vegan', 'vegetarian'],
  },
  { written: ['no-alcohol'], allergens: ['sulphites'], breaks: ['halal-style', 'no-alcohol'] },
  { written: ['kosher-style'], allergens: ['fish'], breaks: ['kosher-style', 'vegan', 'vegetarian'] },
  { written: ['vegan'], allergens: [], breaks: ['vegan'] },
];
for (const { written, allergens, breaks } of cases) {
  test(`[${written.join(', ')}] with the allergens [${allergens.join(', ')}] breaks [${breaks.join(', ')}]`, () => {
    deepStrictEqual([...allBreaks(written, allergens)].toSorted(), breaks);
  });
}

test('an additional allergen never removes a broken diet', () => {
  for (const first of ALLERGENS) {
    for (const second of ALLERGENS) {
      const [alone, both] = [allBreaks([], [first]), allBreaks([], [first, second])];
      ok(alone.isSubsetOf(both), `${first}, ${second}`);
    }
  }
});

const NOTHING: WrittenFacts = { allergens: [], mayContain: [], breaks: [], mayBreak: [] };
const mayBreakCases: { what: string; facts: Partial<WrittenFacts>; mayBreak: Diet[] }[] = [
  { what: 'carrots', facts: {}, mayBreak: [] },
  { what: 'beef, whose slaughter only its label tells', facts: { breaks: ['pescatarian'] }, mayBreak: [] },
  { what: 'pork', facts: { breaks: ['no-pork'] }, mayBreak: [] },
  { what: 'milk', facts: { allergens: ['milk'] }, mayBreak: [] },
  { what: 'fish', facts: { allergens: ['fish'] }, mayBreak: [] },
  { what: 'a sauce with a little fish', facts: { mayContain: ['fish'] }, mayBreak: ['vegan', 'vegetarian'] },
  { what: 'prawns', facts: { allergens: ['crustaceans'] }, mayBreak: ['halal-style'] },
  { what: 'mussels', facts: { allergens: ['molluscs'] }, mayBreak: ['halal-style'] },
  {
    what: 'a paste that may hold prawns',
    facts: { mayContain: ['crustaceans'] },
    mayBreak: ['halal-style', 'kosher-style', 'vegan', 'vegetarian'],
  },
  {
    what: 'Parmesan, which is made with rennet',
    facts: { allergens: ['milk'], breaks: ['pescatarian'] },
    mayBreak: ['halal-style', 'kosher-style'],
  },
  {
    what: 'Gouda, which may be made with rennet',
    facts: { allergens: ['milk'], mayBreak: ['pescatarian'] },
    mayBreak: ['halal-style', 'kosher-style', 'pescatarian', 'vegetarian'],
  },
  {
    what: 'sprinkles that may be coloured with insects',
    facts: { mayBreak: ['vegetarian'] },
    mayBreak: ['halal-style', 'kosher-style', 'vegan', 'vegetarian'],
  },
  {
    what: 'jelly that may hold gelatine',
    facts: { mayBreak: ['no-pork'] },
    mayBreak: ['halal-style', 'kosher-style', 'no-pork', 'pescatarian', 'vegan', 'vegetarian'],
  },
  {
    what: 'extract that may hold alcohol',
    facts: { mayBreak: ['no-alcohol'] },
    mayBreak: ['halal-style', 'no-alcohol'],
  },
  { what: 'peanut butter that may hold honey', facts: { mayBreak: ['vegan'] }, mayBreak: ['vegan'] },
];
for (const { what, facts, mayBreak } of mayBreakCases) {
  test(`${what}: may break [${mayBreak.join(', ')}]`, () => {
    deepStrictEqual([...allMayBreaks({ ...NOTHING, ...facts })].toSorted(), mayBreak);
  });
}

test('no diet is both broken and possibly broken', () => {
  const facts: WrittenFacts = { ...NOTHING, breaks: ['no-pork'], mayBreak: ['no-pork', 'no-alcohol'] };
  deepStrictEqual([...allMayBreaks(facts)], ['no-alcohol']);
});
