/**
 * The cookbook's recipes as they are written: steps with their markup, for checks of the text. A rule returns what is
 * wrong with one recipe.
 */
import { deepStrictEqual, notDeepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { getFoods } from '#cookbook/foods.ts';
import { recipeFiles, RECIPES_FOLDER } from '#cookbook/recipes.ts';
import type { Food } from '#domain/food/food.ts';
import { parseCooklang } from '#domain/recipe/cooklang.ts';
import type { BookRecipe } from '#domain/recipe/book-recipe.ts';

export type Listed = {
  readonly name: string;
  readonly food: Food;
  readonly hasAmount: boolean;
  /** In brackets: "finely diced". */
  readonly remark: string;
  /** The number of its step. */
  readonly step: number;
};

export type WrittenRecipe = {
  readonly recipe: BookRecipe;
  readonly listed: readonly Listed[];
  /** With markup: `Fry the @onions{2}(diced) for ~{5%minutes}.` */
  readonly marked: readonly string[];
  /** All steps as a cook reads them. */
  readonly text: string;
};

export type Rule = (written: WrittenRecipe) => string[];

const INGREDIENT = /@([^@{}|]+)(?:\|[^@{}|]+)?\{([^{}]*)\}(?:\(([^()]*)\))?/g;

function parseWritten(id: string, text: string): WrittenRecipe {
  const foods = getFoods();
  const recipe = parseCooklang(id, text, foods);
  const marked = text
    .slice(text.indexOf('\n---\n') + 5)
    .split('\n=== ', 1)
    .join('')
    .split(/\n\s*\n/)
    .map((step) => step.trim().replaceAll('\n', ' '))
    .filter((step) => step !== '');
  const listed = marked.flatMap((step, at) =>
    [...step.matchAll(INGREDIENT)].map(([, name = '', amount = '', remark = '']): Listed => {
      const food = foods.findByName(name.trim()) as Food;
      return { name: name.trim(), food, hasAmount: amount !== '', remark, step: at };
    }),
  );
  return { recipe, listed, marked, text: recipe.steps.join('\n') };
}

const cookbook = recipeFiles(RECIPES_FOLDER).map((file) =>
  parseWritten(basename(file, '.cook'), readFileSync(join(RECIPES_FOLDER, file), 'utf8')),
);

/** The text of a step without the names of its ingredients. */
export function withoutIngredients(step: string): string {
  return step.replaceAll(INGREDIENT, '·').replaceAll(/~\{(\d+)(?:-\d+)?%(\w+)\}/g, '$1 $2');
}

export function sentencesOf(step: string): string[] {
  return step.split(/(?<=[.;:])\s+/);
}

/** Words in lower case and in the singular, roughly: "tomatoes" and "tomato" have the same stem. */
export function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  return words.map((word) => word.replace(/'s$/, '').replace(/(?:(?<=o|sh|ch)es|(?<![su])s)$/, ''));
}

const SAMPLE_FACTS = {
  title: 'Sample',
  servings: '4',
  active: '10 min',
  total: '30 min',
  meals: 'dinner',
  course: 'main',
  cuisine: 'British',
  protein: 'none',
  season: 'all',
  keeps: 'no',
  form: 'pan',
  starch: 'none',
};
const MORE_FACTS = { family: 'sample', children: 'no', familiar: 'no', freezes: 'no', lunchbox: 'no' };

/** A recipe of these steps, to plant a defect in. */
function sampleRecipe(steps: string, facts: Record<string, string> = {}): WrittenRecipe {
  const [, name = ''] = INGREDIENT.exec(steps) ?? [];
  INGREDIENT.lastIndex = 0;
  const main = getFoods().findByName(name)?.id ?? '';
  const front = { ...SAMPLE_FACTS, main, ...MORE_FACTS, ...facts };
  const lines = Object.entries(front).map(([key, value]) => `${key}: ${value}`);
  return parseWritten('sample', `---\n${lines.join('\n')}\n---\n${steps}\n`);
}

type Sample = string | readonly [steps: string, facts: Record<string, string>];

/** Runs the rule on every recipe, on planted defects, which it must find, and on sound recipes. */
export function testCheck(check: {
  readonly name: string;
  readonly rule: Rule;
  readonly planted: readonly Sample[];
  readonly sound: readonly Sample[];
}): void {
  const { name, rule, planted, sound } = check;
  const defectsOf = (sample: Sample): string[] =>
    rule(typeof sample === 'string' ? sampleRecipe(sample) : sampleRecipe(...sample));
  test(name, () => {
    const wrong = cookbook.flatMap((written) =>
      rule(written).map((defect) => `${written.recipe.id}: ${defect}`),
    );
    deepStrictEqual(wrong, []);
    for (const sample of planted)
      notDeepStrictEqual(defectsOf(sample), [], `not found: ${JSON.stringify(sample)}`);
    for (const sample of sound) deepStrictEqual(defectsOf(sample), [], JSON.stringify(sample));
  });
}
