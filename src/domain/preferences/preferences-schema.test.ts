import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { DAYS } from '#domain/week/week.ts';
import { preferencesSchema } from './preferences-schema.ts';
import { DEFAULT_PREFERENCES, type Eater, type Rule, type Preferences } from './preferences.ts';

const schema = preferencesSchema((key) => ['olive', 'coriander', 'group:mushrooms'].includes(key));

const anna: Eater = { id: 'anna', name: 'Anna', diets: [], allergens: [], dislikes: [] };
const fish: Rule = { id: 'fish', tag: 'protein:fish', days: [], slots: [], atLeast: 1, isHard: true };
const pizza = { description: 'Pizza' };
const friday = { day: 'Friday', slot: 'dinner', meal: pizza } as const;
const eaters = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...anna, id: `eater-${n}`, name: `Eater ${n}` }));
const rules = (count: number) => Array.from({ length: count }, (_, n) => ({ ...fish, id: `rule-${n}` }));

const accepted: [string, Partial<Preferences>][] = [
  ['the defaults', {}],
  ['no planned slots', { slotSettings: {} }],
  ['thirty eaters', { eaters: eaters(30) }],
  [
    'every allergen and every diet at once',
    { eaters: [{ ...anna, allergens: [...ALLERGENS], diets: [...DIETS] }] },
  ],
  ['a name of fifty emoji', { eaters: [{ ...anna, name: '👧'.repeat(50) }] }],
  [
    'hard and soft dislikes',
    {
      eaters: [
        {
          ...anna,
          dislikes: [
            { foodId: 'olive', isHard: true },
            { foodId: 'coriander', isHard: false },
            { foodId: 'group:mushrooms', isHard: true },
          ],
        },
      ],
    },
  ],
  [
    '99 servings, five minutes and eight hours',
    {
      slotSettings: {
        Monday: { lunch: { servings: 99, minutes: 5 }, dinner: { servings: 1, minutes: 480 } },
      },
    },
  ],
  ['a budget of one cent', { budgetCents: 1 }],
  ['the maximum budget', { budgetCents: 10_000_000 }],
  ['thirty rules', { rules: rules(30) }],
  ['a rule with equal bounds', { rules: [{ ...fish, atMost: 1 }] }],
  ['a rule that forbids a tag', { rules: [{ ...fish, atLeast: undefined, atMost: 0 }] }],
  [
    'every kind of tag',
    {
      rules: (
        [
          'cuisine:Thai',
          'title:pizza',
          'diet:vegan',
          'protein:fish',
          'food:olive',
          'group:mushrooms',
        ] as const
      ).map((tag, n) => ({ ...fish, id: `${n}`, tag })),
    },
  ],
  ['52 rest weeks', { restWeeks: 52 }],
  ['0 rest weeks', { restWeeks: 0 }],
  [
    'a recurring meal in every place',
    { recurring: DAYS.flatMap((day) => SLOTS.map((slot) => ({ day, slot, meal: pizza }))) },
  ],
  ['automatic planning at midnight', { autoPlan: { day: 'Sunday', hour: 0 } }],
  ['automatic planning at 23:00', { autoPlan: { day: 'Sunday', hour: 23 } }],
  [
    'as many as another place allows',
    {
      rules: [
        { ...fish, days: ['Monday'], atLeast: 2 },
        { ...fish, id: 'most', days: ['Tuesday'], atLeast: undefined, atMost: 1 },
      ],
    },
  ],
  [
    'more in the week than a day allows',
    {
      rules: [
        { ...fish, atLeast: 2 },
        { ...fish, id: 'most', days: ['Tuesday'], atLeast: undefined, atMost: 1 },
      ],
    },
  ],
];
for (const [what, preferences] of accepted) {
  test(`accepts ${what}`, () => {
    const whole = JSON.parse(JSON.stringify({ ...DEFAULT_PREFERENCES, ...preferences })) as unknown;
    deepStrictEqual(schema.parse(whole), whole);
  });
}

const most = (rule: Partial<Rule>): Rule => ({ ...fish, id: 'most', atLeast: undefined, atMost: 1, ...rule });
const refused: [string, object, string][] = [
  ['an unknown key', { pets: [] }, 'pets'],
  ['31 eaters', { eaters: eaters(31) }, 'eaters'],
  ['two eaters with one id', { eaters: [anna, { ...anna, name: 'Ben' }] }, 'eaters.1.id'],
  ['an eater without a name', { eaters: [{ ...anna, name: ' ' }] }, 'eaters.0.name'],
  ['a name of 51 characters', { eaters: [{ ...anna, name: 'x'.repeat(51) }] }, 'eaters.0.name'],
  ['an id with a space', { eaters: [{ ...anna, id: 'an na' }] }, 'eaters.0.id'],
  ['an unknown diet', { eaters: [{ ...anna, diets: ['paleo'] }] }, 'eaters.0.diets.0'],
  ['an unknown allergen', { eaters: [{ ...anna, allergens: ['cats'] }] }, 'eaters.0.allergens.0'],
  [
    'a dislike of an unknown food group',
    { eaters: [{ ...anna, dislikes: [{ foodId: 'group:stones', isHard: true }] }] },
    'eaters.0.dislikes.0.foodId',
  ],
  [
    'a dislike of what is no food',
    {
      eaters: [
        anna,
        {
          ...anna,
          id: 'ben',
          dislikes: [
            { foodId: 'olive', isHard: true },
            { foodId: 'gravel', isHard: true },
          ],
        },
      ],
    },
    'eaters.1.dislikes.1.foodId',
  ],
  [
    'a food disliked twice',
    {
      eaters: [
        {
          ...anna,
          dislikes: [
            { foodId: 'olive', isHard: true },
            { foodId: 'olive', isHard: false },
          ],
        },
      ],
    },
    'eaters.0.dislikes.1.foodId',
  ],
  [
    '101 dislikes',
    {
      eaters: [{ ...anna, dislikes: Array.from({ length: 101 }, () => ({ foodId: 'olive', isHard: true })) }],
    },
    'eaters.0.dislikes',
  ],
  [
    'no servings',
    { slotSettings: { Monday: { dinner: { servings: 0 } } } },
    'slotSettings.Monday.dinner.servings',
  ],
  [
    '100 servings',
    { slotSettings: { Monday: { dinner: { servings: 100 } } } },
    'slotSettings.Monday.dinner.servings',
  ],
  [
    'four minutes',
    { slotSettings: { Monday: { dinner: { servings: 2, minutes: 4 } } } },
    'slotSettings.Monday.dinner.minutes',
  ],
  [
    'more than eight hours',
    { slotSettings: { Monday: { dinner: { servings: 2, minutes: 481 } } } },
    'slotSettings.Monday.dinner.minutes',
  ],
  ['an unknown day', { slotSettings: { Funday: {} } }, 'slotSettings.Funday'],
  ['a budget of zero', { budgetCents: 0 }, 'budgetCents'],
  ['a negative budget', { budgetCents: -500 }, 'budgetCents'],
  ['a budget with half a cent', { budgetCents: 0.5 }, 'budgetCents'],
  ['a budget above the maximum', { budgetCents: 10_000_001 }, 'budgetCents'],
  ['31 rules', { rules: rules(31) }, 'rules'],
  ['two rules with one id', { rules: [fish, { ...fish, tag: 'title:soup' }] }, 'rules.1.id'],
  ['a rule without bounds', { rules: [{ ...fish, atLeast: undefined }] }, 'rules.0.atLeast'],
  ['at least 0', { rules: [{ ...fish, atLeast: 0 }] }, 'rules.0.atLeast'],
  ['a bound above the slots of a week', { rules: [{ ...fish, atLeast: 36 }] }, 'rules.0.atLeast'],
  ['at least two and at most one', { rules: [{ ...fish, atLeast: 2, atMost: 1 }] }, 'rules.0.atLeast'],
  [
    'a rule that contradicts an earlier one',
    { rules: [most({}), { ...fish, atLeast: 2 }] },
    'rules.1.atLeast',
  ],
  ['a rule that contradicts a later one', { rules: [{ ...fish, atLeast: 2 }, most({})] }, 'rules.0.atLeast'],
  [
    'a soft rule against a hard one',
    { rules: [{ ...fish, atLeast: 2, isHard: false }, most({})] },
    'rules.0.atLeast',
  ],
  [
    'a rule against another in other letters',
    { rules: [{ ...fish, atLeast: 2 }, most({ tag: 'protein:Fish' })] },
    'rules.0.atLeast',
  ],
  [
    'more on two days than the week allows',
    {
      rules: [
        { ...fish, days: ['Monday', 'Friday'], slots: ['dinner'], atLeast: 2 },
        most({ slots: ['dinner'] }),
      ],
    },
    'rules.0.atLeast',
  ],
  [
    'all days against each of them',
    { rules: [{ ...fish, atLeast: 2 }, most({ days: [...DAYS] })] },
    'rules.0.atLeast',
  ],
  ['a tag without a kind', { rules: [{ ...fish, tag: 'fish' }] }, 'rules.0.tag'],
  ['a tag of an unknown kind', { rules: [{ ...fish, tag: 'colour:red' }] }, 'rules.0.tag'],
  ['a tag without a name', { rules: [{ ...fish, tag: 'title: ' }] }, 'rules.0.tag'],
  ['a tag with an unknown diet', { rules: [{ ...fish, tag: 'diet:paleo' }] }, 'rules.0.tag'],
  ['a tag of an unknown food', { rules: [{ ...fish, tag: 'food:gravel' }] }, 'rules.0.tag'],
  ['a tag of no food', { rules: [{ ...fish, tag: 'food:' }] }, 'rules.0.tag'],
  ['a tag of an unknown food group', { rules: [{ ...fish, tag: 'group:stones' }] }, 'rules.0.tag'],
  ['a tag of 51 characters', { rules: [{ ...fish, tag: `title:${'x'.repeat(51)}` }] }, 'rules.0.tag'],
  ['53 rest weeks', { restWeeks: 53 }, 'restWeeks'],
  ['negative rest weeks', { restWeeks: -1 }, 'restWeeks'],
  ['31 cuisines', { cuisines: Array.from({ length: 31 }, (_, n) => `Thai ${n}`) }, 'cuisines'],
  ['a cuisine without a name', { cuisines: [''] }, 'cuisines.0'],
  [
    'two meals every Friday evening',
    { recurring: [friday, { ...friday, meal: { description: 'Soup' } }] },
    'recurring.1.slot',
  ],
  [
    'a recurring meal of nothing',
    { recurring: [{ ...friday, meal: { description: '' } }] },
    'recurring.0.meal.description',
  ],
  [
    'a recurring meal with servings',
    { recurring: [{ ...friday, meal: { ...pizza, servings: 2 } }] },
    'recurring.0.meal.servings',
  ],
  ['hour 24', { autoPlan: { day: 'Friday', hour: 24 } }, 'autoPlan.hour'],
  ['hour -1', { autoPlan: { day: 'Friday', hour: -1 } }, 'autoPlan.hour'],
  ['hour 7.5', { autoPlan: { day: 'Friday', hour: 7.5 } }, 'autoPlan.hour'],
];
for (const [what, preferences, field] of refused) {
  test(`refuses ${what} and names ${field}`, () => {
    const { error } = schema.safeParse({ ...DEFAULT_PREFERENCES, ...preferences });
    ok(error);
    const fields = error.issues.map((issue) =>
      [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.'),
    );
    strictEqual(fields[0], field, fields.join(' '));
  });
}

test('removes duplicates, sorts diets, allergens and days, and trims words', () => {
  const {
    eaters: [eater],
    rules: [rule],
    cuisines,
  } = schema.parse({
    ...DEFAULT_PREFERENCES,
    eaters: [
      { ...anna, name: ' Anna ', diets: ['vegan', 'vegetarian', 'vegan'], allergens: ['nuts', 'gluten'] },
    ],
    rules: [
      { ...fish, tag: 'title: pizza ', days: ['Friday', 'Monday'], slots: ['dinner', 'lunch', 'dinner'] },
    ],
    cuisines: ['Thai', 'Italian', ' Thai'],
  });
  deepStrictEqual(eater, { ...anna, diets: ['vegetarian', 'vegan'], allergens: ['gluten', 'nuts'] });
  deepStrictEqual(
    [rule?.tag, rule?.days, rule?.slots],
    ['title:pizza', ['Monday', 'Friday'], ['lunch', 'dinner']],
  );
  deepStrictEqual(cuisines, ['Thai', 'Italian']);
});
