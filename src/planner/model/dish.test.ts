import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { byLanguage } from '#languages/language.ts';
import { COURSES } from '#domain/recipe/course.ts';
import { fillsSlot, type Recipe } from '#domain/recipe/recipe.ts';
import { makeFoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { FoodGroup } from '#domain/food/food-group.ts';
import type { Tag } from '#domain/preferences/preferences.ts';
import { PARTS_OF } from '#domain/food/whole-foods.ts';
import { bundledCookbook } from '#test/planner/random-cookbook.ts';
import { dish as recipe, sampleCatalogue } from '#test/support/sample-foods.ts';
import { planWeek } from '#planner/plan.ts';
import { dish, settingsOf, task } from '#test/planner/small-week.ts';
import { dishOf, hasTag } from './dish.ts';

test('has each food of the recipe once, with the grams of one serving', () => {
  const { foods } = dishOf(
    recipe('soup', 4, '1 onion', '2 large onions', '400 g celery', 'salt'),
    sampleCatalogue,
  );
  deepStrictEqual(
    foods.map(({ foodId, grams }) => [foodId, grams]),
    [
      ['celery', 100],
      ['onion', 100],
      ['salt', 0],
    ],
  );
});

test('counts foods as they are bought: cans, bones, and all foods of a line, but no alternatives', () => {
  const { foods } = dishOf(
    recipe(
      'stew',
      2,
      '1 chicken',
      '2 (15 oz) cans chickpeas',
      '100 g butter plus 60 g flour',
      '2 eggs or cream',
    ),
    sampleCatalogue,
  );
  deepStrictEqual(Object.fromEntries(foods.map(({ foodId, grams }) => [foodId, Math.round(grams)])), {
    butter: 50,
    chicken: 500,
    chickpea: 240,
    egg: 50,
    flour: 30,
  });
});

test('staples and foods with price 0 are staples', () => {
  const { foods } = dishOf(recipe('soup', 1, '1 l water', '1 tsp salt', '1 onion'), sampleCatalogue);
  deepStrictEqual(
    foods.filter(({ isStaple }) => isStaple).map(({ foodId }) => foodId),
    ['salt', 'water'],
  );
});

test('packs are in grams, ascending; a food that is sold loose has none', () => {
  const { foods } = dishOf(recipe('pancakes', 1, '100 g flour', '2 eggs', '1 potato'), sampleCatalogue);
  deepStrictEqual(Object.fromEntries(foods.map(({ foodId, packs }) => [foodId, packs])), {
    egg: [300, 500],
    flour: [500, 1_000],
    potato: [],
  });
});

test('buys whole lemons for zest and whole eggs for yolks, as the shopping list does', () => {
  const { dishes } = bundledCookbook();
  const parts = new Set([...PARTS_OF.values()].flat());
  const bought = new Set(dishes.flatMap(({ foods }) => foods.map(({ foodId }) => foodId)));
  deepStrictEqual(parts.intersection(bought), new Set());
  // A teaspoon of zest for four, where a tablespoon comes from each lemon of 158 g.
  const lemon = dishes
    .find(({ id }) => id === 'kaiserschmarrn')
    ?.foods.find(({ foodId }) => foodId === 'lemon');
  deepStrictEqual([Math.round(lemon?.grams ?? 0), lemon?.packs.map(Math.round)], [13, [158]]);
});

test('takes allergens, diets and completeness from the recipe', () => {
  const carbonara = dishOf(
    recipe('carbonara', 2, '200 g spaghetti', '100 g bacon', '2 eggs'),
    sampleCatalogue,
  );
  deepStrictEqual(carbonara.allergens, ['gluten', 'eggs', 'wheat']);
  ok(
    ['vegetarian', 'vegan', 'pescatarian', 'no-pork', 'gluten-free'].every((diet) =>
      carbonara.breaks.includes(diet as 'vegan'),
    ),
  );
  ok(carbonara.isComplete);
  strictEqual(
    dishOf(recipe('riddle', 2, '1 onion', '2 cups of stardust'), sampleCatalogue).isComplete,
    false,
  );
});

test('the cost of a serving uses the family’s prices if it has any', () => {
  const soup = recipe('soup', 2, '1 kg potatoes', '500 g onions');
  strictEqual(dishOf(soup, sampleCatalogue).costCents, 75);
  strictEqual(dishOf(soup, sampleCatalogue, { prices: new Map([['potato', 300]]) }).costCents, 175);
});

test('has no seasons if the recipe suits all four', () => {
  const soup: Recipe = recipe('soup', 2, '1 onion');
  deepStrictEqual(dishOf(soup, sampleCatalogue).seasons, []);
  deepStrictEqual(dishOf({ ...soup, season: ['winter'] }, sampleCatalogue).seasons, ['winter']);
});

test('waiting overnight or all day does not count as time until the meal is on the table', () => {
  const soup: Recipe = recipe('soup', 2, '1 onion');
  const minutes = (totalMinutes: number) => {
    const { clockMinutes, totalMinutes: total } = dishOf(
      { ...soup, activeMinutes: 20, totalMinutes },
      sampleCatalogue,
    );
    return [clockMinutes, total];
  };
  deepStrictEqual(minutes(60), [60, 60]);
  deepStrictEqual(minutes(319), [319, 319]);
  deepStrictEqual(minutes(320), [20, 320]);
});

test('the words of a title are unique, without short and common ones', () => {
  const { titleWords } = dishOf(
    { ...recipe('soup', 2, '1 onion'), title: 'Soup with Käse und the OLD Soup, à la' },
    sampleCatalogue,
  );
  deepStrictEqual(titleWords, ['soup', 'käse', 'old']);
});

test('a rest of fresh food spoils, a rest of a tin need not be used soon', () => {
  const { foods } = dishOf(
    recipe('soup', 2, '30 g parsley', '200 ml cream', '1 can chickpeas'),
    sampleCatalogue,
  );
  deepStrictEqual(
    foods.map(({ foodId, keepsDays }) => [foodId, keepsDays]),
    [
      ['chickpea', Infinity],
      ['cream', 7],
      ['parsley', 7],
    ],
  );
});

test('only a main dish fills a slot, and sweets and drinks are snacks', () => {
  const salmon = recipe('salmon', 2, '1 cod');
  const slots = COURSES.map((course) => [
    fillsSlot({ course, meals: ['dinner'] }, 'dinner'),
    fillsSlot({ course, meals: ['dinner'] }, 'lunch'),
    fillsSlot({ course, meals: ['dinner', 'snack'] }, 'snack'),
    ...dishOf({ ...salmon, course }, sampleCatalogue).slots,
  ]);
  const [beside, sweet] = [
    [false, false, false],
    [false, false, true],
  ];
  deepStrictEqual(slots, [[true, false, true, 'dinner'], beside, beside, sweet, sweet]);
});

test('a week whose dishes are all sides has a gap, and one with a main dish has that', () => {
  const dinner = recipe('soup', 2, '1 potato');
  const side = { ...recipe('coleslaw', 2, '1 celery'), course: 'salad' } as const;
  const preferences = { slotSettings: settingsOf('Monday dinner') };
  const planned = (...recipes: Recipe[]) => {
    const dishes = recipes.map((each) => dishOf(each, sampleCatalogue));
    const [meal] = planWeek(task({ dishes, preferences })).meals;
    return meal?.kind === 'cooked' ? meal.recipeId : meal?.kind;
  };
  deepStrictEqual([planned(side), planned(side, dinner)], ['gap', 'soup']);
});

test('the variant has the foods that take the place of those that are left out', () => {
  const chilli = recipe('chilli', 2, '200 g bacon', '1 onion');
  const [beans] = recipe('beans', 2, '1 can chickpeas').ingredients;
  const { variant, breaks } = dishOf(
    {
      ...chilli,
      form: 'stew',
      starch: 'none',
      mainFood: 'bacon',
      dishFamily: '',
      isForChildren: false,
      freezes: true,
      isForLunchbox: false,
      formerIds: [],
      variant: { title: 'with chickpeas', without: ['bacon'], ingredients: beans ? [beans] : [], step: '' },
    },
    sampleCatalogue,
  );
  ok(breaks.includes('no-pork') && !variant?.breaks.includes('no-pork'));
  deepStrictEqual(
    [
      variant?.title,
      variant?.foodKeys.toSorted(),
      variant?.foods.map(({ foodId, grams }) => [foodId, grams]),
    ],
    [
      'with chickpeas',
      ['chickpea', 'onion'],
      [
        ['chickpea', 120],
        ['onion', 50],
      ],
    ],
  );
  strictEqual(dishOf(chilli, sampleCatalogue).variant, undefined);
});

function group(key: FoodGroup['key'], ...foodIds: string[]): FoodGroup {
  return { key, names: byLanguage(() => []), titles: byLanguage(() => ''), foodIds: new Set(foodIds) };
}

test('knows all foods that its lines name, alternatives and second foods too, and their groups', () => {
  const catalogue = makeFoodCatalogue(sampleCatalogue.foods, [
    group('group:fats', 'butter', 'cream'),
    group('group:roots', 'potato', 'celery'),
    group('group:fish', 'cod'),
  ]);
  const soup = recipe('soup', 2, '1 potato', '20 g butter or cream', 'salt and celery');
  const { foods, foodKeys } = dishOf(soup, catalogue);
  deepStrictEqual(foodKeys.toSorted(), [
    'butter',
    'celery',
    'cream',
    'group:fats',
    'group:roots',
    'potato',
    'salt',
  ]);
  deepStrictEqual(
    foods.map(({ foodId }) => foodId),
    ['butter', 'celery', 'potato', 'salt'],
  );
});

const cases: [Tag, Parameters<typeof dish>[1], boolean][] = [
  ['food:olive', { foodKeys: ['olive', 'group:olives'] }, true],
  ['food:olive', { foodKeys: ['group:olives'], title: 'Olive' }, false],
  ['group:olives', { foodKeys: ['olive', 'group:olives'] }, true],
  ['group:olives', { foodKeys: ['olive', 'olives'] }, false],
  ['food:', { foodKeys: [''] }, false],
  ['protein:Fish', { protein: 'fish' }, true],
  ['protein:fish', { protein: 'fish fingers' }, false],
  ['cuisine:north african', { cuisine: 'North African' }, true],
  ['cuisine:', { cuisine: '' }, false],
  ['tag:Quick', { ownTags: ['for guests', 'quick'] }, true],
  ['tag:Ka\u0308se', { ownTags: ['käse'] }, true],
  ['tag:quick', { ownTags: ['quick and easy'], title: 'Quick' }, false],
  ['tag:quick', {}, false],
  ['title:pizza', { title: 'Pizza with rocket' }, true],
  ['title:PIE', { title: 'Fish pie' }, true],
  ['title:Quiche', { title: 'Leek tart', translatedTitles: ['Quiche mit Lauch'] }, true],
  ['title:pie', { title: 'Pierogi' }, false],
  ['title:pie', { title: 'Magpie' }, false],
  ['title:Käse', { title: 'Nudeln mit KÄSE' }, true],
  ['title:Ka\u0308se', { title: 'Käse' }, true],
  ['title:mac and cheese', { title: 'Best mac and cheese' }, true],
  ['title:a.c', { title: 'abc' }, false],
  ['diet:vegan', {}, true],
  ['diet:vegan', { breaks: ['vegan'] }, false],
  ['diet:vegan', { isComplete: false }, false],
];
for (const [tag, facts, has] of cases) {
  test(`${JSON.stringify(facts)} ${has ? 'has' : 'does not have'} the tag ${tag}`, () => {
    strictEqual(hasTag(dish('soup', facts), tag), has);
  });
}
