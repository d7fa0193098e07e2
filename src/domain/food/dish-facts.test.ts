import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { allAllergens, allBreaks, allMayBreaks, type Diet, type WrittenFacts } from './food.ts';
import { dishDiets } from './dish-facts.ts';

function food(written: Partial<WrittenFacts>) {
  const { allergens = [], mayContain = [], breaks = [], mayBreak = [] } = written;
  return {
    allergens: allAllergens(allergens),
    mayContain: allAllergens(mayContain),
    breaks: allBreaks(breaks, allergens),
    mayBreak: allMayBreaks({ allergens, mayContain, breaks, mayBreak }),
  };
}

const FOODS = {
  chicken: food({ breaks: ['pescatarian'] }),
  'beef stock': food({ breaks: ['pescatarian'], mayContain: ['milk'] }),
  bacon: food({ breaks: ['no-pork'] }),
  salmon: food({ allergens: ['fish'] }),
  eel: food({ allergens: ['fish'], breaks: ['kosher-style'] }),
  prawns: food({ allergens: ['crustaceans'] }),
  eggs: food({ allergens: ['eggs'] }),
  cream: food({ allergens: ['milk'] }),
  bread: food({ allergens: ['wheat'], mayContain: ['milk'] }),
  Parmesan: food({ allergens: ['milk'], breaks: ['pescatarian'] }),
  Gouda: food({ allergens: ['milk'], mayBreak: ['pescatarian'] }),
  'stuffing mix': food({ mayBreak: ['pescatarian'] }),
  wine: food({ breaks: ['no-alcohol'] }),
  rice: food({}),
};
type Answer = 'fits' | 'may break' | 'breaks';
type Name = keyof typeof FOODS;

function answer(diet: Diet, names: readonly Name[]): Answer {
  const { breaks, mayBreak } = dishDiets(names.map((name) => FOODS[name]));
  if (breaks.includes(diet)) return 'breaks';
  return mayBreak.includes(diet) ? 'may break' : 'fits';
}

const dishes: [names: Name[], kosher: Answer, halal: Answer][] = [
  [['chicken', 'rice'], 'fits', 'fits'],
  [['cream', 'rice'], 'fits', 'fits'],
  [['chicken', 'cream'], 'breaks', 'fits'],
  [['cream', 'rice', 'chicken'], 'breaks', 'fits'],
  [['beef stock', 'cream'], 'breaks', 'fits'],
  [['beef stock', 'rice'], 'may break', 'fits'],
  [['chicken', 'bread'], 'may break', 'fits'],
  [['chicken', 'bread', 'cream'], 'breaks', 'fits'],
  [['bread', 'cream'], 'fits', 'fits'],
  [['chicken', 'eggs'], 'fits', 'fits'],
  [['salmon', 'cream'], 'fits', 'fits'],
  [['eel', 'rice'], 'breaks', 'fits'],
  [['prawns', 'rice'], 'breaks', 'may break'],
  [['bacon', 'rice'], 'breaks', 'breaks'],
  [['Parmesan', 'rice'], 'may break', 'may break'],
  [['Parmesan', 'cream'], 'may break', 'may break'],
  [['Parmesan', 'chicken'], 'breaks', 'may break'],
  [['Gouda', 'cream'], 'may break', 'may break'],
  [['Gouda', 'chicken'], 'breaks', 'may break'],
  [['stuffing mix', 'rice'], 'may break', 'may break'],
  [['wine', 'chicken'], 'fits', 'breaks'],
];
for (const [names, kosher, halal] of dishes) {
  test(`${names.join(' with ')}: ${kosher} kosher-style, ${halal} halal-style`, () => {
    deepStrictEqual([answer('kosher-style', names), answer('halal-style', names)], [kosher, halal]);
  });
}

test('a dish breaks every diet that one of its foods breaks', () => {
  for (const first of Object.values(FOODS)) {
    for (const second of Object.values(FOODS)) {
      const { breaks, mayBreak } = dishDiets([first, second]);
      const all = [first, second].flatMap((each) => [...each.breaks]);
      const doubtful = [first, second].flatMap((each) => [...each.mayBreak]);
      deepStrictEqual(
        [all.filter((diet) => !breaks.includes(diet)), breaks.filter((diet) => mayBreak.includes(diet))],
        [[], []],
      );
      deepStrictEqual(
        doubtful.filter((diet) => !breaks.includes(diet) && !mayBreak.includes(diet)),
        [],
      );
    }
  }
});
