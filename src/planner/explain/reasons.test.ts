/** Reasons are true by the planning task alone, and the most important ones come first. */
import { deepStrictEqual, fail, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { MealReason, Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { bundledCookbook } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { dish, eater, food, place, rule, slotSettings, task } from '#test/support/small-week.ts';
import { type Dish, hasTag } from '#planner/model/dish.ts';
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';

type Cooked = Extract<ProposedMeal, { kind: 'cooked' }>;
const cookbook = bundledCookbook().dishes;

function cookedIn({ meals }: Proposal): Cooked[] {
  return meals.filter((meal) => meal.kind === 'cooked');
}

function dishOf({ dishes }: PlanningTask, id: string): Dish {
  return dishes.find((dish) => dish.id === id) ?? fail(id);
}

function isRuleTrue(
  { ruleId }: MealReason & { kind: 'rule' },
  meal: Cooked,
  task: PlanningTask,
  proposal: Proposal,
): boolean {
  const rule = task.preferences.rules.find(({ id }) => id === ruleId) ?? fail(ruleId);
  const covers = (day: string, slot: string): boolean =>
    (rule.days.length === 0 || rule.days.includes(day as 'Monday')) &&
    (rule.slots.length === 0 || rule.slots.includes(slot as 'lunch'));
  const planned = cookedIn(proposal).filter(
    (one) => covers(one.day, one.slot) && hasTag(dishOf(task, one.recipeId), rule.tag),
  );
  return planned.includes(meal) && planned.length <= (rule.atLeast ?? 0);
}

function isSharesTrue(
  { day, foodId }: MealReason & { kind: 'shares' },
  meal: Cooked,
  task: PlanningTask,
  proposal: Proposal,
): boolean {
  const earlier = [
    ...cookedIn(proposal)
      .filter((one) => one.day === day)
      .map(({ recipeId }) => recipeId),
    ...Object.values(task.existingMeals[day] ?? {}).map((existing) => existing?.recipeId),
    ...task.preferences.recurring
      .filter((recurring) => recurring.day === day)
      .map((recurring) => recurring.meal.recipeId),
  ];
  const shared = dishOf(task, meal.recipeId).foods.find((food) => food.foodId === foodId);
  return (
    DAYS.indexOf(day) < DAYS.indexOf(meal.day) &&
    shared?.isPerishable === true &&
    earlier.some((id) => task.dishes.some((one) => one.id === id && uses(one, foodId)))
  );
}

/** Checks a reason against the task and the proposal. */
function isTrue(reason: MealReason, meal: Cooked, task: PlanningTask, proposal: Proposal): boolean {
  const { preferences, week } = task;
  const dish = dishOf(task, meal.recipeId);
  const dateOf = (day: string): string =>
    Temporal.PlainDate.from(week)
      .add({ days: DAYS.indexOf(day as 'Monday') })
      .toString();
  switch (reason.kind) {
    case 'locked':
      return task.locked.some(
        ({ day, slot, recipeId }) =>
          `${day} ${slot} ${recipeId}` === `${meal.day} ${meal.slot} ${meal.recipeId}`,
      );
    case 'rule':
      return isRuleTrue(reason, meal, task, proposal);
    case 'stars':
      return reason.stars >= 4 && task.stars[reason.eaterId]?.[dish.id] === reason.stars;
    case 'pantry': {
      const entries = task.pantry.filter(({ foodId }) => foodId === reason.foodId && uses(dish, foodId));
      return reason.bestBefore === undefined
        ? entries.length > 0
        : entries.some(({ bestBefore }) => bestBefore === reason.bestBefore) &&
            dateOf(meal.day) <= reason.bestBefore;
    }
    case 'shares':
      return isSharesTrue(reason, meal, task, proposal);
    case 'double':
      return proposal.meals.some(
        (one) =>
          one.kind === 'leftovers' &&
          one.day === reason.day &&
          one.of.day === meal.day &&
          one.of.slot === meal.slot,
      );
    case 'quick':
      return (
        reason.day === meal.day &&
        reason.minutes === dish.totalMinutes &&
        reason.minutes <= (preferences.table[meal.day]?.[meal.slot]?.minutes ?? 0)
      );
    case 'cuisine':
      return reason.cuisine === dish.cuisine && preferences.cuisines.includes(dish.cuisine);
    case 'season':
      return dish.seasons.includes(task.season);
    case 'new':
      return !(dish.id in task.servedWeeksAway);
    case 'rested':
      return task.servedWeeksAway[dish.id] === reason.weeks && reason.weeks > preferences.restWeeks;
    case 'cheap':
      return preferences.budgetCents !== undefined && reason.costCents === meal.costCents;
    default:
      return true;
  }
}

test('every reason is true, and each meal of a hundred families has one to three different ones', () => {
  const seen = new Map<string, number>();
  for (let seed = 0; seed < 100; seed += 1) {
    const family = randomFamily(seed, cookbook, { isAgain: seed % 4 === 0 });
    const proposal = planWeek(family, () => true);
    for (const meal of cookedIn(proposal)) {
      const texts = meal.reasons.map((reason) => JSON.stringify(reason));
      ok(texts.length >= 1 && texts.length <= 3 && new Set(texts).size === texts.length, texts.join());
      for (const reason of meal.reasons) {
        ok(
          isTrue(reason, meal, family, proposal),
          `family ${seed}, ${meal.recipeId}: ${JSON.stringify(reason)}`,
        );
        seen.set(reason.kind, (seen.get(reason.kind) ?? 0) + 1);
      }
    }
  }
  // All kinds but `fits`, which is given only if there is no other reason.
  seen.delete('fits');
  strictEqual(seen.size, 12, `only ${[...seen.keys()].join()}`);
});

function reasonsOf(family: PlanningTask): MealReason[] {
  return cookedIn(planWeek(family)).at(-1)?.reasons ?? fail('no meal is cooked');
}

const monday = { table: slotSettings('Monday dinner') };

test('sorts by weight: a rule, a pantry food that is due, stars, then the rest', () => {
  deepStrictEqual(
    reasonsOf(
      task({
        dishes: [dish('curry', { protein: 'fish', cuisine: 'Indian', foods: [food('spinach')] })],
        pantry: [{ foodId: 'spinach', bestBefore: '2026-06-16' }],
        stars: { Ann: { curry: 4 }, Ben: { curry: 5 } },
        preferences: {
          ...monday,
          eaters: [eater('Ann'), eater('Ben')],
          cuisines: ['indian'],
          rules: [rule('fish', { tag: 'protein:fish', atLeast: 1 })],
        },
      }),
    ),
    [
      { kind: 'rule', ruleId: 'fish' },
      { kind: 'pantry', foodId: 'spinach', bestBefore: '2026-06-16' },
      { kind: 'stars', eaterId: 'Ben', stars: 5 },
    ],
  );
});

test('gives the reason "fits" if there is no other', () => {
  deepStrictEqual(reasonsOf(task({ dishes: [dish('stew')], preferences: monday })), [{ kind: 'fits' }]);
});

test('gives no reason for a past date or for a rule that is met without the dish', () => {
  const spinach = [food('spinach')];
  const [early, late] = ['2026-06-15', '2026-06-17'].map((bestBefore) =>
    reasonsOf(
      task({
        dishes: [dish('curry', { foods: spinach })],
        pantry: [{ foodId: 'spinach', bestBefore }],
        preferences: { table: slotSettings('Tuesday dinner') },
      }),
    ),
  );
  deepStrictEqual(
    [early, late],
    [[{ kind: 'fits' }], [{ kind: 'pantry', foodId: 'spinach', bestBefore: '2026-06-17' }]],
  );
  const preferences = { ...monday, rules: [rule('fish', { tag: 'protein:fish', atLeast: 1 })] };
  const fish = { protein: 'fish' };
  const existingMeals = { Friday: { dinner: { description: 'Fish', recipeId: 'trout' } } };
  deepStrictEqual(
    reasonsOf(task({ dishes: [dish('cod', fish), dish('trout', fish)], existingMeals, preferences })),
    [{ kind: 'fits' }],
  );
});

test('names the day of the earlier dish that opened a shared food', () => {
  const herbs = [food('parsley', { isPerishable: true })];
  const locked = [
    { ...place('Monday dinner'), recipeId: 'soup', isDouble: false },
    { ...place('Thursday dinner'), recipeId: 'stew', isDouble: false },
  ];
  const preferences = { table: slotSettings('Monday dinner', 'Thursday dinner') };
  const family = task({
    dishes: [dish('soup', { foods: herbs }), dish('stew', { foods: herbs })],
    locked,
    preferences,
  });
  deepStrictEqual(
    cookedIn(planWeek(family)).map(({ reasons }) => reasons),
    [[{ kind: 'locked' }], [{ kind: 'locked' }, { kind: 'shares', foodId: 'parsley', day: 'Monday' }]],
  );
});

function uses(dish: Dish, foodId: string): boolean {
  return dish.foods.some((food) => food.foodId === foodId);
}
