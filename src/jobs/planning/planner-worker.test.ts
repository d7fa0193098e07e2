/** A planner thread: which dishes it knows, and when it makes them again. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import type { LineAnswers } from '#domain/ingredient-line/line-answers.ts';
import { isRefusal } from '#domain/refusal.ts';
import { DEFAULT_PREFERENCES, type Eater, type Rule } from '#domain/preferences/preferences.ts';
import { sharedPlannerThread } from '#test/support/planner-thread.ts';
import { RECIPE, week, WEEK } from '#test/support/world.ts';
import { PlannerPool } from './planner-pool.ts';
import type { Job } from './planner-worker.ts';

const PIXIE = { id: 'pixie', version: 1 };
const SOURCE = { ...RECIPE, title: 'Pixie soup', ingredients: ['2 tbsp pixie dust'] };
const MIA: Eater = { id: 'mia', name: 'Mia', diets: [], allergens: ['peanuts'], dislikes: [] };
const WANTED: Rule = { id: 'p', tag: 'title:pixie', days: [], slots: [], atLeast: 1, isHard: true };
const TASK: Job['task'] = {
  week: week(WEEK),
  season: 'autumn',
  preferences: { ...DEFAULT_PREFERENCES, eaters: [MIA], rules: [WANTED] },
  existingMeals: {},
  servedWeeksAway: {},
  rejectedWeeksAgo: {},
  wanted: [],
  stars: {},
  pantry: [],
  locked: [],
  avoided: [],
  seed: 1,
};

function answer(foodId: string | null): LineAnswers {
  return new Map([['pixie dust', { foodId, createdBy: { kind: 'former-member' }, createdAt: '' }]]);
}

const NONE: LineAnswers = new Map();

test('uses the answers of the family to lines, also for a dish that it has cached', async (t) => {
  const pool = new PlannerPool({ size: 1, startWorker: () => sharedPlannerThread() });
  t.after(() => pool.stop());
  /** Whether the recipe may be served to the eater with the allergy. */
  const isServed = async (answers: LineAnswers) => {
    const proposal = await pool.run({
      family: 'a',
      client: { address: '' },
      job: { kind: 'propose', task: TASK, own: [PIXIE], answers, prices: new Map(), tags: new Map() },
      findFirstRecipeTexts: async () => [{ ...PIXIE, source: JSON.stringify(SOURCE) }],
    });
    ok(!isRefusal(proposal));
    return proposal.meals.some((meal) => 'recipeId' in meal && meal.recipeId === PIXIE.id);
  };
  const served: boolean[] = [];
  for (const answers of [NONE, answer(null), NONE, answer('peanut-butter'), answer('red-lentil'), NONE]) {
    served.push(await isServed(answers));
  }
  deepStrictEqual(served, [false, true, false, false, true, false]);
});

test('serves a dish of the cookbook or of the family whose brands are free from an allergen', async (t) => {
  const pool = new PlannerPool({ size: 1, startWorker: () => sharedPlannerThread() });
  t.after(() => pool.stop());
  const curry = { ...RECIPE, title: 'Our curry', ingredients: ['1 tbsp gluten-free curry powder'] };
  const own = { id: 'curry', version: 1 };
  const lou: Eater = { ...MIA, id: 'lou', allergens: ['celery'] };
  const free: LineAnswers = new Map(
    ['gluten-free curry powder', 'vegan worcestershire sauce'].map((name) => {
      const brands = { [name.replaceAll(' ', '-')]: ['celery'] as const };
      return [
        name.replaceAll('-', ' '),
        { foodId: null, brands, createdBy: { kind: 'former-member' }, createdAt: '' },
      ];
    }),
  );
  const isServed = async (title: string, allergens: Eater['allergens'], answers: LineAnswers) => {
    const rules: Rule[] = [{ ...WANTED, tag: `title:${title}` }];
    const preferences = { ...TASK.preferences, eaters: [{ ...lou, allergens }], rules };
    const proposal = await pool.run({
      family: 'a',
      client: { address: '' },
      job: {
        kind: 'propose',
        task: { ...TASK, preferences },
        own: [own],
        answers,
        prices: new Map(),
        tags: new Map(),
      },
      findFirstRecipeTexts: async () => [{ ...own, source: JSON.stringify(curry) }],
    });
    ok(!isRefusal(proposal));
    return proposal.meals.some(
      (meal) => 'recipeId' in meal && [own.id, 'welsh-rarebit'].includes(meal.recipeId),
    );
  };
  for (const title of ['our curry', 'welsh rarebit']) {
    const served: boolean[] = [];
    for (const answers of [NONE, free, NONE]) served.push(await isServed(title, ['celery'], answers));
    deepStrictEqual(served, [false, true, false], title);
  }
});

test('makes a dish again when a recipe that it uses has changed or is gone', async (t) => {
  const pool = new PlannerPool({ size: 1, startWorker: () => sharedPlannerThread() });
  t.after(() => pool.stop());
  const line = '1 batch sauce';
  const soup = { ...SOURCE, ingredients: [line, '2 onions'], references: [{ line, recipeId: 'sauce' }] };
  const isServed = async (version: number | undefined, lines: string[] = []) => {
    const texts = [
      { id: 'soup', version: 1, source: JSON.stringify(soup) },
      ...(version === undefined
        ? []
        : [
            {
              id: 'sauce',
              version,
              source: JSON.stringify({ ...SOURCE, title: 'Sauce', ingredients: lines }),
            },
          ]),
    ];
    const proposal = await pool.run({
      family: 'b',
      client: { address: '' },
      job: {
        kind: 'propose',
        task: TASK,
        own: texts.map((text) => ({ id: text.id, version: text.version })),
        answers: NONE,
        prices: new Map(),
        tags: new Map(),
      },
      findFirstRecipeTexts: async (ids) => texts.filter(({ id }) => ids.includes(id)),
    });
    ok(!isRefusal(proposal));
    return proposal.meals.some((meal) => 'recipeId' in meal && meal.recipeId === 'soup');
  };
  const served = [
    await isServed(1, ['2 tomatoes']),
    await isServed(2, ['2 tomatoes', '1 tbsp peanut butter']),
    await isServed(3, ['2 tomatoes']),
    await isServed(undefined),
  ];
  deepStrictEqual(served, [true, false, true, false]);
});
