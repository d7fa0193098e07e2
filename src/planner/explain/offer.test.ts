/** Every offer makes the week complete, and in small weeks it is the smallest one that does. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Offer, Proposal } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { withPreferenceChange } from '#domain/preferences/preferences.ts';
import { bundledCookbook } from '#test/planner/random-cookbook.ts';
import { randomFamily } from '#test/planner/random-family.ts';
import { dish, dishes, eater, food, place, rule, settingsOf, task } from '#test/planner/small-week.ts';
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';

const DINNERS = DAYS.map((day) => `${day} dinner`);
const dislikes = [{ foodId: 'sprout', isHard: true }];

function isComplete({ meals, unmet }: Proposal): boolean {
  return unmet.length === 0 && meals.every(({ kind }) => kind !== 'gap');
}

function withOffer(family: PlanningTask, { changes }: Offer): PlanningTask {
  return { ...family, preferences: changes.reduce(withPreferenceChange, family.preferences) };
}

const slow = { ...place('Monday dinner'), kind: 'minutes' as const };
const monday = { slotSettings: settingsOf(['Monday dinner', { minutes: 20 }]) };
const cases: [string, Parameters<typeof task>[0], Offer | undefined][] = [
  [
    'nothing for a complete week',
    { dishes: dishes(1), preferences: { slotSettings: settingsOf('Monday dinner') } },
    undefined,
  ],
  [
    'the smallest step of minutes that allows enough dishes',
    {
      dishes: [
        dish('a', { totalMinutes: 25 }),
        ...dishes(3, { totalMinutes: 40 }),
        dish('b', { totalMinutes: 200 }),
      ],
      preferences: monday,
    },
    { changes: [{ ...slow, minutes: 45 }], dishes: 4 },
  ],
  [
    'a change that allows a single dish, if no change allows more',
    { dishes: [dish('a', { totalMinutes: 25 })], preferences: monday },
    { changes: [{ ...slow, minutes: 30 }], dishes: 1 },
  ],
  [
    'no time limit, if the dish takes longer than every step',
    { dishes: [dish('roast', { totalMinutes: 200 })], preferences: monday },
    { changes: [{ ...slow, minutes: undefined }], dishes: 1 },
  ],
  [
    'the change that allows the most dishes: a shorter rest before more time',
    {
      dishes: [...dishes(3, { totalMinutes: 10, protein: 'old' }), dish('slow')],
      servedWeeksAway: { 'old-0': 2, 'old-1': 2, 'old-2': 1 },
      preferences: { ...monday, restWeeks: 2 },
    },
    { changes: [{ kind: 'rest', weeks: 0 }], dishes: 3 },
  ],
  [
    'to soften a hard dislike',
    {
      dishes: dishes(3, { foods: [food('sprout')] }),
      preferences: { slotSettings: settingsOf('Monday dinner'), eaters: [eater('Ann', { dislikes })] },
    },
    { changes: [{ kind: 'dislike', eaterId: 'Ann', foodId: 'sprout' }], dishes: 3 },
  ],
  [
    'to soften a hard dislike of a food group',
    {
      dishes: dishes(3, { foodKeys: ['sprout', 'group:sprouts'] }),
      preferences: {
        slotSettings: settingsOf('Monday dinner'),
        eaters: [eater('Ann', { dislikes: [{ foodId: 'group:sprouts', isHard: true }] })],
      },
    },
    { changes: [{ kind: 'dislike', eaterId: 'Ann', foodId: 'group:sprouts' }], dishes: 3 },
  ],
  [
    'to soften a rule',
    {
      dishes: dishes(9),
      preferences: {
        slotSettings: settingsOf(...DINNERS),
        rules: [rule('fish', { tag: 'protein:fish', atLeast: 2 })],
      },
    },
    { changes: [{ kind: 'rule', ruleId: 'fish' }], dishes: 4 },
  ],
  [
    'to soften a rule that needs more slots than there are, though no slot is empty',
    {
      dishes: dishes(2, { protein: 'fish' }),
      preferences: {
        slotSettings: settingsOf('Monday dinner'),
        rules: [rule('fish', { tag: 'protein:fish', atLeast: 2 })],
      },
    },
    { changes: [{ kind: 'rule', ruleId: 'fish' }], dishes: 0 },
  ],
  [
    'two changes, if one is not enough',
    {
      dishes: dishes(3, { totalMinutes: 40, foods: [food('sprout')] }),
      preferences: { ...monday, eaters: [eater('Ann', { dislikes })] },
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
    'more changes, if two are not enough',
    {
      dishes: dishes(9),
      preferences: {
        slotSettings: settingsOf(
          ...DINNERS.slice(0, 3).map((name): [string, object] => [name, { minutes: 10 }]),
        ),
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
    'not to plan a slot that only an allergen keeps empty',
    {
      dishes: dishes(5, { allergens: ['nuts'] }),
      preferences: {
        slotSettings: settingsOf('Monday dinner'),
        eaters: [eater('Ann', { allergens: ['nuts'] })],
      },
    },
    { changes: [{ ...place('Monday dinner'), kind: 'unplanned' }], dishes: 0 },
  ],
  [
    'not to plan as many slots as dishes are missing',
    {
      dishes: dishes(1),
      preferences: { slotSettings: settingsOf('Monday dinner', 'Tuesday dinner') },
      locked: [{ ...place('Tuesday dinner'), recipeId: 'dish-0' }],
    },
    { changes: [{ ...place('Monday dinner'), kind: 'unplanned' }], dishes: 0 },
  ],
];
for (const [what, facts, offer] of cases) {
  test(`offers ${what}`, () => {
    const family = task(facts);
    const proposal = planWeek(family);
    const { cause: _cause, ...first } = proposal.offers[0] ?? {};
    deepStrictEqual(proposal.offers.length > 0 ? first : undefined, offer);
    if (offer) ok(isComplete(planWeek(withOffer(family, offer))), 'the offer makes the week complete');
  });
}

test('every offer to an infeasible family makes the week complete and changes no allergen or diet', () => {
  const cookbook = bundledCookbook().dishes;
  let [offers, stoppedEarly] = [0, 0];
  for (let seed = 0; seed < 12; seed += 1) {
    const family = randomFamily(seed, cookbook, { severity: 2 + (seed % 2), isAgain: seed % 4 === 0 });
    const isStoppedEarly = seed % 5 === 0;
    const proposal = planWeek(family, () => isStoppedEarly);
    strictEqual(proposal.offers.length === 0, isComplete(proposal), `family ${seed}`);
    offers += proposal.offers.length;
    if (isStoppedEarly) stoppedEarly += proposal.offers.length;
    for (const offer of proposal.offers) {
      const again = withOffer(family, offer);
      ok(isComplete(planWeek(again)), `family ${seed}: ${JSON.stringify(offer)}`);
      deepStrictEqual(
        again.preferences.eaters.map(({ allergens, diets }) => ({ allergens, diets })),
        family.preferences.eaters.map(({ allergens, diets }) => ({ allergens, diets })),
      );
    }
  }
  ok(offers > 5 && stoppedEarly > 0, `only ${offers} offers, ${stoppedEarly} of them stopped early`);
});
