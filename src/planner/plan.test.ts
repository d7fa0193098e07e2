/** What a family gets: small weeks of which every reader can say what is right. */
import { deepStrictEqual, notDeepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { ALLERGENS } from '#domain/food/food.ts';
import type { Proposal } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { DEFAULT_PREFERENCES } from '#domain/preferences/preferences.ts';
import { realKitchen } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { scoreOf } from '#test/planner/score.ts';
import { dish, dishes, eater, food, place, rule, table, task } from '#test/small-week.ts';
import { planWeek } from './plan.ts';
import type { PlanningTask } from './model/task.ts';

const cookbook = realKitchen().dishes;
const DINNERS = DAYS.map((day) => `${day} dinner`);

/** `Monday dinner: soup`, in the order of the week. */
function said({ meals }: Proposal): string[] {
  return meals.map((meal) => {
    const what = 'recipeId' in meal ? meal.recipeId : meal.kind;
    return `${meal.day} ${meal.slot}: ${meal.kind === 'leftovers' ? `rest of ${what}` : what}`;
  });
}

function recipeIds({ meals }: Pick<Proposal, 'meals'>): string[] {
  return meals.flatMap((meal) => (meal.kind === 'cooked' ? meal.recipeId : []));
}

function byDefault(more: Partial<PlanningTask> = {}): PlanningTask {
  return task({ dishes: cookbook, ...more, wishes: DEFAULT_PREFERENCES });
}

test('a family that says nothing gets a whole week, each dish once', () => {
  const proposal = planWeek(byDefault());
  strictEqual(proposal.meals.length, 9);
  ok(proposal.meals.every(({ kind }) => kind === 'cooked'));
  strictEqual(new Set(recipeIds(proposal)).size, 9);
  deepStrictEqual([proposal.unmet, proposal.offer], [[], undefined]);
});

test('the same seed gives the same week, to the letter, in whatever order the dishes come', () => {
  for (const family of [byDefault(), randomFamily(3, cookbook), randomFamily(27, cookbook)]) {
    const proposal = planWeek(family);
    deepStrictEqual(planWeek(structuredClone(family)), proposal);
    deepStrictEqual(planWeek({ ...family, dishes: cookbook.toReversed() }), proposal);
  }
});

test('other seeds give other weeks, nearly as good', () => {
  const best = planWeek({ ...byDefault(), seed: 0 });
  const fresh = [1, 2, 3, 4].map((seed) => {
    const { meals } = planWeek({ ...byDefault(), seed });
    const worth = scoreOf({ ...byDefault(), seed: 0 }, meals);
    ok(worth < best.score && worth > 0.85 * best.score, `seed ${seed}: ${worth} of ${best.score}`);
    return recipeIds({ meals }).filter((id) => !recipeIds(best).includes(id));
  });
  ok(fresh.every((ids) => ids.length > 0));
  ok(fresh.flat().length >= 12, fresh.join(' / '));
});

test('a deadline that is over at once still gives a whole week', () => {
  const proposal = planWeek(byDefault(), () => true);
  strictEqual(recipeIds(proposal).length, 9);
  ok(proposal.score <= planWeek(byDefault()).score);
});

test('nothing is planned where people placed a meal, and recurring meals come before the planner', () => {
  const pizza = { description: 'Pizza', kind: 'eating-out' as const };
  const proposal = planWeek(
    task({
      dishes: [dish('soup'), dish('stew'), dish('roast')],
      standing: { Monday: { dinner: { description: 'Soup', recipeId: 'soup' } } },
      wishes: {
        table: table('Monday dinner', 'Tuesday dinner', 'Friday dinner'),
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
  ok(!recipeIds(proposal).includes('soup'), 'soup stands on Monday');
  deepStrictEqual(recurring, [
    { ...place('Friday dinner'), kind: 'recurring', meal: pizza },
    { ...place('Sunday lunch'), kind: 'recurring', meal: pizza },
  ]);
});

test('no allergen, no diet broken, no hated food, and nothing that was not understood', () => {
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
      wishes: {
        table: table('Monday dinner', 'Tuesday dinner'),
        eaters: [
          eater('Ann', { allergens: ['nuts'] }),
          eater('Ben', { diets: ['vegetarian'], dislikes: [{ foodId: 'sprout', isHard: true }] }),
        ],
      },
    }),
  );
  deepStrictEqual(recipeIds(proposal), ['safe']);
  const none = planWeek(task({ dishes: others, wishes: { table: table(...DINNERS) } }));
  strictEqual(recipeIds(none).length, 4, 'where nobody has anything against them, all are eaten');
});

test('a dish fits its slot, its minutes, and has rested', () => {
  const proposal = planWeek(
    task({
      dishes: [
        dish('porridge', { slots: ['breakfast'] }),
        dish('roast', { totalMinutes: 31 }),
        dish('again'),
        dish('long ago', { totalMinutes: 30 }),
      ],
      served: { again: 2, 'long ago': 3 },
      wishes: { table: table(['Monday dinner', { minutes: 30 }], 'Monday breakfast'), restWeeks: 2 },
    }),
  );
  deepStrictEqual(said(proposal), ['Monday breakfast: porridge', 'Monday dinner: long ago']);
});

test('locks stay, the avoided does not come back, and the rest is planned around them', () => {
  const family = byDefault();
  const [first, second] = recipeIds(planWeek(family)) as [string, string];
  const locked = [{ ...place('Sunday dinner'), recipeId: first, isDouble: false }];
  const avoided = DINNERS.map((name) => ({ ...place(name), recipeId: second }));
  const proposal = planWeek({ ...family, locked, avoided });
  const sunday = proposal.meals.find(({ day, slot }) => day === 'Sunday' && slot === 'dinner');
  ok(sunday?.kind === 'cooked' && sunday.recipeId === first, 'the lock');
  deepStrictEqual(sunday.reasons[0], { kind: 'locked' });
  for (const meal of proposal.meals)
    ok(!(meal.kind === 'cooked' && meal.slot === 'dinner' && meal.recipeId === second));
});

const noLongerAllowed: [string, Partial<PlanningTask>][] = [
  ['contains what someone must not eat', { dishes: [dish('soup', { allergens: ['nuts'] }), dish('stew')] }],
  ['is not there any more', { dishes: [dish('stew')] }],
  ['rests', { served: { soup: 1 } }],
  ['was turned down there', { avoided: [{ ...place('Monday dinner'), recipeId: 'soup' }] }],
  ['stands elsewhere', { standing: { Tuesday: { dinner: { description: 'Soup', recipeId: 'soup' } } } }],
];
for (const [why, facts] of noLongerAllowed) {
  test(`a lock is dropped and its slot planned anew where the dish ${why}`, () => {
    const proposal = planWeek(
      task({
        dishes: [dish('soup'), dish('stew')],
        locked: [{ ...place('Monday dinner'), recipeId: 'soup', isDouble: false }],
        wishes: {
          table: table('Monday dinner'),
          eaters: [eater('Ann', { allergens: ['nuts'] })],
          restWeeks: 2,
        },
        ...facts,
      }),
    );
    deepStrictEqual(said(proposal), ['Monday dinner: stew']);
  });
}

test('a dinner is cooked double for the next day’s lunch, for all who eat of it', () => {
  const pot = dish('pot', { keeps: true, costCents: 150 });
  const week = { table: table(['Monday dinner', { servings: 4 }], ['Tuesday lunch', { servings: 3 }]) };
  const family = task({ dishes: [pot], wishes: { ...week, cooksDouble: true } });
  const proposal = planWeek(family);
  deepStrictEqual(said(proposal), ['Monday dinner: pot', 'Tuesday lunch: rest of pot']);
  const [dinner, lunch] = proposal.meals;
  ok(dinner?.kind === 'cooked' && dinner.servings === 7 && dinner.costCents === 1_050);
  deepStrictEqual(lunch?.kind === 'leftovers' && lunch.of, place('Monday dinner'));
  deepStrictEqual(dinner.reasons, [{ kind: 'double', day: 'Tuesday' }]);

  const gap = ['Monday dinner: pot', 'Tuesday lunch: gap'];
  deepStrictEqual(said(planWeek({ ...family, wishes: { ...family.wishes, cooksDouble: false } })), gap);
  deepStrictEqual(said(planWeek({ ...family, dishes: [{ ...pot, keeps: false }] })), gap);
  const avoided = [{ ...place('Tuesday lunch'), recipeId: 'pot' }];
  deepStrictEqual(said(planWeek({ ...family, avoided })), gap);
  const locked = [{ ...place('Monday dinner'), recipeId: 'pot', isDouble: false }];
  deepStrictEqual(said(planWeek({ ...family, locked })), gap);
});

test('leftovers stand only at the lunch of the very next day', () => {
  const pot = dish('pot', { keeps: true });
  for (const other of ['Wednesday lunch', 'Tuesday breakfast', 'Monday lunch', 'Tuesday dinner']) {
    const wishes = { table: table('Monday dinner', other), cooksDouble: true };
    const kinds = planWeek(task({ dishes: [pot], wishes })).meals.map(({ kind }) => kind);
    deepStrictEqual(kinds.toSorted(), ['cooked', 'gap'], other);
  }
});

test('a hard rule is kept: at most so many, rather an empty slot than one more', () => {
  const wishes = { table: table(...DINNERS), rules: [rule('r', { tag: 'protein:fish', atMost: 2 })] };
  const proposal = planWeek(task({ dishes: [...dishes(5, { protein: 'fish' }), ...dishes(4)], wishes }));
  strictEqual(recipeIds(proposal).filter((id) => id.startsWith('fish')).length, 2);
  strictEqual(proposal.meals.filter(({ kind }) => kind === 'gap').length, 1);
  deepStrictEqual(proposal.unmet, [], 'nothing is missing but a dish');
});

test('a hard rule is kept: at least so many, rather an empty slot than something else', () => {
  const wishes = { table: table(...DINNERS), rules: [rule('r', { tag: 'protein:fish', atLeast: 3 })] };
  const proposal = planWeek(task({ dishes: [...dishes(2, { protein: 'fish' }), ...dishes(9)], wishes }));
  strictEqual(recipeIds(proposal).filter((id) => id.startsWith('fish')).length, 2);
  strictEqual(proposal.meals.filter(({ kind }) => kind === 'gap').length, 1);
  deepStrictEqual(proposal.unmet, [{ ruleId: 'r', wanted: 3, possible: 2 }]);
});

test('what stands fixed counts for a rule, and a rule counts only its days and slots', () => {
  const friday = rule('friday', { tag: 'protein:fish', atLeast: 1, days: ['Friday'], slots: ['dinner'] });
  const family = task({
    dishes: [...dishes(3, { protein: 'fish' }), ...dishes(9)],
    stars: { Ann: { 'fish-1': 1, 'fish-2': 1 } },
    wishes: { eaters: [eater('Ann')], table: table(...DINNERS), rules: [friday] },
  });
  ok(said(planWeek(family)).some((line) => line.startsWith('Friday dinner: fish')));
  const standing = { Friday: { dinner: { description: 'Fish', recipeId: 'fish-0' } } };
  deepStrictEqual(planWeek({ ...family, standing }).unmet, []);
  const most = rule('most', { tag: 'protein:fish', atMost: 1 });
  const wishes = { ...family.wishes, rules: [most] };
  ok(!recipeIds(planWeek({ ...family, standing, wishes })).some((id) => id.startsWith('fish')));
});

test('rules that contradict each other leave slots empty and say so', () => {
  const proposal = planWeek(
    task({
      dishes: dishes(9, { protein: 'fish' }),
      wishes: {
        table: table(...DINNERS),
        rules: [
          rule('many', { tag: 'protein:fish', atLeast: 5 }),
          rule('few', { tag: 'protein:fish', atMost: 2 }),
        ],
      },
    }),
  );
  strictEqual(recipeIds(proposal).length, 2);
  deepStrictEqual(proposal.unmet, [{ ruleId: 'many', wanted: 5, possible: 2 }]);
  strictEqual(proposal.offer?.changes.length, 1);
});

test('a soft rule gives way where it must, and decides where it can', () => {
  const soft = rule('r', { tag: 'protein:fish', atLeast: 2, isHard: false });
  const family = task({
    dishes: [...dishes(1, { protein: 'fish' }), ...dishes(9)],
    stars: { Ann: { 'fish-0': 1 } },
    wishes: { eaters: [eater('Ann')], table: table('Monday dinner', 'Tuesday dinner'), rules: [soft] },
  });
  const proposal = planWeek(family);
  ok(recipeIds(proposal).includes('fish-0'), 'however little Ann likes it');
  deepStrictEqual([proposal.meals.length, proposal.unmet], [2, []]);
  ok(!recipeIds(planWeek({ ...family, wishes: { ...family.wishes, rules: [] } })).includes('fish-0'));
});

test('thirty eaters with every allergen among them get what is safe, or a reason', () => {
  const eaters = Array.from({ length: 30 }, (_, at) => {
    return eater(`eater-${at}`, { allergens: [ALLERGENS[at % ALLERGENS.length] ?? 'milk'] });
  });
  const family = byDefault();
  const proposal = planWeek({ ...family, wishes: { ...DEFAULT_PREFERENCES, eaters } });
  const safe = new Set(cookbook.filter(({ allergens }) => allergens.length === 0).map(({ id }) => id));
  ok(recipeIds(proposal).every((id) => safe.has(id)));
  for (const meal of proposal.meals) ok(meal.kind === 'cooked' || meal.kind === 'gap');
});

test('without dishes every slot is a gap of no dishes, and the offer is to leave them alone', () => {
  const proposal = planWeek(byDefault({ dishes: [] }));
  ok(proposal.meals.every((meal) => meal.kind === 'gap' && meal.obstacles.dishes === 0));
  strictEqual(proposal.offer?.changes.length, 9);
  ok(proposal.offer.changes.every(({ kind }) => kind === 'unplanned'));
});

test('without slots there is nothing to plan, and nothing is missing', () => {
  const proposal = planWeek(task({ dishes: cookbook }));
  const { meals, unmet, offer, score } = proposal;
  deepStrictEqual({ meals, unmet, offer, score }, { meals: [], unmet: [], offer: undefined, score: 0 });
});

test('a family that is never served the same again gets another week', () => {
  const first = planWeek(byDefault());
  const served = Object.fromEntries(recipeIds(first).map((id) => [id, 1]));
  const second = planWeek(byDefault({ served }));
  notDeepStrictEqual(recipeIds(second), recipeIds(first));
  ok(recipeIds(second).every((id) => !(id in served)));
});
