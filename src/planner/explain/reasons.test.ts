/** Reasons are true by the planning task alone, and the most important ones come first. */
import { deepStrictEqual, fail, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { MealReason, Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import { type Place, SLOTS } from '#domain/plan/plan.ts';
import type { Eater } from '#domain/preferences/preferences.ts';
import { DAYS } from '#domain/week/week.ts';
import { bundledCookbook } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { dish, eater, food, place, rule, settingsOf, task } from '#test/planner/small-week.ts';
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

/** Planned and fixed meals whose dish is known. */
function known(task: PlanningTask, { meals }: Proposal): (Place & { dish: Dish; isCooked: boolean })[] {
  const fixed = DAYS.flatMap((day) =>
    SLOTS.flatMap((slot) => {
      const recurring = task.preferences.recurring.find((fixed) => fixed.day === day && fixed.slot === slot);
      const meal = task.existingMeals[day]?.[slot] ?? recurring?.meal;
      return meal && meal.kind !== 'eating-out' ? [{ day, slot, ...meal }] : [];
    }),
  );
  return [...meals, ...fixed].flatMap((meal) => {
    const dish = task.dishes.find(({ id }) => 'recipeId' in meal && meal.recipeId === id);
    return dish ? [{ day: meal.day, slot: meal.slot, dish, isCooked: meal.kind !== 'leftovers' }] : [];
  });
}

function isRuleTrue(
  { ruleId }: MealReason & { kind: 'rule' },
  meal: Cooked,
  task: PlanningTask,
  proposal: Proposal,
): boolean {
  const rule = task.preferences.rules.find(({ id }) => id === ruleId) ?? fail(ruleId);
  const counted = known(task, proposal).filter(
    ({ day, slot, dish }) =>
      (rule.days.length === 0 || rule.days.includes(day)) &&
      (rule.slots.length === 0 || rule.slots.includes(slot)) &&
      hasTag(dish, rule.tag),
  );
  const isCounted = counted.some(({ day, slot }) => day === meal.day && slot === meal.slot);
  return isCounted && counted.length <= (rule.atLeast ?? 0);
}

/** An earlier meal opened a pack, which is still good. */
function isSharesTrue(
  { day, lastDay, foodId }: MealReason & { kind: 'shares' },
  meal: Cooked,
  task: PlanningTask,
  proposal: Proposal,
): boolean {
  const [opened, today, last] = [day, meal.day, lastDay].map((weekday) => DAYS.indexOf(weekday));
  const shared = dishOf(task, meal.recipeId).foods.find((food) => food.foodId === foodId);
  return (
    Number(opened) < Number(today) &&
    Number(today) <= Number(last) &&
    Number(last) === Math.min(6, Number(opened) + (shared?.keepsDays ?? 0)) &&
    known(task, proposal).some((cooked) => cooked.isCooked && cooked.day === day && uses(cooked.dish, foodId))
  );
}

function eatersOf({ preferences }: PlanningTask, { day, slot }: Place): Eater[] {
  return preferences.eaters.filter(({ id }) => !preferences.slotSettings[day]?.[slot]?.away?.includes(id));
}

/** The eater's stars for the dishes of a cuisine. */
function starsFor({ stars, dishes }: PlanningTask, eaterId: string, cuisine: string): number[] {
  return dishes.filter((dish) => dish.cuisine === cuisine).flatMap(({ id }) => stars[eaterId]?.[id] ?? []);
}

function hasHistory({ servedWeeksAway, stars }: PlanningTask): boolean {
  return [servedWeeksAway, ...Object.values(stars)].some((given) => Object.keys(given).length > 0);
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
    case 'everyone': {
      const given = eatersOf(task, meal).map(({ id }) => task.stars[id]?.[dish.id] ?? 0);
      return given.length > 1 && reason.stars >= 4 && Math.min(...given) === reason.stars;
    }
    case 'stars':
      return (
        reason.stars >= 4 &&
        task.stars[reason.eaterId]?.[dish.id] === reason.stars &&
        eatersOf(task, meal).some(({ id }) => id === reason.eaterId)
      );
    case 'loves': {
      const given = starsFor(task, reason.eaterId, reason.cuisine);
      const mean = given.reduce((sum, stars) => sum + stars, 0) / given.length;
      return reason.cuisine === dish.cuisine && given.length > 1 && mean >= 4;
    }
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
        (eaten) =>
          eaten.kind === 'leftovers' &&
          eaten.day === reason.day &&
          eaten.slot === reason.slot &&
          eaten.of.day === meal.day &&
          eaten.of.slot === meal.slot,
      );
    case 'quick':
      return reason.minutes === dish.activeMinutes && reason.minutes <= 15 && !isWeekend(meal);
    case 'cuisine':
      return reason.cuisine === dish.cuisine && preferences.cuisines.includes(dish.cuisine);
    case 'children':
      return dish.isForChildren === true && eatersOf(task, meal).some(({ portion }) => isSmall(portion));
    case 'fish':
      return (
        dish.mainKind === 'fish' &&
        known(task, proposal).filter((cooked) => cooked.isCooked && cooked.dish.mainKind === 'fish')
          .length === 1
      );
    case 'wanted':
      return task.wanted.includes(dish.id);
    case 'season':
      return dish.seasons.includes(task.season);
    case 'new':
      return (
        hasHistory(task) &&
        !(dish.id in task.servedWeeksAway) &&
        !Object.values(task.stars).some((given) => dish.id in given)
      );
    case 'rested':
      return task.servedWeeksAway[dish.id] === reason.weeks && reason.weeks >= 4;
    case 'cheap':
      return preferences.budgetCents !== undefined && reason.costCents === meal.costCents;
    default:
      return fail('an unknown kind');
  }
}

function isWeekend({ day }: Place): boolean {
  return day === 'Saturday' || day === 'Sunday';
}

function isSmall(portion: Eater['portion']): boolean {
  return portion === 'toddler' || portion === 'child';
}

const KINDS = 17;

test('every reason is true, and each meal of 120 families has up to three different ones', () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 120; seed += 1) {
    const family = randomFamily(seed, cookbook, { isAgain: seed % 4 === 0 });
    const proposal = planWeek(family, () => true);
    for (const meal of cookedIn(proposal)) {
      const texts = meal.reasons.map((reason) => JSON.stringify(reason));
      ok(texts.length <= 3 && new Set(texts).size === texts.length, texts.join());
      for (const reason of meal.reasons) {
        const what = `family ${seed}, ${meal.recipeId}: ${JSON.stringify(reason)}`;
        ok(isTrue(reason, meal, family, proposal), what);
        seen.add(reason.kind);
      }
    }
    const isNew = cookedIn(proposal).filter((meal) => meal.reasons.some(({ kind }) => kind === 'new'));
    ok(isNew.length <= 2, 'that a dish is new is said twice a week at most');
  }
  strictEqual(seen.size, KINDS, `only ${[...seen].join()}`);
});

function reasonsOf(family: PlanningTask): MealReason[] {
  return cookedIn(planWeek(family)).at(-1)?.reasons ?? fail('no meal is cooked');
}

const monday = { slotSettings: settingsOf('Monday dinner') };

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
      { kind: 'everyone', stars: 4 },
    ],
  );
});

test('gives no reason if nothing speaks for the dish in particular', () => {
  deepStrictEqual(reasonsOf(task({ dishes: [dish('stew')], preferences: monday })), []);
});

test('gives no reason for a past date or for a rule that is met without the dish', () => {
  const spinach = [food('spinach')];
  const [early, late] = ['2026-06-15', '2026-06-17'].map((bestBefore) =>
    reasonsOf(
      task({
        dishes: [dish('curry', { foods: spinach })],
        pantry: [{ foodId: 'spinach', bestBefore }],
        preferences: { slotSettings: settingsOf('Tuesday dinner') },
      }),
    ),
  );
  deepStrictEqual([early, late], [[], [{ kind: 'pantry', foodId: 'spinach', bestBefore: '2026-06-17' }]]);
  const preferences = { ...monday, rules: [rule('fish', { tag: 'protein:fish', atLeast: 1 })] };
  const fish = { protein: 'fish' };
  const existingMeals = { Friday: { dinner: { description: 'Fish', recipeId: 'trout' } } };
  deepStrictEqual(
    reasonsOf(task({ dishes: [dish('cod', fish), dish('trout', fish)], existingMeals, preferences })),
    [],
  );
});

const [ann, ben] = [eater('Ann'), eater('Ben')];
const withBoth = { ...monday, eaters: [ann, ben] };
const rated = [dish('curry', { cuisine: 'Indian' }), dish('dal', { cuisine: 'Indian', slots: ['lunch'] })];
const cases: [string, Parameters<typeof task>[0], MealReason[]][] = [
  [
    'everyone at the table likes it',
    { dishes: [dish('stew')], stars: { Ann: { stew: 5 }, Ben: { stew: 4 } }, preferences: withBoth },
    [{ kind: 'everyone', stars: 4 }],
  ],
  [
    'only an eater who is there likes it',
    {
      dishes: [dish('stew')],
      stars: { Ann: { stew: 5 }, Ben: { stew: 4 } },
      preferences: { ...withBoth, slotSettings: settingsOf(['Monday dinner', { away: ['Ann'] }]) },
    },
    [{ kind: 'stars', eaterId: 'Ben', stars: 4 }],
  ],
  [
    'an eater loves the cuisine',
    {
      dishes: [...rated, dish('korma', { cuisine: 'Indian', slots: ['lunch'] })],
      stars: { Ann: { dal: 5, korma: 4 } },
      preferences: withBoth,
    },
    [{ kind: 'loves', eaterId: 'Ann', cuisine: 'Indian' }, { kind: 'new' }],
  ],
  [
    'one rated dish is no love',
    { dishes: rated, stars: { Ann: { dal: 5 } }, preferences: withBoth },
    [{ kind: 'new' }],
  ],
  [
    'it is quick to make on a workday',
    { dishes: [dish('pasta', { activeMinutes: 15 })], preferences: monday },
    [{ kind: 'quick', minutes: 15 }],
  ],
  [
    'nobody is in a hurry at the weekend',
    {
      dishes: [dish('pasta', { activeMinutes: 15 })],
      preferences: { slotSettings: settingsOf('Sunday dinner') },
    },
    [],
  ],
  [
    'a child at the table likes such dishes',
    {
      dishes: [dish('pasta', { isForChildren: true })],
      preferences: { ...monday, eaters: [ann, eater('Kim', { portion: 'child' })] },
    },
    [{ kind: 'children' }],
  ],
  [
    'no child is at the table',
    {
      dishes: [dish('pasta', { isForChildren: true })],
      preferences: {
        slotSettings: settingsOf(['Monday dinner', { away: ['Kim'] }]),
        eaters: [ann, eater('Kim', { portion: 'child' })],
      },
    },
    [],
  ],
  [
    'it is the fish of the week',
    { dishes: [dish('cod', { mainKind: 'fish' })], preferences: monday },
    [{ kind: 'fish' }],
  ],
  [
    'it is a dish of the season',
    { dishes: [dish('soup', { seasons: ['summer'] })], preferences: monday },
    [{ kind: 'season' }],
  ],
  [
    'it was not served for weeks',
    { dishes: [dish('soup')], servedWeeksAway: { soup: 4 }, preferences: monday },
    [{ kind: 'rested', weeks: 4 }],
  ],
  [
    'three weeks are no long time',
    { dishes: [dish('soup')], servedWeeksAway: { soup: 3 }, preferences: monday },
    [],
  ],
  [
    'the family wants it soon',
    { dishes: [dish('soup')], wanted: ['soup'], preferences: monday },
    [{ kind: 'wanted' }],
  ],
  [
    'it is new to a family with a history',
    { dishes: [dish('soup')], servedWeeksAway: { stew: 3 }, preferences: monday },
    [{ kind: 'new' }],
  ],
  [
    'it costs little of the budget',
    {
      dishes: [dish('soup', { foods: [food('onion', { centsPerKg: 300 })] })],
      preferences: { ...monday, budgetCents: 100 },
    },
    [{ kind: 'cheap', costCents: 60 }],
  ],
  [
    'a favourite cuisine, whatever its case',
    { dishes: [dish('curry', { cuisine: 'Indian' })], preferences: { ...monday, cuisines: ['indian'] } },
    [{ kind: 'cuisine', cuisine: 'Indian' }],
  ],
  [
    'it uses a perishable food of the pantry without a date',
    {
      dishes: [dish('soup', { foods: [food('leek', { keepsDays: 5 })] })],
      pantry: [{ foodId: 'leek' }],
      preferences: monday,
    },
    [{ kind: 'pantry', foodId: 'leek' }],
  ],
];
for (const [what, facts, expected] of cases) {
  test(`the reasons of a meal: ${what}`, () => {
    deepStrictEqual(reasonsOf(task(facts)), expected);
  });
}

/** The reasons of a stew with parsley, of which a soup on Monday opens a bunch. */
function sharing(day: string, facts: Parameters<typeof food>[1]): MealReason[] | undefined {
  const herbs = [food('parsley', { keepsDays: 3, grams: 20, packs: [100], ...facts })];
  const later = place(`${day} dinner`);
  const family = task({
    dishes: [dish('soup', { foods: herbs }), dish('stew', { foods: herbs })],
    locked: [
      { ...place('Monday dinner'), recipeId: 'soup' },
      { ...later, recipeId: 'stew' },
    ],
    preferences: { slotSettings: settingsOf('Monday dinner', `${day} dinner`) },
  });
  return cookedIn(planWeek(family)).at(-1)?.reasons.slice(1);
}

test('names the day of the earlier dish that opened a shared food, and how long it keeps', () => {
  const shares = { kind: 'shares', foodId: 'parsley', day: 'Monday', lastDay: 'Thursday' };
  deepStrictEqual(sharing('Thursday', {}), [shares]);
  deepStrictEqual(sharing('Friday', {}), [], 'spoilt by then');
  deepStrictEqual(sharing('Thursday', { grams: 50 }), [], 'the soup uses up the bunch');
  deepStrictEqual(sharing('Thursday', { packs: [] }), [], 'bought as needed');
});

function uses(dish: Dish, foodId: string): boolean {
  return dish.foods.some((food) => food.foodId === foodId);
}
