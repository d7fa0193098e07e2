/**
 * Stores what the plan of an import (family-data-plan.ts) takes of a family's data. What somebody has added since the plan
 * stays.
 */
import { newId } from '#auth/secret.ts';
import { refuse } from '#domain/refusal.ts';
import { lineKeyOf } from '#queries/recipe/recipe-search.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import { kindOfAnswer } from '#actions/recipe/line-answers.ts';
import { findLineAnswers, saveLineAnswer } from '#storage/tables/recipe/line-answers.ts';
import { findPantry, savePantry } from '#storage/tables/shopping-list/pantry.ts';
import type { Week } from '#domain/week/week.ts';
import { saveMenu } from '#storage/tables/plan/menus.ts';
import { readWeekExceptions, saveWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import { findPreferences, savePreferences } from '#storage/tables/plan/preferences.ts';
import { listPrices, savePrice } from '#storage/tables/shopping-list/prices.ts';
import { markAllOutdated } from '#storage/tables/recipe/recipes.ts';
import { findRecipeNotes, saveRecipeNote } from '#storage/tables/recipe/recipe-notes.ts';
import { findRejectedOn, saveRejectedDish } from '#storage/tables/plan/rejected-dishes.ts';
import { addStars } from '#storage/tables/recipe/stars.ts';
import type { PlannedData } from './family-data-plan.ts';
import { inChunks, type Placed, placingStep, type Step } from './slices.ts';

/** So that a step takes a few milliseconds: an answer looks at all recipes. */
const PER_STEP = {
  prices: 50,
  answers: 3,
  notes: 100,
  stars: 200,
  weekExceptions: 20,
  menus: 10,
  rejectedDishes: 50,
};

export function* familyDataSteps(
  { actor, nowMs }: ChangeContext,
  family: string,
  importId: string,
  { preferences, pantry, prices, answers, notes, stars, weekExceptions, menus, rejectedDishes }: PlannedData,
): Generator<Step> {
  const step = (place: Parameters<typeof placingStep>[2]) => placingStep(family, importId, place);
  if (preferences) {
    const { saved, dueAt, language, before, basis } = preferences;
    yield step(async (tx, record) => {
      if (((await findPreferences(tx, family))?.version ?? 0) !== basis) return refuse('import-busy');
      const version = await record('preferences.change', { eaters: saved.eaters.length });
      await savePreferences(tx, family, { version, preferences: saved, dueAt, language });
      return { part: version, placed: { preferences: { version, before } } };
    });
  }
  if (pantry) {
    const { entries, before, basis } = pantry;
    yield step(async (tx, record) => {
      if (((await findPantry(tx, family))?.version ?? 0) !== basis) return refuse('import-busy');
      const version = await record('pantry.change', { entries: entries.length });
      await savePantry(tx, family, { version, entries });
      return { part: version, placed: { pantry: { version, before } } };
    });
  }
  for (const chunk of inChunks(prices, PER_STEP.prices))
    yield step(async (tx, record) => {
      const known = new Set((await listPrices(tx, family)).map(({ foodId }) => foodId));
      const fresh = chunk.filter(({ foodId }) => !known.has(foodId));
      let part = 0;
      for (const { foodId, centsPerKg, offer } of fresh) {
        part = await record('price.change', { foodId, centsPerKg });
        await savePrice(tx, family, { foodId, centsPerKg, ...(offer && { offer }) });
      }
      return placed(part, { prices: fresh.map(({ foodId, centsPerKg }) => ({ foodId, centsPerKg })) });
    });
  for (const chunk of inChunks(answers, PER_STEP.answers))
    yield step(async (tx, record) => {
      const all = chunk.map(({ words }) => words);
      const known = await findLineAnswers(tx, family, all);
      const fresh = chunk.filter(({ words }) => !known.has(words));
      let part = 0;
      for (const answer of fresh) {
        part = await record('line.answer', { line: lineKeyOf(answer.words), answer: kindOfAnswer(answer) });
        await saveLineAnswer(tx, family, { ...answer, version: part, createdBy: actor }, nowMs);
      }
      const added = fresh.map(({ words }) => words);
      await markAllOutdated(tx, family, added.map(lineKeyOf));
      return placed(part, { answers: added });
    });
  for (const chunk of inChunks(notes, PER_STEP.notes))
    yield step(async (tx, record) => {
      const ids = chunk.map(({ recipeId }) => recipeId);
      const known = new Set((await findRecipeNotes(tx, family, ids)).map(({ recipeId }) => recipeId));
      const fresh = chunk.filter(({ recipeId }) => !known.has(recipeId));
      if (fresh.length === 0) return undefined;
      const part = await record('recipe.import-notes', { notes: fresh.length });
      for (const note of fresh) await saveRecipeNote(tx, family, note);
      return placed(part, { notes: fresh });
    });
  for (const chunk of inChunks(stars, PER_STEP.stars))
    yield step(async (tx, record) => {
      const fresh = await addStars(tx, family, chunk);
      if (fresh.length === 0) return undefined;
      return placed(await record('stars.import', { stars: fresh.length }), { stars: fresh });
    });
  for (const chunk of inChunks(weekExceptions, PER_STEP.weekExceptions))
    yield step(async (tx, record) => {
      const fresh: { week: Week; version: number }[] = [];
      for (const { week, exceptions } of chunk) {
        if ((await readWeekExceptions(tx, family, week)).version !== 0) continue;
        const version = await record('week.change', { week });
        await saveWeekExceptions(tx, family, { week, version, exceptions });
        fresh.push({ week, version });
      }
      return placed(fresh.at(-1)?.version ?? 0, { weekExceptions: fresh });
    });
  for (const chunk of inChunks(menus, PER_STEP.menus))
    yield step(async (tx, record) => {
      const added: { id: string; version: number }[] = [];
      for (const menu of chunk) {
        const id = newId();
        const version = await record('menu.change', { menu: id });
        await saveMenu(tx, family, { id, version, ...menu });
        added.push({ id, version });
      }
      return placed(added.at(-1)?.version ?? 0, { menus: added });
    });
  for (const chunk of inChunks(rejectedDishes, PER_STEP.rejectedDishes))
    yield step(async (tx, record) => {
      const fresh = [];
      for (const dish of chunk)
        if ((await findRejectedOn(tx, family, dish.recipeId)) === undefined) fresh.push(dish);
      if (fresh.length === 0) return undefined;
      for (const dish of fresh) await saveRejectedDish(tx, family, { ...dish, createdBy: actor });
      const part = await record('dish.import-rejected', { dishes: fresh.length });
      return placed(part, { rejectedDishes: fresh.map(({ recipeId }) => recipeId) });
    });
}

/** Nothing was placed if nothing was recorded. */
function placed(part: number, items: NonNullable<Placed>['placed']): Placed {
  return part === 0 ? undefined : { part, placed: items };
}
