/**
 * A family with as much data as the quotas allow, written directly to the tables: 510 planned weeks, 4,900 own recipes,
 * 30 eaters, full lists, pantry, notes, stars, refusals, line answers and displays. Its bodies are the largest that the
 * app accepts. Requests of it are hostile cases (hostile-cases.ts).
 */
import { savePhoto } from '#actions/recipe/photos.ts';
import { newId } from '#auth/secret.ts';
import { newToken, startSession } from '#auth/session.ts';
import { getFoods } from '#cookbook/foods.ts';
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import {
  MAX_ADDED_LINES,
  MAX_LINE_ANSWERS,
  MAX_PANTRY_ENTRIES,
  MAX_REJECTED_DISHES,
} from '#domain/family/quota.ts';
import { MAX_EATERS } from '#domain/plan/plan-schema.ts';
import { type Meals, PLACES } from '#domain/plan/plan.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { MAX_INGREDIENTS, MAX_STEPS, type RecipeSource } from '#domain/recipe/recipe-source.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { DAYS, type Week, weekOf } from '#domain/week/week.ts';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { OPERATOR } from '#storage/actor.ts';
import { insertDisplay } from '#storage/tables/keys-and-links/displays.ts';
import { saveRejectedDish } from '#storage/tables/plan/rejected-dishes.ts';
import { savePlan } from '#storage/tables/plan/plans.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import { saveLineAnswer } from '#storage/tables/recipe/line-answers.ts';
import { saveRecipeNote } from '#storage/tables/recipe/recipe-notes.ts';
import { insertRecipes } from '#storage/tables/recipe/recipes.ts';
import { saveStar } from '#storage/tables/recipe/stars.ts';
import { appendOperations } from '#storage/tables/shopping-list/list-state.ts';
import { savePantry } from '#storage/tables/shopping-list/pantry.ts';
import { savePrice } from '#storage/tables/shopping-list/prices.ts';
import { longText } from './largest-input.ts';
import { makePhoto } from './photos.ts';
import { makeWorld, RECIPE, WEEK, week, type World } from './world.ts';

/** Of the quotas, for the whole size; tests of the cases themselves need less. */
export type FamilySize = { weeks: number; recipes: number; stars: number };
export const LARGEST: FamilySize = { weeks: 510, recipes: 4_900, stars: 10_000 };

const FOODS = getFoods().foods.map(({ id, names }) => ({ id, name: names.en[0]?.singular ?? id }));
const foodAt = (at: number) => FOODS[at % FOODS.length] as (typeof FOODS)[number];

/** Most are understood. */
const lineAt = (at: number) =>
  `${(at % 900) + 1} g ${foodAt(at * 7).name}${at % 5 === 0 ? ` or ${foodAt(at * 11).name} dust` : ''}, chopped`;
/** Almost 100 kB, the most that a recipe may have. */
export const LARGEST_RECIPE: RecipeSource = {
  ...RECIPE,
  title: longText(0, 200),
  ingredients: Array.from({ length: MAX_INGREDIENTS }, (_, at) => lineAt(at)),
  steps: Array.from({ length: MAX_STEPS }, (_, at) => longText(at, 700)),
};
export const LARGEST_PREFERENCES: Preferences = {
  ...DEFAULT_PREFERENCES,
  eaters: Array.from({ length: MAX_EATERS }, (_, eater) => ({
    id: eater === 0 ? 'anna' : `eater-${eater}`,
    name: longText(eater, 50),
    diets: DIETS.filter((_diet, at) => eater % (at + 9) === 0),
    allergens: ALLERGENS.filter((_allergen, at) => eater % (at + 5) === 0),
    dislikes: Array.from({ length: 100 }, (_, at) => ({ foodId: foodAt(eater * 31 + at).id, isHard: false })),
  })),
  rules: Array.from({ length: 30 }, (_, at) => ({
    id: `rule-${at}`,
    tag: `food:${foodAt(at * 13).id}`,
    days: [],
    slots: [],
    atMost: 20,
    isHard: false,
  })),
  cuisines: Array.from({ length: 30 }, (_, at) => longText(at, 50)),
};
export const LARGEST_PANTRY = Array.from({ length: MAX_PANTRY_ENTRIES }, (_, at) => ({
  foodId: foodAt(at).id,
  quantityText: `${at + 1} g`,
}));

/** As many as one request may add. */
export const PANTRY_LINES = Array.from({ length: 100 }, (_, at) => `${at + 1} g ${foodAt(at).name}`);
/** A page of almost 2 MB with a recipe. */
export const LARGEST_PAGE = `<script type="application/ld+json">${JSON.stringify({
  '@type': 'Recipe',
  name: longText(0, 200),
  recipeIngredient: Array.from({ length: MAX_INGREDIENTS }, (_, at) => lineAt(at)),
})}</script>${Array.from({ length: 15_000 }, (_, at) => `<div><li>${lineAt(at)}</li>`)
  .join('')
  .slice(0, 1_800_000)}`;
/** An export of another app, which can be far longer. */
export const LARGEST_FILE = Buffer.from(
  JSON.stringify(
    Array.from({ length: 100 }, (_, recipe) => ({
      '@type': 'Recipe',
      name: `Dish ${recipe}`,
      recipeIngredient: Array.from({ length: 30 }, (_line, at) => lineAt(recipe * 30 + at)),
    })),
  ),
);
/** All meals of three weeks without a plan, other ones each time. */
export function largestEdits() {
  const first = Temporal.PlainDate.from('2032-01-05').add({ weeks: 3 * Math.floor(Math.random() * 60) });
  return [0, 1, 2].flatMap((weeks) =>
    PLACES.map((place, at) => ({
      week: first.add({ weeks }).toString(),
      ...place,
      after: { description: longText(at, 500), recipeId: recipeId(at) },
    })),
  );
}

const recipeId = (at: number) => `largest${at}`;
/** They have as many lines as a recipe may have, and are the meals of some weeks. */
export const LONG_RECIPES = PLACES.map((_, at) => recipeId(at));

export async function makeLargestFamily(store: Store, nowMs: number, size: FamilySize): Promise<World> {
  const world = await makeWorld({ store, clock: { nowMs } });
  const { family, version } = world;
  await addRecipes(store, world, size.recipes);
  const write = (work: (tx: Tx) => Promise<void>) => store.db.transaction().execute(work);
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC').toPlainDate();
  const weeks = Array.from({ length: size.weeks }, (_, at) =>
    weekOf(today.add({ weeks: at - Math.floor(size.weeks / 2) })),
  );
  await write(async (tx) => {
    await tx.deleteFrom('plans').where('family_id', '=', family).execute();
    for (const [at, each] of [...new Set([...weeks, week(WEEK)])].entries())
      await savePlan(tx, family, { id: newId(), week: each, version, meals: mealsOf(at, size.recipes) }, 0);
  });
  for (const each of new Set([week(WEEK), weekOf(today), weekOf(today.add({ weeks: 1 }))]))
    await addList(store, world, each);
  await write((tx) => addPreferences(tx, world, size));
  await write(async (tx) => {
    await addLinks(tx, world, nowMs);
    await savePhoto(tx, family, recipeId(0), makePhoto(version % 10_000));
  });
  return { ...world, recipe: recipeId(0) };
}

async function addRecipes({ db }: Store, { family, version }: World, count: number): Promise<void> {
  const index = (source: RecipeSource) => indexRecipe(db, family, { id: 'x', version, source });
  const long = { source: LARGEST_RECIPE, index: await index(LARGEST_RECIPE) };
  const usual = await Promise.all(
    Array.from({ length: 70 }, async (_, kind) => {
      const ingredients = Array.from({ length: 40 }, (_line, at) => lineAt(kind * 40 + at));
      const steps = [longText(kind, 2_000)];
      const source = { ...RECIPE, title: `${foodAt(kind * 5).name} stew`, ingredients, steps };
      return { source, index: await index(source) };
    }),
  );
  for (let at = 0; at < count; at += 500) {
    const recipes = Array.from({ length: Math.min(500, count - at) }, (_, number) => {
      const made = at + number < LONG_RECIPES.length ? long : (usual[number % usual.length] ?? long);
      return { own: { id: recipeId(at + number), version, source: made.source }, index: made.index };
    });
    await db.transaction().execute((tx) => insertRecipes(tx, family, recipes));
  }
}

function mealsOf(planned: number, recipes: number): Meals {
  const meals: Meals = {};
  for (const [at, { day, slot }] of PLACES.entries()) {
    // Every tenth week has the longest recipes.
    const recipe = planned % 10 === 0 ? at : (planned * PLACES.length + at) % recipes;
    meals[day] = { ...meals[day], [slot]: { description: longText(at, 100), recipeId: recipeId(recipe) } };
  }
  return meals;
}

async function addList({ db }: Store, { family, version }: World, of: Week): Promise<void> {
  const lines: ListOperation[] = Array.from({ length: MAX_ADDED_LINES }, (_, at) => ({
    opId: newId(),
    kind: 'add',
    text: lineAt(at),
  }));
  const ticks = lines.slice(0, 100).flatMap(({ opId }): ListOperation[] => {
    const tick = newId();
    return [
      { opId: tick, kind: 'tick', itemId: `added:${opId}`, bought: {} },
      { opId: newId(), kind: 'undo', undoes: [tick] },
    ];
  });
  const operations = [...lines, ...ticks];
  const first = version * 1_000_000 + DAYS.length * Number(of.replaceAll('-', ''));
  for (let at = 0; at < operations.length; at += 100) {
    await db.transaction().execute(async (tx) => {
      await appendOperations(tx, family, of, operations.slice(at, at + 100), first + at);
    });
  }
}

async function addPreferences(
  tx: Tx,
  { family, version, member }: World,
  { recipes, stars }: FamilySize,
): Promise<void> {
  const preferences = LARGEST_PREFERENCES;
  await savePreferences(tx, family, { version, preferences, dueAt: null, language: 'en' });
  await savePantry(tx, family, { version, entries: LARGEST_PANTRY });
  for (let at = 0; at < stars; at += 1) {
    const eaterId = preferences.eaters[at % MAX_EATERS]?.id ?? '';
    const rated = recipeId(Math.floor(at / MAX_EATERS) % recipes);
    await saveStar(tx, family, { eaterId, recipeId: rated, stars: 5 });
  }
  for (let at = 0; at < Math.min(recipes, 2_000); at += 1)
    await saveRecipeNote(tx, family, {
      recipeId: recipeId(at),
      note: longText(at, 150),
      tags: [`tag ${at}`],
    });
  for (let at = 0; at < Math.min(recipes, MAX_REJECTED_DISHES); at += 1)
    await saveRejectedDish(tx, family, {
      recipeId: recipeId(at),
      rejectedOn: '2026-11-02',
      createdBy: member.id,
    });
  for (let at = 0; at < Math.min(recipes, MAX_LINE_ANSWERS); at += 1) {
    const answer = { words: `unknown words ${at}`, foodId: foodAt(at).id, version, createdBy: member.id };
    await saveLineAnswer(tx, family, answer, 0);
  }
  for (const { id } of FOODS) await savePrice(tx, family, { foodId: id, centsPerKg: 199 });
}

const MAX_DISPLAYS = 20;

/** As many displays as a family may have. */
async function addLinks(tx: Tx, { family }: World, nowMs: number): Promise<void> {
  for (let at = 1; at < MAX_DISPLAYS; at += 1) {
    const display = { id: newId(), name: longText(at, 100), expiresAt: null, createdBy: OPERATOR };
    await insertDisplay(tx, family, { ...display, tokenHash: newToken().tokenHash }, nowMs);
  }
}

/** More sessions of the owner, as if they had signed in on several devices. */
export async function addSessions(
  store: Store,
  { family, owner }: World,
  { count, nowMs }: { count: number; nowMs: number },
): Promise<string[]> {
  return store.db.transaction().execute(async (tx) => {
    const tokens: string[] = [];
    while (tokens.length < count)
      tokens.push(await startSession(tx, family, { member: owner.id, device: '' }, nowMs));
    return tokens;
  });
}
