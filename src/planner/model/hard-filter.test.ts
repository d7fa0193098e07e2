/** Who is at the table decides which dishes a slot may have, with or without a variant. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Eater, Rule } from '#domain/preferences/preferences.ts';
import type { Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import { planWeek } from '#planner/plan.ts';
import { dish, eater, food, place, rule, settingsOf, task } from '#test/planner/small-week.ts';
import type { Dish, DishVariant } from './dish.ts';
import type { PlanningTask } from './task.ts';

function variant(facts: Partial<DishVariant> = {}): DishVariant {
  return {
    title: 'with beans',
    isComplete: true,
    allergens: [],
    breaks: [],
    foodKeys: ['beans'],
    foods: [],
    ...facts,
  };
}

const meaty = dish('chilli', { breaks: ['vegetarian'], foodKeys: ['beef'], variant: variant() });
const ann = eater('Ann');
const vera = eater('Vera', { diets: ['vegetarian'] });

function dinner({ meals }: Proposal): ProposedMeal | undefined {
  return meals[0];
}

function plan(served: Dish, eaters: Eater[], away?: string[]): Proposal {
  const slotSettings = settingsOf(['Monday dinner', { servings: undefined, away }]);
  return planWeek(task({ dishes: [served], preferences: { slotSettings, eaters } }));
}

/** Who gets the variant; undefined if the dish is not served. */
function variantEaters(served: Dish, eaters: Eater[], away?: string[]): string[] | undefined {
  const meal = dinner(plan(served, eaters, away));
  return meal?.kind === 'cooked' ? (meal.variant?.eaterIds ?? []) : undefined;
}

const neverBeef = eater('Nell', { dislikes: [{ foodId: 'beef', isHard: true }] });
const neverBeans = eater('Nora', { dislikes: [{ foodId: 'beans', isHard: true }], diets: ['vegetarian'] });
const nutAllergy = eater('Nick', { allergens: ['nuts'] });

const cases: [string, Dish, Eater[], string[] | undefined][] = [
  ['is served without a variant if everyone eats it', meaty, [ann], []],
  ['is served to the eaters whose diet it breaks as the variant', meaty, [ann, vera], ['Vera']],
  ['is served to the eaters who never eat it as the variant', meaty, [ann, neverBeef], ['Nell']],
  ['is not served without a variant', { ...meaty, variant: undefined }, [ann, vera], undefined],
  ['is not served if nobody eats the dish itself', meaty, [vera, neverBeef], undefined],
  ['is not served if someone eats neither', meaty, [ann, neverBeans], undefined],
  [
    'is not served if the dish has an allergen of anyone',
    { ...meaty, allergens: ['nuts'] },
    [ann, vera, nutAllergy],
    undefined,
  ],
  [
    'is not served beside the variant to someone who avoids gluten',
    { ...meaty, breaks: ['gluten-free'] },
    [ann, { ...ann, id: 'gus', name: 'Gus', diets: ['gluten-free'] }],
    undefined,
  ],
  [
    'is not served if the variant has an allergen of anyone',
    { ...meaty, variant: variant({ allergens: ['nuts'] }) },
    [ann, vera, nutAllergy],
    undefined,
  ],
  [
    'is served without the variant if only the variant has an allergen and nobody needs it',
    { ...meaty, variant: variant({ allergens: ['nuts'] }) },
    [ann, nutAllergy],
    [],
  ],
  [
    'is not served if a line of the variant was not understood',
    { ...meaty, variant: variant({ isComplete: false }) },
    [ann, vera],
    undefined,
  ],
];
for (const [what, served, eaters, expected] of cases) {
  test(`a dish with a variant ${what}`, () => {
    deepStrictEqual(variantEaters(served, eaters), expected);
  });
}

test('a variant is for as many servings as its eaters eat, and is bought instead of the dish', () => {
  const beef = [food('beef', { centsPerKg: 1_000 })];
  const beans = [food('beans', { centsPerKg: 100 })];
  const served = { ...meaty, foods: beef, variant: variant({ foods: beans }) };
  const toddler = eater('Tim', { diets: ['vegetarian'], portion: 'toddler' });
  const proposal = plan(served, [ann, eater('Bob', { portion: 'hungry' }), vera, toddler]);
  const meal = dinner(proposal);
  deepStrictEqual(meal?.kind === 'cooked' && [meal.servings, meal.variant], [
    4,
    { eaterIds: ['Vera', 'Tim'], servings: 2, title: 'with beans' },
  ]);
  strictEqual(proposal.totals.costCents, 2 * 100 + 2 * 10);
});

test('eaters who are away do not count', () => {
  deepStrictEqual(variantEaters(meaty, [ann, vera], ['Vera']), []);
  deepStrictEqual(variantEaters(meaty, [ann, vera], ['Ann']), undefined);
  const nutty = dish('nutty', { allergens: ['nuts'] });
  deepStrictEqual(variantEaters(nutty, [ann, nutAllergy]), undefined);
  deepStrictEqual(variantEaters(nutty, [ann, nutAllergy], ['Nick']), []);
});

test('explains a slot without dishes only by the people at the table', () => {
  const served = dish('soup', { allergens: ['nuts', 'milk'] });
  const allergic = [nutAllergy, eater('Mia', { allergens: ['milk'] })];
  const meal = dinner(plan(served, allergic, ['Mia']));
  deepStrictEqual(meal?.kind === 'gap' && meal.blockingConstraints.steps, [
    { kind: 'allergens', allergens: ['nuts'], dishes: 1 },
  ]);
});

test('counts a dish that its variant does not save at the diet or the dislike', () => {
  const saved = { ...meaty, variant: variant({ allergens: ['nuts'] }) };
  const stepOf = (eaters: Eater[]) => {
    const meal = dinner(plan(saved, eaters));
    return meal?.kind === 'gap' ? meal.blockingConstraints.steps.map(({ kind }) => kind) : undefined;
  };
  deepStrictEqual(stepOf([ann, vera, nutAllergy]), ['diets']);
  deepStrictEqual(stepOf([ann, neverBeef, nutAllergy]), ['dislikes']);
});

test('compares the minutes of a slot with the minutes until the meal is on the table', () => {
  const overnight = dish('oats', { totalMinutes: 500, clockMinutes: 10, activeMinutes: 10 });
  const slow = dish('roast', { totalMinutes: 90, clockMinutes: 90, activeMinutes: 10 });
  const [oats, roast] = [overnight, slow].map((served) => {
    const slotSettings = settingsOf(['Monday dinner', { minutes: 20 }]);
    return dinner(planWeek(task({ dishes: [served], preferences: { slotSettings } })));
  });
  deepStrictEqual([oats?.kind, roast?.kind], ['cooked', 'gap']);
  deepStrictEqual(oats?.kind === 'cooked' && [oats.minutes, oats.activeMinutes], [10, 10]);
});

const noBeans = rule('no beans', { tag: 'food:beans', atMost: 0 });

/** Vera eats the chilli only with beans instead of beef. */
function planChilli(never: Rule, more: Partial<PlanningTask> = {}): Proposal {
  const preferences = { slotSettings: settingsOf('Monday dinner'), eaters: [ann, vera], rules: [never] };
  return planWeek(task({ dishes: [meaty], preferences, ...more }));
}

test('a variant with a food that is never eaten is not served, and the rule is named', () => {
  const proposal = planChilli(noBeans);
  const meal = dinner(proposal);
  deepStrictEqual(meal?.kind === 'gap' && meal.blockingConstraints.steps, [
    { kind: 'rules', ruleIds: ['no beans'], dishes: 1 },
  ]);
  deepStrictEqual(
    proposal.offers.map(({ changes }) => changes),
    [[{ kind: 'rule', ruleId: 'no beans' }], [{ kind: 'unplanned', day: 'Monday', slot: 'dinner' }]],
  );
});

test('a variant with such a food is served where the rule does not apply, is soft or allows some', () => {
  const others: Partial<Rule>[] = [
    { days: ['Tuesday'] },
    { slots: ['lunch'] },
    { isHard: false },
    { atMost: 1 },
  ];
  for (const more of others) strictEqual(dinner(planChilli({ ...noBeans, ...more }))?.kind, 'cooked');
});

test('a lock does not retain a variant with a food that is never eaten', () => {
  const locked = [{ ...place('Monday dinner'), recipeId: 'chilli' }];
  strictEqual(dinner(planChilli(noBeans, { locked }))?.kind, 'gap');
  strictEqual(dinner(planChilli({ ...noBeans, days: ['Tuesday'] }, { locked }))?.kind, 'cooked');
});

/** Vera is away on Monday, and at the table for the leftovers on Tuesday. */
function kindsWithLeftovers(never: Rule): string[] {
  const slotSettings = settingsOf(['Monday dinner', { away: ['Vera'] }], 'Tuesday dinner');
  const preferences = { slotSettings, eaters: [ann, vera], rules: [never], cooksDouble: true };
  const { meals } = planWeek(task({ dishes: [{ ...meaty, isReheatable: true }], preferences }));
  return meals.map(({ kind }) => kind);
}

test('leftovers of a variant with a food that is never eaten are not served', () => {
  deepStrictEqual(kindsWithLeftovers({ ...noBeans, days: ['Monday'] }), ['cooked', 'leftovers']);
  deepStrictEqual(kindsWithLeftovers(noBeans), ['cooked', 'gap']);
});
