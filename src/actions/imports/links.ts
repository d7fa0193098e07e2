/**
 * Lines of imported recipes that stand for other recipes: first those of the same file, then the family's with this title.
 * What is not found stays a line of text, and so does what would make a circle.
 */
import { getRecipes } from '#cookbook/recipes.ts';
import { MAX_RECIPE_BYTES } from '#domain/family/quota.ts';
import { MAX_REFERENCES, type RecipeReference } from '#domain/recipe/recipe-reference.ts';
import { titleWordsOf } from '#domain/recipe/recipe-search-words.ts';
import { reachOf } from '#domain/recipe/sub-recipes.ts';
import { followed, readSubRecipes } from '#queries/recipe/sub-recipes.ts';
import type { Db } from '#storage/schema.ts';
import { findRecipesByTitles } from '#storage/tables/recipe/recipe-titles.ts';
import { findRecipeIds, findRecipes, OUTDATED, sourceBytes } from '#storage/tables/recipe/recipes.ts';
import {
  LeftOutCounts,
  type PendingReference,
  type Preparation,
  type PreparedRecipe,
} from './preparation.ts';

/** The recipes with their references, those that are used first, so that none is stored before what it uses. */
export async function linkRecipes(
  db: Db,
  family: string,
  prepared: Preparation,
  chosen: readonly PreparedRecipe[],
): Promise<{ recipes: PreparedRecipe[]; prepared: Preparation }> {
  if (chosen.every(({ pending }) => pending.length === 0)) return { recipes: [...chosen], prepared };
  const resolve = await makeResolver(db, family, prepared, chosen);
  const wanted = chosen.map((recipe) => ({ recipe, references: recipe.pending.flatMap(resolve) }));
  const read = await readSubRecipes(wanted, (ids) => findRecipes(db, family, ids));
  const linked = new Map(chosen.map((recipe) => [recipe.id, { ...recipe, linked: [] as RecipeReference[] }]));
  const find = (id: string) => {
    const ofFile = linked.get(id);
    return ofFile
      ? { references: ofFile.linked, ingredients: ofFile.source.ingredients }
      : followed(read, id);
  };
  const leftOut = new LeftOutCounts(prepared.report.leftOut);
  for (const { recipe, references } of wanted) {
    const own = linked.get(recipe.id);
    if (!own) continue;
    for (const reference of references) {
      const more = [...own.linked, reference];
      const { ids, isComplete } = reachOf({ references: more }, find);
      const isShort = sourceBytes({ ...recipe.source, references: more }) <= MAX_RECIPE_BYTES;
      if (isComplete && isShort && !ids.includes(recipe.id) && more.length <= MAX_REFERENCES)
        own.linked = more;
    }
    for (let at = own.linked.length; at < recipe.pending.length; at += 1) leftOut.add('links');
  }
  return {
    recipes: usedFirst(linked).map(withReferences),
    prepared: { ...prepared, report: reportOf(prepared, leftOut, [...linked.values()]) },
  };
}

type Linked = PreparedRecipe & { linked: RecipeReference[] };

async function makeResolver(
  db: Db,
  family: string,
  { idsBySource }: Preparation,
  chosen: readonly PreparedRecipe[],
): Promise<(reference: PendingReference) => RecipeReference[]> {
  const pending = chosen.flatMap((recipe) => recipe.pending);
  const identified = pending.flatMap(({ id }) => idsBySource.get(id ?? '') ?? []);
  const existing = new Set([
    ...chosen.map(({ id }) => id),
    ...(await findRecipeIds(db, family, [...new Set(identified)])),
  ]);
  const inFile = idsByTitle(chosen.map(({ id, source }) => ({ id, titleWords: titleWordsOf(source.title) })));
  const titles = new Set(pending.map(({ title }) => titleWordsOf(title)).filter((words) => words !== ''));
  const ofFamily = idsByTitle(await findRecipesByTitles(db, family, [...titles]));
  return ({ line, id, title, recipeId }) => {
    const found = idsBySource.get(id ?? '');
    const words = titleWordsOf(title);
    const ids =
      found !== undefined && existing.has(found) ? [found] : (inFile.get(words) ?? ofFamily.get(words));
    // Of two with the same title, nobody knows which is meant.
    const only = ids?.length === 1 ? ids[0] : recipeId;
    return only === undefined ? [] : [{ line, recipeId: getRecipes().find(only)?.id ?? only }];
  };
}

function idsByTitle(recipes: readonly { id: string; titleWords: string }[]): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const { id, titleWords } of recipes) ids.getOrInsertComputed(titleWords, () => []).push(id);
  return ids;
}

/** What it contains is known when all recipes are stored: the first search computes its index. */
function withReferences({ linked, ...recipe }: Linked): PreparedRecipe {
  if (linked.length === 0) return recipe;
  const usedRecipes = linked.map(({ recipeId }) => recipeId);
  const index = { ...recipe.index, usedRecipes, catalogueVersion: OUTDATED };
  return { ...recipe, source: { ...recipe.source, references: linked }, index };
}

/** Without recursion: a file may have a long chain of recipes. */
function usedFirst(recipes: ReadonlyMap<string, Linked>): Linked[] {
  const sorted = new Set<Linked>();
  const seen = new Set<Linked>();
  for (const start of recipes.values()) {
    const stack = [start];
    for (let recipe = stack.at(-1); recipe; recipe = stack.at(-1)) {
      const used = seen.has(recipe)
        ? []
        : recipe.linked.flatMap(({ recipeId }) => recipes.get(recipeId) ?? []);
      seen.add(recipe);
      const next = used.filter((each) => !seen.has(each));
      stack.push(...next);
      if (next.length === 0) sorted.add(stack.pop() as Linked);
    }
  }
  return [...sorted];
}

/** A line that is linked is understood. */
function reportOf(
  { report }: Preparation,
  leftOut: LeftOutCounts,
  recipes: readonly Linked[],
): Preparation['report'] {
  const details = [...report.details];
  let understoodLines = report.understoodLines;
  for (const { at, linked, unclearLines } of recipes) {
    const lines = new Set(linked.map(({ line }) => line));
    understoodLines += unclearLines.filter((line) => lines.has(line)).length;
    const detail = details[at];
    if (detail?.unclear)
      details[at] = { ...detail, unclear: detail.unclear.filter((line) => !lines.has(line)) };
  }
  return { ...report, understoodLines, details, leftOut: leftOut.all() };
}
