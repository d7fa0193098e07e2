/** Proposals for small weeks whose correct result is obvious. */
import { deepStrictEqual, notDeepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { ALLERGENS } from '#domain/food/food.ts';
import type { Proposal } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { bundledCookbook } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { factsOf } from '#test/planner/recipe-facts.ts';
import { scoreOf } from '#test/planner/optimum.ts';
import { dish, dishes, eater, food, place, rule, settingsOf, task } from '#test/planner/small-week.ts';
import { planWeek } from './plan.ts';
import type { Dish } from './model/dish.ts';
import type { PlanningTask } from './model/task.ts';

const { recipes, foods, dishes: cookbook } = bundledCookbook();
const DINNERS = DAYS.map((day) => `${day} dinner`);

/** For example `Monday dinner: soup`, in the order of the week. */
function summaryOf({ meals }: Proposal): string[] {
  return meals.map((meal) => {
    const what = 'recipeId' in meal ? meal.recipeId : meal.kind;
    return `${meal.day} ${meal.slot}: ${meal.kind === 'leftovers' ? `leftovers of ${what}` : what}`;
  });
}

function recipeIds({ meals }: Pick<Proposal, 'meals'>): string[] {
  return meals.flatMap((meal) => (meal.kind === 'cooked' ? meal.recipeId : []));
}

function defaultTask(more: Partial<PlanningTask> = {}): PlanningTask {
  return task({ dishes: cookbook, ...more, preferences: DEFAULT_PREFERENCES });
}

test('plans a complete week without repeated dishes for the default preferences', () => {
  const proposal = planWeek(defaultTask());
  strictEqual(proposal.meals.length, 9);
  ok(proposal.meals.every(({ kind }) => kind === 'cooked'));
  strictEqual(new Set(recipeIds(proposal)).size, 9);
  deepStrictEqual([proposal.unmet, proposal.offers], [[], []]);
});

test('a reason that fits most meals is given for few of them', () => {
  const preferences = { ...DEFAULT_PREFERENCES, eaters: [eater('mia', { portion: 'child' })] };
  const proposal = planWeek({ ...defaultTask(), preferences, servedWeeksAway: { porridge: 1 } });
  const kinds = proposal.meals.flatMap((meal) =>
    meal.kind === 'cooked' ? meal.reasons.map(({ kind }) => kind) : [],
  );
  const countOf = (kind: string): number => kinds.filter((given) => given === kind).length;
  deepStrictEqual([countOf('new'), countOf('children'), countOf('season') <= 3], [2, 2, true]);
});

test('the same seed gives an identical proposal, whatever the order of the dishes', () => {
  const family = randomFamily(3, cookbook);
  const reversed = { ...structuredClone(family), dishes: cookbook.toReversed() };
  deepStrictEqual(planWeek(reversed), planWeek(family));
});

test('other seeds give other weeks with a score above 85 % of the best', () => {
  const best = planWeek({ ...defaultTask(), seed: 0 });
  const fresh = [1, 2].map((seed) => {
    const { meals } = planWeek({ ...defaultTask(), seed });
    const worth = scoreOf({ ...defaultTask(), seed: 0 }, meals, factsOf(recipes, foods)) ?? 0;
    ok(worth < best.score && worth > 0.85 * best.score, `seed ${seed}: ${worth} of ${best.score}`);
    return recipeIds({ meals }).filter((id) => !recipeIds(best).includes(id));
  });
  ok(fresh.every((ids) => ids.length > 0));
  ok(fresh.flat().length >= 6, fresh.join(' / '));
});

test('plans a complete week even if the deadline has passed at the start', () => {
  const proposal = planWeek(defaultTask(), () => true);
  strictEqual(recipeIds(proposal).length, 9);
  ok(proposal.score <= planWeek(defaultTask()).score);
});

test('plans neither slots with an existing meal nor slots with a recurring meal', () => {
  const pizza = { description: 'Pizza', kind: 'eating-out' as const };
  const proposal = planWeek(
    task({
      dishes: [dish('soup'), dish('stew'), dish('roast')],
      existingMeals: { Monday: { dinner: { description: 'Soup', recipeId: 'soup' } } },
      preferences: {
        slotSettings: settingsOf('Monday dinner', 'Tuesday dinner', 'Friday dinner'),
        recurring: [
          { ...place('Friday dinner'), meal: pizza },
          { ...place('Monday dinner'), meal: pizza },
          { ...place('Sunday lunch'), meal: pizza },
        ],
      },
    }),
  );
  const [tuesday, ...recurring] = proposal.meals;
  strictEqual(tuesday?.day, 'Tuesday');
  ok(!recipeIds(proposal).includes('soup'), 'soup is cooked on Monday already');
  deepStrictEqual(recurring, [
    { ...place('Friday dinner'), kind: 'recurring', meal: pizza },
    { ...place('Sunday lunch'), kind: 'recurring', meal: pizza },
  ]);
});

test('excludes dishes with an allergen, a broken diet, a hard dislike or an unknown ingredient', () => {
  const safe = dish('safe');
  const others = [
    dish('nutty', { allergens: ['nuts'] }),
    dish('meaty', { breaks: ['vegetarian', 'vegan'] }),
    dish('sprouts', { foods: [food('sprout')] }),
    dish('riddle', { isComplete: false }),
  ];
  const proposal = planWeek(
    task({
      dishes: [...others, safe],
      preferences: {
        slotSettings: settingsOf('Monday dinner', 'Tuesday dinner'),
        eaters: [
          eater('Ann', { allergens: ['nuts'] }),
          eater('Ben', { diets: ['vegetarian'], dislikes: [{ foodId: 'sprout', isHard: true }] }),
        ],
      },
    }),
  );
  deepStrictEqual(recipeIds(proposal), ['safe']);
  const none = planWeek(task({ dishes: others, preferences: { slotSettings: settingsOf(...DINNERS) } }));
  strictEqual(recipeIds(none).length, 4, 'without eaters no dish is excluded');
});

const chanterelles = { foodKeys: ['chanterelle', 'group:mushrooms'] };
const riddle = dish('riddle', { isComplete: false });

/** The dish of a week with one dinner. */
function dinnerOf(choices: Dish[], preferences: Partial<Preferences>): string[] {
  const stars = { Ann: { toast: 4 } };
  const slotSettings = settingsOf('Monday dinner');
  return recipeIds(planWeek(task({ dishes: choices, stars, preferences: { slotSettings, ...preferences } })));
}

test('a hard dislike of a group excludes all its foods, also where they are not the first food of a line', () => {
  const stew = dish('stew', { ...chanterelles, foods: [food('beef')] });
  const eaters = [eater('Ann', { dislikes: [{ foodId: 'group:mushrooms', isHard: true }] })];
  deepStrictEqual(dinnerOf([dish('toast', chanterelles), stew], { eaters }), []);
});

test('a soft dislike of a group makes its dishes less likely', () => {
  for (const [foodId, chosen] of [
    ['group:mushrooms', 'soup'],
    ['group:fish', 'toast'],
  ] as const) {
    const eaters = [eater('Ann', { dislikes: [{ foodId, isHard: false }] })];
    deepStrictEqual(dinnerOf([dish('toast', chanterelles), dish('soup')], { eaters }), [chosen]);
  }
});

test('rules count what is in a dish: a food or a group', () => {
  const choices = [dish('toast', chanterelles), dish('mushroom-free soup'), riddle];
  for (const tag of ['group:mushrooms', 'food:chanterelle'] as const) {
    deepStrictEqual(dinnerOf(choices, { rules: [rule('one', { tag, atLeast: 1 })] }), ['toast']);
    deepStrictEqual(dinnerOf(choices, { rules: [rule('none', { tag, atMost: 0 })] }), ['mushroom-free soup']);
  }
});

test('a dish with an unknown ingredient does not pass a hard "never" of a food, but a soft one', () => {
  const never = rule('never', { tag: 'group:mushrooms', atMost: 0 });
  deepStrictEqual(dinnerOf([riddle], { rules: [never] }), []);
  deepStrictEqual(dinnerOf([riddle], { rules: [{ ...never, isHard: false }] }), ['riddle']);
});

test('chooses only dishes for the slot, within its minutes and, except for breakfasts, after their rest', () => {
  const proposal = planWeek(
    task({
      dishes: [
        dish('porridge', { slots: ['breakfast'] }),
        dish('roast', { totalMinutes: 31 }),
        dish('again'),
        dish('long ago', { totalMinutes: 30 }),
      ],
      servedWeeksAway: { porridge: 1, again: 2, 'long ago': 3 },
      preferences: {
        slotSettings: settingsOf(['Monday dinner', { minutes: 30 }], 'Monday breakfast'),
        restWeeks: 2,
      },
    }),
  );
  deepStrictEqual(summaryOf(proposal), ['Monday breakfast: porridge', 'Monday dinner: long ago']);
});

test('plans a breakfast that is wanted soon once, although it may repeat', () => {
  deepStrictEqual(breakfastsAt('Monday breakfast'), ['Monday breakfast: porridge']);
  const both = breakfastsAt('Monday breakfast', 'Thursday breakfast').join();
  ok(both.includes('porridge') && both.includes('toast'), both);
});

/** Porridge is wanted soon, toast is what most families know. */
function breakfastsAt(...places: string[]): string[] {
  const breakfasts = [
    dish('porridge', { slots: ['breakfast'] }),
    dish('toast', { slots: ['breakfast'], isFamiliar: true }),
  ];
  const preferences = { slotSettings: settingsOf(...places) };
  return summaryOf(planWeek(task({ dishes: breakfasts, wanted: ['porridge'], preferences })));
}

test('repeats breakfasts, on days apart while there are others, but no dinner', () => {
  const breakfasts = DAYS.map((day) => `${day} breakfast`);
  const plan = (count: number, ...others: string[]): (string | undefined)[] =>
    planWeek(
      task({
        dishes: [...dishes(count, { slots: ['breakfast'], protein: 'oats' }), dish('stew')],
        preferences: { slotSettings: settingsOf(...breakfasts, ...others) },
      }),
    ).meals.map((meal) => (meal.kind === 'cooked' ? meal.recipeId : undefined));
  const three = plan(3);
  deepStrictEqual(
    [...Map.groupBy(three, (id) => id).values()].map(({ length }) => length).toSorted((a, b) => a - b),
    [2, 2, 3],
  );
  ok(
    three.every((id, at) => id !== three[at + 1]),
    three.join(),
  );
  deepStrictEqual(new Set(plan(1)), new Set(['oats-0']), 'one breakfast is had every day');
  const dinners = plan(3, 'Monday dinner', 'Thursday dinner').filter((id) => id === 'stew');
  deepStrictEqual(dinners, ['stew']);
});

test('a dish is never both a breakfast and a main meal of a week, fixed or planned', () => {
  const eggs = dish('eggs', { slots: ['breakfast', 'dinner'] });
  const slotSettings = settingsOf('Monday breakfast', 'Tuesday breakfast', 'Wednesday dinner');
  const fixed = { Monday: { breakfast: { description: 'Eggs', recipeId: 'eggs' } } };
  const both = planWeek(task({ dishes: [eggs], preferences: { slotSettings } }));
  deepStrictEqual(summaryOf(both), [
    'Monday breakfast: eggs',
    'Tuesday breakfast: eggs',
    'Wednesday dinner: gap',
  ]);
  const beside = planWeek(task({ dishes: [eggs], existingMeals: fixed, preferences: { slotSettings } }));
  deepStrictEqual(summaryOf(beside), ['Tuesday breakfast: eggs', 'Wednesday dinner: gap']);
});

test('locks of the same breakfast on two days stay', () => {
  const locked = ['Monday', 'Tuesday'].map((day) => ({ ...place(`${day} breakfast`), recipeId: 'oats-0' }));
  const proposal = planWeek(
    task({
      dishes: dishes(3, { slots: ['breakfast'], protein: 'oats' }),
      locked,
      preferences: { slotSettings: settingsOf('Monday breakfast', 'Tuesday breakfast') },
    }),
  );
  deepStrictEqual(recipeIds(proposal), ['oats-0', 'oats-0']);
});

test('leaves locks in place and does not propose an avoided dish again', () => {
  const family = defaultTask();
  const [first, second] = recipeIds(planWeek(family)) as [string, string];
  const locked = [{ ...place('Sunday dinner'), recipeId: first }];
  const proposal = planWeek({ ...family, locked, avoided: [second] });
  const sunday = proposal.meals.find(({ day, slot }) => day === 'Sunday' && slot === 'dinner');
  ok(sunday?.kind === 'cooked' && sunday.recipeId === first, 'the lock');
  deepStrictEqual(sunday.reasons[0], { kind: 'locked' });
  ok(!recipeIds(proposal).includes(second));
});

const noLongerAllowed: [string, Partial<PlanningTask>][] = [
  ['contains an allergen', { dishes: [dish('soup', { allergens: ['nuts'] }), dish('stew')] }],
  ['was deleted', { dishes: [dish('stew')] }],
  ['is resting', { servedWeeksAway: { soup: 1 } }],
  ['was rejected for the week', { avoided: ['soup'] }],
  [
    'is an existing meal',
    { existingMeals: { Tuesday: { dinner: { description: 'Soup', recipeId: 'soup' } } } },
  ],
];
for (const [why, facts] of noLongerAllowed) {
  test(`drops a lock and plans its slot again if the dish ${why}`, () => {
    const proposal = planWeek(
      task({
        dishes: [dish('soup'), dish('stew')],
        locked: [{ ...place('Monday dinner'), recipeId: 'soup' }],
        preferences: {
          slotSettings: settingsOf('Monday dinner'),
          eaters: [eater('Ann', { allergens: ['nuts'] })],
          restWeeks: 2,
        },
        ...facts,
      }),
    );
    deepStrictEqual(summaryOf(proposal), ['Monday dinner: stew']);
  });
}

test('leaves a slot empty rather than exceed a hard "at most" rule', () => {
  const preferences = {
    slotSettings: settingsOf(...DINNERS),
    rules: [rule('r', { tag: 'protein:fish', atMost: 2 })],
  };
  const proposal = planWeek(task({ dishes: [...dishes(5, { protein: 'fish' }), ...dishes(4)], preferences }));
  strictEqual(recipeIds(proposal).filter((id) => id.startsWith('fish')).length, 2);
  strictEqual(proposal.meals.filter(({ kind }) => kind === 'gap').length, 1);
  deepStrictEqual(proposal.unmet, [], 'the rule itself is met');
});

test('leaves a slot empty rather than fill it against a hard "at least" rule', () => {
  const preferences = {
    slotSettings: settingsOf(...DINNERS),
    rules: [rule('r', { tag: 'protein:fish', atLeast: 3 })],
  };
  const proposal = planWeek(task({ dishes: [...dishes(2, { protein: 'fish' }), ...dishes(9)], preferences }));
  strictEqual(recipeIds(proposal).filter((id) => id.startsWith('fish')).length, 2);
  strictEqual(proposal.meals.filter(({ kind }) => kind === 'gap').length, 1);
  deepStrictEqual(proposal.unmet, [{ ruleId: 'r', wanted: 3, possible: 2 }]);
});

test('a slot that no dish fits does not take the place of a dish that a hard rule asks for', () => {
  const slotSettings = settingsOf(...DINNERS);
  const proposal = planWeek(
    task({
      dishes: [...dishes(9), dish('fish', { protein: 'fish' })],
      stars: { Ann: { fish: 1 } },
      preferences: {
        eaters: [eater('Ann')],
        slotSettings: { ...slotSettings, Tuesday: { dinner: { minutes: 1 } } },
        rules: [rule('r', { tag: 'protein:fish', atLeast: 1 })],
      },
    }),
  );
  ok(recipeIds(proposal).includes('fish'));
  deepStrictEqual([recipeIds(proposal).length, proposal.unmet], [6, []]);
});

test('a rule counts fixed meals, and only its own days and slots', () => {
  const friday = rule('friday', { tag: 'protein:fish', atLeast: 1, days: ['Friday'], slots: ['dinner'] });
  const family = task({
    dishes: [...dishes(3, { protein: 'fish' }), ...dishes(9)],
    stars: { Ann: { 'fish-1': 1, 'fish-2': 1 } },
    preferences: { eaters: [eater('Ann')], slotSettings: settingsOf(...DINNERS), rules: [friday] },
  });
  ok(summaryOf(planWeek(family)).some((line) => line.startsWith('Friday dinner: fish')));
  const existingMeals = { Friday: { dinner: { description: 'Fish', recipeId: 'fish-0' } } };
  deepStrictEqual(planWeek({ ...family, existingMeals }).unmet, []);
  const most = rule('most', { tag: 'protein:fish', atMost: 1 });
  const preferences = { ...family.preferences, rules: [most] };
  ok(!recipeIds(planWeek({ ...family, existingMeals, preferences })).some((id) => id.startsWith('fish')));
});

test('leaves slots empty and reports the unmet rule if rules contradict each other', () => {
  const proposal = planWeek(
    task({
      dishes: dishes(9, { protein: 'fish' }),
      preferences: {
        slotSettings: settingsOf(...DINNERS),
        rules: [
          rule('many', { tag: 'protein:fish', atLeast: 5 }),
          rule('few', { tag: 'protein:fish', atMost: 2 }),
        ],
      },
    }),
  );
  strictEqual(recipeIds(proposal).length, 2);
  deepStrictEqual(proposal.unmet, [{ ruleId: 'many', wanted: 5, possible: 2 }]);
  strictEqual(proposal.offers[0]?.changes.length, 1);
});

test('meets a soft rule where possible, and fills the slots where not', () => {
  const soft = rule('r', { tag: 'protein:fish', atLeast: 2, isHard: false });
  const family = task({
    dishes: [...dishes(1, { protein: 'fish' }), ...dishes(9)],
    stars: { Ann: { 'fish-0': 1 } },
    preferences: {
      eaters: [eater('Ann')],
      slotSettings: settingsOf('Monday dinner', 'Tuesday dinner'),
      rules: [soft],
    },
  });
  const proposal = planWeek(family);
  ok(recipeIds(proposal).includes('fish-0'), 'the rule outweighs a one-star rating');
  deepStrictEqual([proposal.meals.length, proposal.unmet], [2, []]);
  ok(
    !recipeIds(planWeek({ ...family, preferences: { ...family.preferences, rules: [] } })).includes('fish-0'),
  );
});

test('proposes only safe dishes or gaps to thirty eaters who together have every allergen', () => {
  const eaters = Array.from({ length: 30 }, (_, at) => {
    return eater(`eater-${at}`, { allergens: [ALLERGENS[at % ALLERGENS.length] ?? 'milk'] });
  });
  const family = defaultTask();
  const proposal = planWeek({ ...family, preferences: { ...DEFAULT_PREFERENCES, eaters } });
  const safe = new Set(cookbook.filter(({ allergens }) => allergens.length === 0).map(({ id }) => id));
  ok(recipeIds(proposal).every((id) => safe.has(id)));
  for (const meal of proposal.meals) ok(meal.kind === 'cooked' || meal.kind === 'gap');
});

test('without dishes every slot is a gap, and the offer is not to plan them', () => {
  const proposal = planWeek(defaultTask({ dishes: [] }));
  ok(proposal.meals.every((meal) => meal.kind === 'gap' && meal.blockingConstraints.dishes === 0));
  strictEqual(proposal.offers[0]?.changes.length, 9);
  ok(proposal.offers[0].changes.every(({ kind }) => kind === 'unplanned'));
});

test('without slots the proposal is empty and has no offer', () => {
  const proposal = planWeek(task({ dishes: cookbook }));
  const { meals, unmet, offers, score } = proposal;
  deepStrictEqual({ meals, unmet, offers, score }, { meals: [], unmet: [], offers: [], score: 0 });
});

test('proposes other dishes for the next week while the first ones rest', () => {
  const first = planWeek(defaultTask());
  const servedWeeksAway = Object.fromEntries(recipeIds(first).map((id) => [id, 1]));
  const second = planWeek(defaultTask({ servedWeeksAway }));
  notDeepStrictEqual(recipeIds(second), recipeIds(first));
  ok(recipeIds(second).every((id) => !(id in servedWeeksAway)));
});
