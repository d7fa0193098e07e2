/** Whatever is offered, the week is whole with it; and small weeks show that it is the smallest that helps. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Offer, Proposal } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { withPreferenceChange } from '#domain/preferences/preferences.ts';
import { realKitchen } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { dish, dishes, eater, food, place, rule, table, task } from '#test/small-week.ts';
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';

const DINNERS = DAYS.map((day) => `${day} dinner`);
const dislikes = [{ foodId: 'sprout', isHard: true }];

function isWhole({ meals, unmet }: Proposal): boolean {
  return unmet.length === 0 && meals.every(({ kind }) => kind !== 'gap');
}

function withOffer(family: PlanningTask, { changes }: Offer): PlanningTask {
  return { ...family, wishes: changes.reduce(withPreferenceChange, family.wishes) };
}

const slow = { ...place('Monday dinner'), kind: 'minutes' as const };
const monday = { table: table(['Monday dinner', { minutes: 20 }]) };
const cases: [string, Parameters<typeof task>[0], Offer | undefined][] = [
  [
    'nothing where nothing is missing',
    { dishes: dishes(1), wishes: { table: table('Monday dinner') } },
    undefined,
  ],
  [
    'the next step of minutes with which enough dishes fit',
    {
      dishes: [
        dish('a', { totalMinutes: 25 }),
        ...dishes(3, { totalMinutes: 40 }),
        dish('b', { totalMinutes: 200 }),
      ],
      wishes: monday,
    },
    { changes: [{ ...slow, minutes: 45 }], dishes: 4 },
  ],
  [
    'a single dish, if there is no more to be had',
    { dishes: [dish('a', { totalMinutes: 25 })], wishes: monday },
    { changes: [{ ...slow, minutes: 30 }], dishes: 1 },
  ],
  [
    'any time at all, if it takes that long',
    { dishes: [dish('roast', { totalMinutes: 200 })], wishes: monday },
    { changes: [{ ...slow, minutes: undefined }], dishes: 1 },
  ],
  [
    'what frees most: a shorter rest before more time',
    {
      dishes: [...dishes(3, { totalMinutes: 10, protein: 'old' }), dish('slow')],
      served: { 'old-0': 2, 'old-1': 2, 'old-2': 1 },
      wishes: { ...monday, restWeeks: 2 },
    },
    { changes: [{ kind: 'rest', weeks: 0 }], dishes: 3 },
  ],
  [
    'to eat what someone would rather not',
    {
      dishes: dishes(3, { foods: [food('sprout')] }),
      wishes: { table: table('Monday dinner'), eaters: [eater('Ann', { dislikes })] },
    },
    { changes: [{ kind: 'dislike', eaterId: 'Ann', foodId: 'sprout' }], dishes: 3 },
  ],
  [
    'to see a rule as a wish',
    {
      dishes: dishes(9),
      wishes: { table: table(...DINNERS), rules: [rule('fish', { tag: 'protein:fish', atLeast: 2 })] },
    },
    { changes: [{ kind: 'rule', ruleId: 'fish' }], dishes: 4 },
  ],
  [
    'to see a rule as a wish that asks for more than there are slots, though nothing is empty',
    {
      dishes: dishes(2, { protein: 'fish' }),
      wishes: { table: table('Monday dinner'), rules: [rule('fish', { tag: 'protein:fish', atLeast: 2 })] },
    },
    { changes: [{ kind: 'rule', ruleId: 'fish' }], dishes: 0 },
  ],
  [
    'two changes, if one alone does not help',
    {
      dishes: dishes(3, { totalMinutes: 40, foods: [food('sprout')] }),
      wishes: { ...monday, eaters: [eater('Ann', { dislikes })] },
    },
    {
      changes: [
        { kind: 'dislike', eaterId: 'Ann', foodId: 'sprout' },
        { ...slow, minutes: 45 },
      ],
      dishes: 3,
    },
  ],
  [
    'many changes, if two do not help',
    {
      dishes: dishes(9),
      wishes: {
        table: table(...DINNERS.slice(0, 3).map((name): [string, object] => [name, { minutes: 10 }])),
      },
    },
    {
      changes: (['Monday', 'Tuesday', 'Wednesday'] as const).map((day) => ({
        kind: 'minutes',
        day,
        slot: 'dinner',
        minutes: 30,
      })),
      dishes: 9,
    },
  ],
  [
    'to leave a slot alone that only an allergen keeps empty',
    {
      dishes: dishes(5, { allergens: ['nuts'] }),
      wishes: { table: table('Monday dinner'), eaters: [eater('Ann', { allergens: ['nuts'] })] },
    },
    { changes: [{ ...place('Monday dinner'), kind: 'unplanned' }], dishes: 0 },
  ],
  [
    'to leave as many slots alone as there are dishes too few',
    {
      dishes: dishes(1),
      wishes: { table: table('Monday dinner', 'Tuesday dinner') },
      locked: [{ ...place('Tuesday dinner'), recipeId: 'dish-0', isDouble: false }],
    },
    { changes: [{ ...place('Monday dinner'), kind: 'unplanned' }], dishes: 0 },
  ],
];
for (const [what, facts, offer] of cases) {
  test(`offered is ${what}`, () => {
    const family = task(facts);
    const proposal = planWeek(family);
    deepStrictEqual(proposal.offer, offer);
    if (offer) ok(isWhole(planWeek(withOffer(family, offer))), 'and it helps');
  });
}

test('families who ask for too much get an offer that helps, and never one on allergens or diets', () => {
  const cookbook = realKitchen().dishes;
  let [offers, cutShort] = [0, 0];
  for (let seed = 0; seed < 24; seed += 1) {
    const family = randomFamily(seed, cookbook, { severity: 2 + (seed % 2), isAgain: seed % 4 === 0 });
    const isHurried = seed % 5 === 0;
    const proposal = planWeek(family, () => isHurried);
    strictEqual(proposal.offer === undefined, isWhole(proposal), `family ${seed}`);
    if (!proposal.offer) continue;
    offers += 1;
    if (isHurried) cutShort += 1;
    const again = withOffer(family, proposal.offer);
    ok(isWhole(planWeek(again)), `family ${seed}: ${JSON.stringify(proposal.offer)}`);
    deepStrictEqual(
      again.wishes.eaters.map(({ allergens, diets }) => ({ allergens, diets })),
      family.wishes.eaters.map(({ allergens, diets }) => ({ allergens, diets })),
    );
  }
  ok(offers > 15 && cutShort > 3, `only ${offers} offers, ${cutShort} of them in a hurry`);
});
