/** Small weeks in which one term of the objective alone decides between two dishes. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Meals } from '#domain/plan/plan.ts';
import { planWeek } from '#planner/plan.ts';
import { dish, eater, food, place, rule, settingsOf, task } from '#test/planner/small-week.ts';
import type { Dish, DishFood } from './dish.ts';

type Facts = Parameters<typeof task>[0];
type Pair = { better: Partial<Dish>; worse: Partial<Dish>; facts?: (better: string, worse: string) => Facts };

const slotSettings = settingsOf('Monday dinner');
const [ann, ben] = [eater('Ann'), eater('Ben')];
const child = eater('Kim', { portion: 'child' });

/** The dish for Monday dinner if these two can be chosen. */
function choice({ better, worse, facts = () => ({}) }: Pair, betterId: string, worseId: string): string {
  const { dishes = [], preferences, ...others } = facts(betterId, worseId);
  const family = task({
    dishes: [dish(betterId, better), dish(worseId, worse), ...dishes],
    ...others,
    preferences: { slotSettings, ...preferences },
  });
  const monday = planWeek(family).meals.find(({ day, slot }) => day === 'Monday' && slot === 'dinner');
  return monday?.kind === 'cooked' ? monday.recipeId : 'none';
}

/** Fixed dinners from Wednesday on. Their dishes cannot be chosen. */
function fixedDinners(...dishes: Dish[]): Pick<Facts, 'dishes' | 'existingMeals'> {
  const days = ['Wednesday', 'Friday', 'Sunday', 'Thursday'] as const;
  const existingMeals: Meals = {};
  for (const [at, { id, title }] of dishes.entries()) {
    existingMeals[days[at] ?? 'Saturday'] = { dinner: { description: title, recipeId: id } };
  }
  return { dishes, existingMeals };
}

/** A dish that can only be rated or served in other weeks. */
function past(id: string, facts: Partial<Dish>): Dish {
  return dish(id, { slots: ['breakfast'], ...facts });
}

const parsley = food('parsley', { keepsDays: 3, packs: [50] });
const kcal = (energyKcal: number, proteinG = 40): Pick<Dish, 'nutrition'> => ({
  nutrition: { ...dish('').nutrition, energyKcal, proteinG },
});

const cases: { [term: string]: Pair } = {
  'the stars of the eaters': {
    better: {},
    worse: {},
    facts: (better) => ({ stars: { Ann: { [better]: 4 } }, preferences: { eaters: [ann, ben] } }),
  },
  'stars of an eater who is away do not count': {
    better: {},
    worse: {},
    facts: (better, worse) => ({
      stars: { Ann: { [worse]: 5 }, Ben: { [better]: 4 } },
      preferences: { eaters: [ann, ben], slotSettings: settingsOf(['Monday dinner', { away: ['Ann'] }]) },
    }),
  },
  'stars for other dishes of the same cuisine': {
    better: { cuisine: 'Thai' },
    worse: { cuisine: 'Greek' },
    facts: () => ({
      dishes: [past('rated', { cuisine: 'thai' })],
      stars: { Ann: { rated: 5 } },
      preferences: { eaters: [ann] },
    }),
  },
  'one star, which the stars of others do not outweigh': {
    better: {},
    worse: {},
    // Ben gets his favourite on Tuesday, so that fairness does not decide.
    facts: (_, worse) => ({
      dishes: [dish('treat')],
      stars: { Ann: { [worse]: 5 }, Ben: { [worse]: 1, treat: 5 } },
      locked: [{ ...place('Tuesday dinner'), recipeId: 'treat' }],
      preferences: {
        eaters: [ann, ben],
        slotSettings: settingsOf('Monday dinner', ['Tuesday dinner', { away: ['Ann'] }]),
      },
    }),
  },
  'a soft dislike': {
    better: {},
    worse: { foodKeys: ['kale'] },
    facts: () => ({
      preferences: { eaters: [eater('Ann', { dislikes: [{ foodId: 'kale', isHard: false }] })] },
    }),
  },
  'a dish for children': {
    better: { isForChildren: true },
    worse: {},
    facts: () => ({ preferences: { eaters: [ann, child] } }),
  },
  'a dish that is not for children': {
    better: {},
    worse: { isForChildren: false },
    facts: () => ({ preferences: { eaters: [ann, child] } }),
  },
  'a dish that most families know': { better: { isFamiliar: true }, worse: {} },
  'a gluten-free version where everyone eats gluten': {
    better: {},
    worse: { isGlutenFreeVersion: true },
    facts: () => ({ preferences: { eaters: [ann, ben] } }),
  },
  'a sweet dish as a main meal': { better: {}, worse: { isSweet: true } },
  'a dish of the season': { better: { seasons: ['summer'] }, worse: {} },
  'a dish of another season': { better: {}, worse: { seasons: ['winter'] } },
  'a dish that was served longer ago': {
    better: {},
    worse: {},
    facts: (better, worse) => ({ servedWeeksAway: { [better]: 6, [worse]: 5 } }),
  },
  'a near-identical dish in the last week': {
    better: {},
    worse: { dishFamily: 'lasagne' },
    facts: () => ({ dishes: [past('last', { dishFamily: 'lasagne' })], servedWeeksAway: { last: 1 } }),
  },
  'a near-identical dish one week away rather than two': {
    better: { dishFamily: 'omelette' },
    worse: { dishFamily: 'lasagne' },
    facts: () => ({
      dishes: [past('last', { dishFamily: 'lasagne' }), past('earlier', { dishFamily: 'omelette' })],
      servedWeeksAway: { last: 1, earlier: 2 },
    }),
  },
  'a dish that the family refused': {
    better: {},
    worse: {},
    facts: (better, worse) => ({ rejectedWeeksAgo: { [better]: 26, [worse]: 25 } }),
  },
  'a dish that the family wants soon': {
    better: {},
    worse: { isFamiliar: true },
    facts: (better) => ({ wanted: [better] }),
  },
  'minutes of work on a workday': { better: { activeMinutes: 20 }, worse: { activeMinutes: 21 } },
  'fish that does not keep from the shopping on Saturday to Monday': {
    better: { freshDays: 2 },
    worse: { freshDays: 1 },
  },
  'fish after the shopping on Monday itself keeps': {
    better: { freshDays: 0, isFamiliar: true },
    worse: {},
    facts: () => ({ preferences: { shoppingDay: 'Monday' } }),
  },
  'near-identical dishes in the week': {
    better: {},
    worse: { dishFamily: 'lasagne' },
    facts: () => fixedDinners(dish('other', { dishFamily: 'lasagne' })),
  },
  ...Object.fromEntries(
    (['protein', 'cuisine', 'form', 'starch', 'mainFood'] as const).map((trait) => [
      `another dish of the same ${trait} in the week`,
      {
        better: { [trait]: 'rice' },
        worse: { [trait]: 'pasta' },
        facts: () => fixedDinners(dish('other', { [trait]: 'pasta' })),
      },
    ]),
  ),
  'another dish with pulses in the week': {
    better: { protein: 'Tofu' },
    worse: { protein: 'Lentils' },
    facts: () => fixedDinners(dish('one', { protein: 'beans' }), dish('other', { protein: 'chickpeas' })),
  },
  'a starch "none" is no repetition': {
    better: { starch: 'none', isFamiliar: true },
    worse: { starch: 'rice' },
    facts: () => fixedDinners(dish('one', { starch: 'none' }), dish('other', { starch: 'none' })),
  },
  'a favourite cuisine': {
    better: { cuisine: 'thai' },
    worse: { cuisine: 'Greek' },
    facts: () => ({ ...fixedDinners(dish('one')), preferences: { cuisines: ['Thai'] } }),
  },
  'a favourite cuisine in at most half of the meals': {
    better: { cuisine: 'Greek', isFamiliar: true },
    worse: { cuisine: 'Thai' },
    facts: () => ({
      ...fixedDinners(dish('one', { cuisine: 'Thai' }), dish('two', { cuisine: 'Thai' }), dish('other')),
      preferences: { cuisines: ['Thai'] },
    }),
  },
  'meat in a balanced mix': {
    better: { mainKind: 'meat' },
    worse: {},
    facts: () => fixedDinners(dish('one'), dish('other')),
  },
  'less meat in a mix of plants': {
    better: {},
    worse: { mainKind: 'meat' },
    facts: () => ({ ...fixedDinners(dish('one'), dish('other')), preferences: { mix: 'plants' } }),
  },
  'fish once a week': {
    better: { mainKind: 'fish' },
    worse: {},
    facts: () =>
      fixedDinners(
        ...['one', 'two'].map((id) => dish(id, { mainKind: 'meat' })),
        dish('three'),
        dish('four'),
      ),
  },
  'a dish that the family knows, after three new ones': {
    better: {},
    worse: {},
    facts: (better) => ({
      ...fixedDinners(dish('one'), dish('two'), dish('three')),
      servedWeeksAway: { [better]: 20 },
      stars: { Ann: { liked: 5, 'liked too': 4 } },
      preferences: { eaters: [ann] },
    }),
  },
  'the budget': {
    better: { foods: [food('beans', { centsPerKg: 500 })] },
    worse: { foods: [food('beef', { centsPerKg: 506 })] },
    facts: () => ({ preferences: { budgetCents: 100 } }),
  },
  'a pantry food before its date': {
    better: { foods: [food('leek')] },
    worse: { foods: [food('kale')] },
    facts: () => ({
      pantry: [
        { foodId: 'leek', bestBefore: '2026-06-15' },
        { foodId: 'kale', bestBefore: '2026-06-14' },
      ],
    }),
  },
  'energy within the range': { better: kcal(600), worse: kcal(599) },
  'energy not above the range': { better: kcal(1_000), worse: kcal(1_001) },
  'enough protein': { better: kcal(800, 14), worse: kcal(800, 13) },
  'the goal of an eater': {
    better: kcal(800, 40),
    worse: kcal(800, 39),
    facts: () => ({ preferences: { eaters: [eater('Ann', { goals: { proteinG: { min: 100 } } })] } }),
  },
  'the goal of an eater with a large portion': {
    better: kcal(600),
    worse: kcal(800),
    facts: () => ({
      preferences: {
        eaters: [eater('Ann', { portion: 'hungry', goals: { energyKcal: { min: 2_000, max: 2_300 } } })],
      },
    }),
  },
  'a soft rule': {
    better: { protein: 'fish' },
    worse: {},
    facts: () => ({
      preferences: { rules: [rule('r', { tag: 'protein:fish', atLeast: 1, isHard: false })] },
    }),
  },
};
for (const [term, pair] of Object.entries(cases)) {
  test(`decides: ${term}`, () => {
    strictEqual(choice(pair, 'a', 'z'), 'a');
    strictEqual(choice(pair, 'z', 'a'), 'z', 'whatever the order');
  });
}

/** The dishes by slot, for example `Monday dinner`. */
function planOf(facts: Facts): { [place: string]: string } {
  const { meals } = planWeek(task(facts));
  return Object.fromEntries(
    meals.map((meal) => [
      `${meal.day} ${meal.slot}`,
      meal.kind === 'leftovers' ? `leftovers of ${meal.recipeId}` : 'recipeId' in meal ? meal.recipeId : '',
    ]),
  );
}

function foods(...ids: string[]): DishFood[] {
  return ids.map((id) => food(id));
}

test('shares a pack only while it is good, in dishes that are otherwise different', () => {
  const opener = dish('opener', { foods: [...foods('a', 'b', 'c'), parsley] });
  const sharing = dish('sharing', { foods: [...foods('d', 'e', 'f'), parsley] });
  const other = dish('other', { foods: [...foods('g', 'h', 'i'), { ...parsley, foodId: 'dill' }] });
  const [near, late] = ['Thursday dinner', 'Friday dinner'].map((name) => {
    const score = (second: string): number =>
      planWeek(
        task({
          dishes: [opener, sharing, other],
          locked: [
            { ...place('Monday dinner'), recipeId: 'opener' },
            { ...place(name), recipeId: second },
          ],
          preferences: { slotSettings: settingsOf('Monday dinner', name) },
        }),
      ).score;
    return score('sharing') > score('other');
  });
  deepStrictEqual([near, late], [true, false]);
});

for (const trait of ['protein', 'cuisine', 'form', 'starch'] as const) {
  test(`does not serve the same ${trait} on neighbouring days`, () => {
    const same = { [trait]: 'rice' };
    const plan = planOf({
      dishes: [dish('a', same), dish('b', same), dish('c', { [trait]: 'noodles' })],
      existingMeals: { Monday: { dinner: { description: 'A', recipeId: 'a' } } },
      preferences: { slotSettings: settingsOf('Tuesday dinner', 'Wednesday dinner') },
    });
    deepStrictEqual(plan, { 'Tuesday dinner': 'c', 'Wednesday dinner': 'b' });
  });
}

test('a second serving of what one eater loves is worth less than what another loves', () => {
  const plan = planOf({
    dishes: [dish('a'), dish('b'), dish('c')],
    stars: { Ann: { a: 5, b: 5 }, Ben: { c: 5 } },
    preferences: { eaters: [ann, ben], slotSettings: settingsOf('Monday dinner', 'Thursday dinner') },
  });
  strictEqual(Object.values(plan).includes('c'), true);
});

test('plans leftovers for a lunch rather than a dinner', () => {
  const both = { slots: ['lunch', 'dinner'] } as const;
  const plan = planOf({
    dishes: [dish('pot', { freezes: true }), dish('salad', both)],
    locked: [{ ...place('Monday dinner'), recipeId: 'pot' }],
    preferences: {
      slotSettings: settingsOf('Monday dinner', 'Wednesday lunch', 'Wednesday dinner'),
      cooksDouble: true,
    },
  });
  deepStrictEqual(plan, {
    'Monday dinner': 'pot',
    'Wednesday lunch': 'leftovers of pot',
    'Wednesday dinner': 'salad',
  });
});

test('cooks fish on the days after the shopping', () => {
  const plan = planOf({
    dishes: [dish('cod', { freshDays: 1 }), dish('beans')],
    preferences: {
      shoppingDay: 'Wednesday',
      slotSettings: settingsOf('Tuesday dinner', 'Thursday dinner'),
    },
  });
  deepStrictEqual(plan, { 'Tuesday dinner': 'beans', 'Thursday dinner': 'cod' });
});

test('a gluten-free version is as good as any other dish where somebody avoids gluten', () => {
  const plan = planOf({
    dishes: [dish('version', { isGlutenFreeVersion: true, isFamiliar: true }), dish('other')],
    preferences: {
      eaters: [ann, eater('Leo', { diets: ['gluten-free'] })],
      slotSettings: settingsOf('Monday dinner'),
    },
  });
  strictEqual(plan['Monday dinner'], 'version');
});

test('families that have said the same get different dishes', () => {
  const many = Array.from({ length: 20 }, (_, at) => dish(`dish-${at}`));
  const chosen = Array.from({ length: 20 }, (_, at) =>
    Object.values(
      planOf({
        familyId: `family-${at}`,
        dishes: many,
        preferences: { slotSettings: settingsOf('Monday dinner') },
      }),
    ),
  ).flat();
  ok(new Set(chosen).size >= 8, chosen.join());
});

test('cooks what takes work at the weekend', () => {
  const plan = planOf({
    dishes: [dish('roast', { activeMinutes: 60 }), dish('soup')],
    preferences: { slotSettings: settingsOf('Friday dinner', 'Saturday dinner') },
  });
  deepStrictEqual(plan, { 'Friday dinner': 'soup', 'Saturday dinner': 'roast' });
});
