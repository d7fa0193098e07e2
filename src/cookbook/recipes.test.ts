/**
 * Checks every recipe of the cookbook: weights, nutrition, allergens, diets and variants, and that there are enough
 * dishes for all. Allergens and diets are also derived here a second time, from the text of the files, without the
 * parser.
 */
import { deepStrictEqual, ok, strictEqual, throws } from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ALLERGENS, type Allergen, DIETS, type Diet } from '#domain/food/food.ts';
import { nutritionPerServing } from '#domain/recipe/nutrition.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { findGrams } from '#domain/quantity/quantity.ts';
import { LANGUAGES, TRANSLATIONS } from '#languages/language.ts';
import { FINISHED_TRANSLATIONS } from '#test/support/texts/finished-languages.ts';
import { type BookRecipe } from '#domain/recipe/book-recipe.ts';
import type { Course } from '#domain/recipe/course.ts';
import { allergensOf, dietsOf, fillsSlot, isFreeFrom, type Recipe } from '#domain/recipe/recipe.ts';
import { freshFolder, type Scope } from '#test/support/store.ts';
import { getFoods } from './foods.ts';
import { getRecipes, readRecipes, recipeFiles } from './recipes.ts';

const FOLDER = fileURLToPath(new URL('../../cookbook/recipes', import.meta.url));
const foods = getFoods();
const { recipes, find } = getRecipes();

/** A recipe read without the parser: the names of its ingredients, and their remarks in brackets. */
type Written = { folder: string; id: string; names: string[]; remarks: string[] };

function readWritten(): Written[] {
  return recipeFiles(FOLDER).map((file) => {
    const [steps = ''] = readFileSync(join(FOLDER, file), 'utf8').split('\n===', 1);
    const ingredients = [...steps.matchAll(/@([^@{|]+)(?:\|[^@{]+)?\{[^}]*\}(?:\(([^)]*)\))?/g)];
    const [names, remarks] = [1, 2].map((group) => ingredients.map((found) => found[group] ?? '')) as [
      string[],
      string[],
    ];
    return { folder: dirname(file), id: basename(file, '.cook'), names, remarks };
  });
}

const written = readWritten();

test('parses every file of the cookbook', () => {
  deepStrictEqual(recipes.map(({ id }) => id).toSorted(), written.map(({ id }) => id).toSorted());
  for (const { id, names } of written) strictEqual(find(id)?.ingredients.length, names.length, id);
  strictEqual(find('nothing-of-the-kind'), undefined);
});

test('no two recipes have the same title', () => {
  const titles = recipes.map(({ title }) => title.toLowerCase());
  deepStrictEqual(
    titles.filter((title, at) => titles.indexOf(title) !== at),
    [],
  );
});

test('has at least 400 dishes: 50 breakfasts, 80 lunches, 200 dinners, of 25 cuisines', (context) => {
  const counts = ['breakfast', 'lunch', 'dinner'].map(
    (folder) => written.filter((dish) => dish.folder === folder).length,
  );
  const cuisines = new Set(recipes.map(({ cuisine }) => cuisine));
  context.diagnostic(`${counts.join(' + ')} recipes, ${cuisines.size} cuisines`);
  ok(recipes.length >= 400, `${recipes.length} dishes`);
  for (const [at, least] of [50, 80, 200].entries()) ok((counts[at] ?? 0) >= least, counts.join());
  ok(cuisines.size >= 25, [...cuisines].join(', '));
});

test('every dish is written in every finished language of the book', () => {
  const missing = written.flatMap(({ folder, id }) =>
    FINISHED_TRANSLATIONS.map((language) => join(folder, `${id}.${language}.cook`)).filter(
      (file) => !existsSync(join(FOLDER, file)),
    ),
  );
  deepStrictEqual(missing, []);
});

test('a translation belongs to a dish', () => {
  const files = readdirSync(FOLDER).flatMap((folder) =>
    readdirSync(join(FOLDER, folder)).map((file) => join(folder, file)),
  );
  const known = new Set(
    written.flatMap(({ folder, id }) =>
      ['', ...TRANSLATIONS.map((language) => `.${language}`)].map((part) =>
        join(folder, `${id}${part}.cook`),
      ),
    ),
  );
  deepStrictEqual(
    files.filter((file) => !known.has(file)),
    [],
  );
});

test('the id of a dish that was merged finds the dish that it is now, and is not listed', (context) => {
  const former = recipes.flatMap((recipe) => recipe.formerIds.map((id) => ({ id, recipe })));
  const listed = new Set(recipes.map(({ id }) => id));
  ok(former.length > 0);
  context.diagnostic(`${former.length} dishes were merged`);
  for (const { id, recipe } of former) {
    strictEqual(find(id), recipe, id);
    strictEqual(listed.has(id), false, id);
  }
});

test('fills the slot of its folder; in a folder of another name there are no main dishes', () => {
  const wrong = written.filter(({ id, folder }) => {
    const recipe = find(id) as BookRecipe;
    const slot = SLOTS.find((name) => name === folder);
    return slot ? !fillsSlot(recipe, slot) : recipe.course === 'main';
  });
  deepStrictEqual(
    wrong.map(({ id }) => id),
    [],
  );
});

test('what fills the lunchbox is good for one', () => {
  const wrong = recipes.filter((recipe) => recipe.meals.includes('lunchbox') && !recipe.isForLunchbox);
  deepStrictEqual(
    wrong.map(({ id }) => id),
    [],
  );
});

test('has a weight for every amount', () => {
  const wrong = recipes.flatMap(({ id, ingredients }) =>
    ingredients.flatMap(({ text, understood }) => {
      const weights = understood && foods.find(understood.food)?.weights;
      const isWeighed = weights && (!understood.quantity || findGrams(understood.quantity, weights));
      return isWeighed ? [] : [`${id}: ${text}`];
    }),
  );
  deepStrictEqual(wrong, []);
});

/** The least and the most of a serving. */
const ENERGY_KCAL: Record<Course, readonly [least: number, most: number]> = {
  main: [150, 1_200],
  side: [40, 500],
  salad: [40, 500],
  dessert: [80, 700],
  drink: [20, 400],
};
const SNACK_KCAL = [60, 500] as const;

test('a serving has the energy of its course', () => {
  const wrong = recipes.flatMap((recipe) => {
    const { energyKcal } = nutritionPerServing(recipe, foods);
    const isSnack = recipe.course === 'main' && recipe.meals.every((slot) => slot === 'snack');
    const [least, most] = isSnack ? SNACK_KCAL : ENERGY_KCAL[recipe.course];
    return energyKcal >= least && energyKcal <= most
      ? []
      : [`${recipe.id}: ${Math.round(energyKcal)} kcal in a ${recipe.course}`];
  });
  deepStrictEqual(wrong, []);
});

type Rule = (recipe: Recipe) => boolean;
const eats =
  (...diets: Diet[]): Rule =>
  (recipe) =>
    diets.every((diet) => dietsOf(recipe, foods).fits.has(diet));
const without =
  (...allergens: Allergen[]): Rule =>
  (recipe) =>
    allergens.every((allergen) => isFreeFrom(recipe, allergen, foods));

const dinners = recipes.filter((recipe) => fillsSlot(recipe, 'dinner'));

for (const diet of DIETS) {
  test(`at least 60 dinners are ${diet}`, (context) => {
    const fitting = dinners.filter(eats(diet)).length;
    context.diagnostic(`${fitting} dinners`);
    ok(fitting >= 60, `${fitting} dinners`);
  });
}

test('at least 120 dinners take 30 minutes or less', (context) => {
  const quick = dinners.filter(({ totalMinutes }) => totalMinutes <= 30).length;
  context.diagnostic(`${quick} of ${dinners.length} dinners`);
  ok(quick >= 120, `${quick} dinners`);
});

/** With the foods of the variant in place of those that it leaves out. */
function asVariant({ ingredients, variant }: BookRecipe): Pick<Recipe, 'ingredients'> {
  const without = new Set(variant?.without);
  const stays = ingredients.filter(({ understood }) => !without.has(understood?.food ?? ''));
  return { ingredients: [...stays, ...(variant?.ingredients ?? [])] };
}

/** Diets that only the variant fits; "meat" or "fish" if it adds some. */
function gainsOf(recipe: BookRecipe): string[] {
  const [before, after] = [recipe, asVariant(recipe)].map((version) => dietsOf(version, foods).fits);
  const added = (recipe.variant?.ingredients ?? [])
    .map(({ understood }) => foods.find(understood?.food ?? '')?.aisle)
    .filter((aisle) => aisle === 'meat' || aisle === 'fish');
  return [...(after ?? [])].filter((diet) => before?.has(diet) !== true).concat(added as never[]);
}

test('at least 60 dishes have a variant, and each is for other eaters', (context) => {
  const varied = recipes.filter(({ variant }) => variant);
  context.diagnostic(`${varied.length} dishes have a variant`);
  ok(varied.length >= 60, `${varied.length} dishes`);
  const idle = varied.filter((recipe) => gainsOf(recipe).length === 0);
  deepStrictEqual(
    idle.map(({ id }) => id),
    [],
  );
  const unsure = varied.filter((recipe) => !dietsOf(asVariant(recipe), foods).isComplete);
  deepStrictEqual(
    unsure.map(({ id }) => id),
    [],
  );
});

test('a variant without meat is vegetarian, and one with meat leaves a vegetarian dish', () => {
  const wrong = recipes.filter((recipe) => {
    if (!recipe.variant) return false;
    const isMeat = gainsOf(recipe).some((gain) => gain === 'meat' || gain === 'fish');
    return !dietsOf(isMeat ? recipe : asVariant(recipe), foods).fits.has('vegetarian');
  });
  deepStrictEqual(
    wrong.map(({ id, variant }) => `${id} ${variant?.title}`),
    [],
  );
});

const MEALS = ['breakfast', 'lunch', 'dinner'] as const;
/**
 * Main dishes, and sides and salads, that the cookbook had for them: a food that is no longer certain must not
 * take dishes away unnoticed.
 */
const families: { who: string; rules: Rule[]; dishes: number; dinners: number; sides: number }[] = [
  { who: 'a vegan', rules: [eats('vegan')], dishes: 114, dinners: 81, sides: 49 },
  {
    who: 'a coeliac',
    rules: [eats('gluten-free'), without('gluten', 'wheat')],
    dishes: 115,
    dinners: 90,
    sides: 64,
  },
  {
    who: 'a family without nuts, dairy or pork',
    rules: [eats('dairy-free', 'no-pork'), without('nuts', 'peanuts', 'milk')],
    dishes: 146,
    dinners: 115,
    sides: 48,
  },
  {
    who: 'a vegan, gluten-free and nut-free family',
    rules: [eats('vegan', 'gluten-free'), without('nuts', 'peanuts')],
    dishes: 62,
    dinners: 47,
    sides: 44,
  },
];
for (const { who, rules, ...least } of families) {
  test(`${who} has at least ${least.dishes} dishes, ${least.dinners} of them dinners, and ${least.sides} sides`, (context) => {
    const fitting = recipes.filter((recipe) => rules.every((rule) => rule(recipe)));
    const mains = fitting.filter((recipe) => MEALS.some((slot) => fillsSlot(recipe, slot)));
    const evenings = mains.filter((recipe) => fillsSlot(recipe, 'dinner'));
    const sides = fitting.filter(({ course }) => course === 'side' || course === 'salad');
    const found = `${mains.length} dishes, ${evenings.length} of them dinners, and ${sides.length} sides`;
    context.diagnostic(found);
    ok(
      mains.length >= least.dishes && evenings.length >= least.dinners && sides.length >= least.sides,
      found,
    );
  });
}

const sweets: { who: string; rules: Rule[]; least: number }[] = [
  { who: 'a vegan', rules: [eats('vegan')], least: 9 },
  { who: 'a coeliac', rules: [eats('gluten-free'), without('gluten', 'wheat')], least: 10 },
  { who: 'a family without nuts and eggs', rules: [without('nuts', 'peanuts', 'eggs')], least: 10 },
  { who: 'a family in a hurry', rules: [({ totalMinutes }) => totalMinutes <= 30], least: 10 },
];
for (const { who, rules, least } of sweets) {
  test(`${who} has at least ${least} desserts and drinks`, (context) => {
    const all = recipes.filter(({ course }) => course === 'dessert' || course === 'drink');
    const fitting = all.filter((recipe) => rules.every((rule) => rule(recipe)));
    context.diagnostic(`${fitting.length} of ${all.length} desserts and drinks`);
    ok(fitting.length >= least, `${fitting.length} desserts and drinks`);
  });
}

/** Diets that follow from allergens and from other diets, independent of the program's rules. */
const BREAKS: Record<string, Diet[]> = {
  wheat: ['gluten-free'],
  gluten: ['gluten-free'],
  milk: ['dairy-free', 'vegan'],
  eggs: ['vegan'],
  fish: ['vegetarian', 'vegan'],
  crustaceans: ['vegetarian', 'vegan', 'kosher-style'],
  molluscs: ['vegetarian', 'vegan', 'kosher-style'],
  'no-pork': ['pescatarian', 'vegetarian', 'vegan', 'halal-style', 'kosher-style'],
  'no-alcohol': ['halal-style'],
  pescatarian: ['vegetarian', 'vegan'],
  vegetarian: ['vegan'],
};
/** Diets that may be broken, beside those that follow from BREAKS. */
const DOUBTS: Record<string, Diet[]> = {
  crustaceans: ['halal-style'],
  molluscs: ['halal-style'],
  vegetarian: ['halal-style', 'kosher-style'],
  pescatarian: ['halal-style', 'kosher-style'],
};
type Facts = Record<'allergens' | 'mayContain' | 'breaks' | 'mayBreak', Set<string>>;

function withGluten(allergens: string[]): Set<string> {
  return new Set([...allergens, ...(allergens.includes('wheat') ? ['gluten'] : [])]);
}

/** The food catalogue by every name in it, read without its parser. */
function readFacts(): Map<string, Facts> {
  const folder = fileURLToPath(new URL('../../cookbook/foods', import.meta.url));
  const byName = new Map<string, Facts>();
  for (const file of readdirSync(folder)) {
    for (const block of readFileSync(join(folder, file), 'utf8').split(/^# /m).slice(1)) {
      const words = (key: string, between: RegExp): string[] =>
        (new RegExp(`^${key}: (.*)$`, 'm').exec(block)?.[1] ?? '-')
          .split(between)
          .filter((word) => word !== '-');
      const implied = (allergens: string[], breaks: string[]) =>
        new Set([...breaks, ...[...allergens, ...breaks].flatMap((word) => BREAKS[word] ?? [])]);
      const [allergens, mayContain] = [words('allergens', /, /), words('may contain', /, /)];
      const [breaks, mayBreak] = [words('breaks', /, /), words('may break', /, /)];
      const doubts = [
        ...allergens,
        ...mayContain,
        ...mayBreak,
        ...(allergens.includes('milk') ? breaks : []),
      ];
      const facts = {
        allergens: withGluten(allergens),
        mayContain: withGluten(mayContain),
        breaks: implied(allergens, breaks),
        mayBreak: new Set([
          ...implied(mayContain, mayBreak),
          ...doubts.flatMap((word) => DOUBTS[word] ?? []),
        ]),
      };
      for (const name of LANGUAGES.flatMap((language) => words(language, /; | \/ /)))
        byName.set(name.toLowerCase(), facts);
    }
  }
  return byName;
}

/** All words and groups of words. */
function phrasesIn(text: string): string[] {
  const words = text.match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  return words.flatMap((_, from) =>
    words.slice(from).map((__, more) => words.slice(from, from + more + 1).join(' ')),
  );
}

test('the allergens and diets of every recipe equal those of an independent computation', (context) => {
  const byName = readFacts();
  for (const { id, names, remarks } of written) {
    const recipe = find(id) as Recipe;
    const mentioned = remarks
      .flatMap((remark) => phrasesIn(remark.toLowerCase()))
      .map((phrase) => byName.get(phrase))
      .filter((facts) => facts !== undefined);
    const all = [...names.map((name) => byName.get(name.toLowerCase())), ...mentioned];
    ok(
      all.every((facts) => facts !== undefined),
      id,
    );
    const { contains, mayContain, isComplete } = allergensOf(recipe, foods);
    const { fits, breaks, mayBreak } = dietsOf(recipe, foods);
    strictEqual(isComplete, true, id);
    for (const allergen of ALLERGENS) {
      const isContained = all.some((facts) => facts?.allergens.has(allergen));
      const isPossible: boolean = !isContained && all.some((facts) => facts?.mayContain.has(allergen));
      strictEqual(contains.has(allergen), isContained, `${id}: ${allergen}`);
      strictEqual(mayContain.has(allergen), isPossible, `${id}: may contain ${allergen}`);
      const isFree: boolean = !isContained && !isPossible;
      strictEqual(isFreeFrom(recipe, allergen, foods), isFree, `${id}: free from ${allergen}`);
    }
    const hasMeat = all.some((facts) => facts?.breaks.has('pescatarian') && !facts.allergens.has('milk'));
    const isMixed = (diet: Diet, key: 'allergens' | 'mayContain'): boolean =>
      diet === 'kosher-style' && hasMeat && all.some((facts) => facts?.[key].has('milk'));
    for (const diet of DIETS) {
      const isBroken: boolean = isMixed(diet, 'allergens') || all.some((facts) => facts?.breaks.has(diet));
      const isDoubtful: boolean =
        !isBroken && (isMixed(diet, 'mayContain') || all.some((facts) => facts?.mayBreak.has(diet)));
      deepStrictEqual(
        [breaks.has(diet), mayBreak.has(diet), fits.has(diet)],
        [isBroken, isDoubtful, !isBroken && !isDoubtful],
        `${id}: ${diet}`,
      );
    }
  }
  context.diagnostic(`${written.length} recipes, ${ALLERGENS.length} allergens, ${DIETS.length} diets`);
});

const DAL = readFileSync(join(FOLDER, 'dinner', 'red-lentil-dal-with-rice.cook'), 'utf8');

/** Creates a cookbook of one recipe and additional files. */
function cookbook(scope: Scope, more: Record<string, string>): string {
  const folder = freshFolder(scope);
  for (const name of ['dinner', 'lunch', 'side']) mkdirSync(join(folder, name));
  for (const [path, text] of Object.entries({ 'dinner/dal.cook': DAL, ...more })) {
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test('reads the recipes of all folders', (scope) => {
  const more = { 'lunch/soup.cook': DAL, 'side/rice.cook': DAL, 'side/rice.de.cook': '' };
  const { recipes: read } = readRecipes(cookbook(scope, more), foods);
  deepStrictEqual(
    read.map(({ id }) => id),
    ['dal', 'soup', 'rice'],
  );
});

const refused: { why: string; more: Record<string, string>; message: RegExp }[] = [
  { why: 'two files with one id', more: { 'lunch/dal.cook': DAL }, message: /two recipes with the id dal/ },
  {
    why: 'an id that another dish had before',
    more: { 'lunch/soup.cook': DAL.replace(/^lunchbox: .*$/m, '$&\nformerly: dal') },
    message: /two recipes with the id dal/,
  },
  {
    why: 'a food that is not in the catalogue',
    more: { 'lunch/soup.cook': DAL.replace('@', '@unobtainable ') },
    message: /^soup\.cook, line 21: "unobtainable /,
  },
];
for (const { why, more, message } of refused) {
  test(`refuses a cookbook with ${why}`, (scope) => {
    throws(() => readRecipes(cookbook(scope, more), foods), { name: 'UserError', message });
  });
}

test('reads the cookbook once, in less than a millisecond a recipe', (context) => {
  strictEqual(getRecipes(), getRecipes());
  // CPU time: the machine may be busy with other tests.
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    readRecipes(FOLDER, foods);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  const leastMs = Math.min(...times);
  context.diagnostic(`${recipes.length} recipes in ${leastMs.toFixed(0)} ms`);
  ok(leastMs <= recipes.length, `${leastMs} ms`);
});
