/** Reads the recipes that other recipes use as ingredients, at all levels and within the limits. */
import { getRecipes } from '#cookbook/recipes.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { type FindSubRecipe, type FollowedRecipe, reachOf } from '#domain/recipe/sub-recipes.ts';
import { findTitles } from '#storage/tables/recipe/recipe-titles.ts';
import type { Db } from '#storage/schema.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';

/** Null is a recipe that is gone. Without those of the cookbook. */
export type SubRecipeSources<Own> = ReadonlyMap<string, Own | null>;

/** A level at a time. */
export async function readSubRecipes<Own extends { id: string; source: RecipeSource }>(
  roots: readonly Pick<RecipeSource, 'references'>[],
  find: (ids: string[]) => Promise<Own[]>,
): Promise<SubRecipeSources<Own>> {
  const read = new Map<string, Own | null>();
  const withReferences = roots.filter(({ references = [] }) => references.length > 0);
  for (;;) {
    const reached = withReferences.flatMap((root) => reachOf(root, (id) => followed(read, id)).ids);
    const missing = new Set(reached.filter((id) => !read.has(id) && !getRecipes().find(id)));
    if (missing.size === 0) return read;
    for (const own of await find([...missing])) read.set(own.id, own);
    for (const id of missing) read.getOrInsert(id, null);
  }
}

export function followed(read: SubRecipeSources<{ source: RecipeSource }>, id: string) {
  return getRecipes().find(id) ?? (read.get(id)?.source satisfies FollowedRecipe | undefined);
}

/** Those of the recipes that are used: the others are beyond the limits, and their lines need not be parsed. */
export function usableSources<Own extends { source: RecipeSource }>(
  roots: readonly Pick<RecipeSource, 'references'>[],
  read: SubRecipeSources<Own>,
): Own[] {
  const usable = roots.flatMap((root) => reachOf(root, (id) => followed(read, id)).usable);
  return [...new Set(usable)].flatMap((id) => read.get(id) ?? []);
}

/** `parse` has the lines of the family's own recipes. */
export function subRecipeFinder(
  read: SubRecipeSources<{ source: RecipeSource }>,
  parse: (text: string) => IngredientLine,
): FindSubRecipe {
  const parsed = new Map<string, ReturnType<FindSubRecipe>>();
  return (id) =>
    parsed.getOrInsertComputed(id, () => {
      const ofBook = getRecipes().find(id);
      if (ofBook) return ofBook;
      const { source } = read.get(id) ?? {};
      return source ? { id, ...source, ingredients: source.ingredients.map(parse) } : null;
    });
}

/** The titles of the recipes that lines of these stand for. */
export async function readUsedTitles(
  db: Db,
  family: string,
  sources: readonly Pick<RecipeSource, 'references'>[],
): Promise<ReadonlyMap<string, string>> {
  const ids = sources.flatMap(({ references = [] }) => references.map(({ recipeId }) => recipeId));
  const own = await findTitles(db, family, [...new Set(ids)]);
  const ofBook = ids.flatMap((id) => {
    const recipe = getRecipes().find(id);
    return recipe ? [[id, recipe.title] as const] : [];
  });
  return new Map([...own, ...ofBook]);
}
