/** Checks references to recipes before they are stored: a recipe is never an ingredient of itself. */
import { getRecipes } from '#cookbook/recipes.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { reachOf } from '#domain/recipe/sub-recipes.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { followed, readSubRecipes } from '#queries/recipe/sub-recipes.ts';
import type { Tx } from '#storage/schema.ts';
import { findRecipes } from '#storage/tables/recipe/recipes.ts';

type References = Pick<RecipeSource, 'references'>;

/**
 * In the transaction that stores the recipe, since the changes of a family are made one after the other. A circle begins
 * with a new reference, and what it leads to is within the limits, so that all of it is looked at. What the recipe refers
 * to already may be gone: it stays a line that nobody understands.
 */
export async function refuseReferences(
  tx: Tx,
  family: string,
  id: string,
  source: References,
  before: References = {},
): Promise<Refusal | undefined> {
  const known = new Set(before.references?.map(({ recipeId }) => recipeId));
  const added = source.references?.filter(({ recipeId }) => !known.has(recipeId)) ?? [];
  if (added.length === 0) return undefined;
  const read = await readSubRecipes([source], (ids) => findRecipes(tx, family, ids));
  const { ids, isComplete } = reachOf(source, (used) => followed(read, used));
  if (ids.includes(id)) return refuse('recipe-circle');
  if (!isComplete) return refuse('recipe-too-nested');
  const exists = ({ recipeId }: { recipeId: string }) => getRecipes().find(recipeId) ?? read.get(recipeId);
  return added.every(exists) ? undefined : refuse('sub-recipe-unknown');
}

/** Of an import or its undo, between whose steps members have changed other recipes: its lines are text then. */
export async function withoutCircle(
  tx: Tx,
  family: string,
  id: string,
  source: RecipeSource,
): Promise<RecipeSource> {
  const refused = await refuseReferences(tx, family, id, source);
  // What it refers to may be stored by a later step, or be gone.
  if (!refused || refused.refused === 'sub-recipe-unknown') return source;
  const { references: _, ...rest } = source;
  return rest;
}
