/** Recipes as ingredients: amounts, allergens and limits, and a comparison with a plain recursion. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { array, assert, constantFrom, dictionary, integer, nat, property, record } from 'fast-check';
import { type IngredientLine, parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { gatherRequirements } from '#domain/shopping-list/requirements.ts';
import { sampleCatalogue as foods } from '#test/support/sample-foods.ts';
import { costPerServing } from './cost.ts';
import { nutritionPerServing } from './nutrition.ts';
import { allergensOf, dietsOf, isFreeFrom, type Recipe } from './recipe.ts';
import { recipeFrom, type RecipeSource } from './recipe-source.ts';
import type { FindSubRecipe } from './sub-recipes.ts';

type Sketch = { servings?: number; lines: string[]; uses?: Record<string, string> };
type Sketches = Record<string, Sketch>;

function sourceOf(title: string, { servings = 4, lines, uses = {} }: Sketch): RecipeSource {
  return {
    title,
    servings,
    activeMinutes: 0,
    totalMinutes: 0,
    meals: [],
    cuisine: '',
    protein: '',
    keeps: false,
    ingredients: lines,
    steps: [],
    references: Object.entries(uses).map(([line, recipeId]) => ({ line, recipeId })),
  };
}

const PARSED = new Map<string, IngredientLine>();
const parse = (text: string) => PARSED.getOrInsertComputed(text, () => parseIngredientLine(text, foods));

function make(sketches: Sketches, id: string): Recipe {
  const find: FindSubRecipe = (used) => {
    const sketch = sketches[used];
    const source = sketch && sourceOf(used, sketch);
    return source ? { id: used, ...source, ingredients: source.ingredients.map(parse) } : null;
  };
  const source = sourceOf(id, sketches[id] as Sketch);
  return recipeFrom(id, source, { lines: source.ingredients.map(parse), find }, foods);
}

/** Grams or pieces of each food, as the shopping list requires them for the recipe's own servings. */
function requiredBy(recipe: Recipe): Record<string, number | 'some'> {
  const meal = { day: 'Monday', slot: 'dinner', description: '', recipe, servings: recipe.servings } as const;
  const steps = gatherRequirements([meal], [], foods, (text) => ({ text }));
  let step = steps.next();
  while (!step.done) step = steps.next();
  const found = [...step.value.foods].map(([id, { cooked }]) => {
    const amounts = [...cooked.amounts.values()].map(fractionNumber);
    return [id, cooked.isSome ? 'some' : (amounts[0] ?? 'some')] as const;
  });
  return Object.fromEntries(found);
}

const PIZZA: Sketches = {
  pizza: {
    servings: 2,
    lines: ['half a batch dough', '100 g butter'],
    uses: { 'half a batch dough': 'dough' },
  },
  dough: {
    servings: 4,
    lines: ['2 servings starter', '500 g flour'],
    uses: { '2 servings starter': 'starter' },
  },
  starter: { servings: 8, lines: ['400 g flour', '200 g olive oil', 'milk to taste'] },
};

test('scales amounts through two and three levels', () => {
  strictEqual(requiredBy(make(PIZZA, 'dough'))['flour'], 600);
  deepStrictEqual(requiredBy(make(PIZZA, 'pizza')), {
    flour: 300,
    butter: 100,
    'olive-oil': 25,
    milk: 'some',
  });
});

test('an allergen two levels down is certain', () => {
  const pizza = make(PIZZA, 'pizza');
  const { contains, isComplete } = allergensOf(pizza, foods);
  deepStrictEqual([contains.has('milk'), contains.has('wheat'), isComplete], [true, true, true]);
  ok(dietsOf(pizza, foods).breaks.has('vegan'));
});

test('costs and nutrition are those of the lines that it stands for', () => {
  const plain = make(
    { plain: { servings: 2, lines: ['300 g flour', '100 g butter', '25 g olive oil', 'milk to taste'] } },
    'plain',
  );
  const pizza = make(PIZZA, 'pizza');
  deepStrictEqual(nutritionPerServing(pizza, foods), nutritionPerServing(plain, foods));
  deepStrictEqual(costPerServing(pizza, foods, new Map()), costPerServing(plain, foods, new Map()));
});

test('takes a weight by what all lines weigh, and an unknown amount without amounts', () => {
  const dough = { lines: ['500 g flour', 'salt to taste'] };
  const byWeight = { pizza: { lines: ['250 g dough'], uses: { '250 g dough': 'dough' } }, dough };
  strictEqual(requiredBy(make(byWeight, 'pizza'))['flour'], 250);
  const byVolume = { pizza: { lines: ['2 cups dough'], uses: { '2 cups dough': 'dough' } }, dough };
  strictEqual(requiredBy(make(byVolume, 'pizza'))['flour'], 'some');
  ok(allergensOf(make(byVolume, 'pizza'), foods).contains.has('wheat'));
});

test('a recipe that is gone, empty or in a circle could contain anything', () => {
  const uses = { '1 batch milk': 'milk' };
  const lines = ['100 g flour', '1 batch milk'];
  const cases: Record<string, Sketches> = {
    gone: { pizza: { lines, uses } },
    empty: { pizza: { lines, uses }, milk: { lines: ['For the milk:'] } },
    itself: { pizza: { lines: [...lines, '1 pizza'], uses: { '1 pizza': 'pizza' } } },
    'in a circle': { pizza: { lines, uses }, milk: { lines: ['1 pizza'], uses: { '1 pizza': 'pizza' } } },
  };
  for (const [name, sketches] of Object.entries(cases)) {
    const pizza = make(sketches, 'pizza');
    strictEqual(allergensOf(pizza, foods).isComplete, false, name);
    strictEqual(isFreeFrom(pizza, 'nuts', foods), false, name);
    deepStrictEqual([...dietsOf(pizza, foods).fits], [], name);
    ok(nutritionPerServing(pizza, foods).atLeast.includes('energyKcal'), name);
  }
});

test('a line that names a known food is that recipe and not the food', () => {
  const sketches = {
    pancakes: { lines: ['1 batch milk'], uses: { '1 batch milk': 'oat' } },
    oat: { lines: ['100 g flour'] },
  };
  const { contains, isComplete } = allergensOf(make(sketches, 'pancakes'), foods);
  deepStrictEqual([contains.has('milk'), contains.has('wheat'), isComplete], [false, true, true]);
});

test('a line of the other recipe that is not understood is required as often as that one', () => {
  const sketches = {
    pizza: { servings: 1, lines: ['2 batches dough'], uses: { '2 batches dough': 'dough' } },
    dough: { lines: ['100 g flour', '1 tsp pixie dust'] },
  };
  const recipe = make(sketches, 'pizza');
  const meal = { day: 'Monday', slot: 'dinner', description: '', recipe, servings: 3 } as const;
  const steps = gatherRequirements([meal], [], foods, (text) => ({ text }));
  let step = steps.next();
  while (!step.done) step = steps.next();
  deepStrictEqual(
    step.value.lines.map(({ text, times }) => [text, fractionNumber(times)]),
    [['1 tsp pixie dust', 6]],
  );
});

test('300 lines that use recipes of 300 lines take bounded time, and what is beyond the limits is not sure', () => {
  const sketches: Sketches = {};
  for (let level = 0; level < 8; level += 1) {
    const uses = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`${at + 1} batches part ${at}`, `${level + 1}-${at}`]),
    );
    const lines = [...Object.keys(uses), ...Array.from({ length: 270 }, (_, at) => `${at + 1} g flour`)];
    const ids = level === 0 ? ['root'] : Array.from({ length: 30 }, (_, at) => `${level}-${at}`);
    for (const id of ids) sketches[id] = { lines, uses };
  }
  const startMs = performance.now();
  const recipe = make(sketches, 'root');
  const ms = performance.now() - startMs;
  ok(ms < 2_000, `took ${ms} ms`);
  ok(recipe.ingredients.length <= 900);
  strictEqual(allergensOf(recipe, foods).isComplete, false);
});

const chain = (length: number): Sketches =>
  Object.fromEntries(
    Array.from({ length: length + 1 }, (_, at) => [
      `r${at}`,
      at < length
        ? { lines: ['1 batch next'], uses: { '1 batch next': `r${at + 1}` } }
        : { lines: ['100 g flour'] },
    ]),
  );

test('a chain of five recipes is understood, and a sixth is not sure', () => {
  strictEqual(allergensOf(make(chain(5), 'r0'), foods).isComplete, true);
  strictEqual(allergensOf(make(chain(6), 'r0'), foods).isComplete, false);
});

/** The same amounts by the simplest recursion that there is: floating numbers, no limits. */
type Use = { kind: 'batches' | 'servings'; amount: number; of: number };
type Node = { servings: number; grams: Record<string, number>; uses: Use[] };

function gramsOf(nodes: readonly Node[], at: number): Record<string, number> {
  const { grams, uses } = nodes[at] as Node;
  const sum = { ...grams };
  for (const { kind, amount, of } of uses) {
    const used = gramsOf(nodes, of);
    const times = kind === 'batches' ? amount : amount / (nodes[of] as Node).servings;
    for (const [food, each] of Object.entries(used)) sum[food] = (sum[food] ?? 0) + each * times;
  }
  return sum;
}

const FOODS = ['flour', 'butter', 'almond'];
const USE = record({
  kind: constantFrom('batches' as const, 'servings' as const),
  amount: integer({ min: 1, max: 5 }),
  of: nat({ max: 100 }),
});
const NODE = record({
  servings: integer({ min: 1, max: 12 }),
  grams: dictionary(constantFrom(...FOODS), integer({ min: 1, max: 2_000 }), { minKeys: 1 }),
  uses: array(USE, { maxLength: 3 }),
});

test('random recipes require what a plain recursion adds up', () => {
  assert(
    property(array(NODE, { minLength: 1, maxLength: 6 }), (drawn) => {
      // Only later recipes are used, so that there is no circle; six are five levels.
      const nodes = drawn.map((node, at) => ({
        ...node,
        uses: node.uses.flatMap((use) => {
          const others = drawn.length - at - 1;
          return others > 0 ? { ...use, of: at + 1 + (use.of % others) } : [];
        }),
      }));
      const sketches = Object.fromEntries(
        nodes.map(({ servings, grams, uses }, at): [string, Sketch] => {
          const used = uses.map(({ kind, amount, of }): [string, string] => [
            `${amount} ${kind} part ${of}`,
            `r${of}`,
          ]);
          const plain = Object.entries(grams).map(([food, each]) => `${each} g ${food}`);
          return [
            `r${at}`,
            { servings, lines: [...plain, ...used.map(([line]) => line)], uses: Object.fromEntries(used) },
          ];
        }),
      );
      const required = requiredBy(make(sketches, 'r0'));
      const expected = gramsOf(nodes, 0);
      deepStrictEqual(Object.keys(required).toSorted(), Object.keys(expected).toSorted());
      for (const [food, grams] of Object.entries(expected)) {
        const found = required[food];
        ok(
          typeof found === 'number' && Math.abs(found - grams) < 1e-6 * grams,
          `${food}: ${found}, ${grams}`,
        );
      }
    }),
    { numRuns: 300 },
  );
});
