/** Which recipes of a file are stored: somebody leaves some out, and lets some take the place of the family's. */
import type { SimilarChoice } from '#domain/recipe/import-report.ts';
import type { Db } from '#storage/schema.ts';
import { findPhotos } from '#storage/tables/recipe/photos.ts';
import type { Preparation, PreparedRecipe } from './preparation.ts';

/** By positions in the file; `similar` is for all others that are similar to a recipe of the family. */
export type RecipeChoice = {
  without?: ReadonlySet<number>;
  replacing?: ReadonlySet<number>;
  similar?: SimilarChoice;
};

/** Meals of the file that mean a recipe that is not stored get the similar one of the family. */
export async function chooseRecipes(
  db: Db,
  family: string,
  prepared: Preparation,
  choice: RecipeChoice,
): Promise<PreparedRecipe[]> {
  const chosen: PreparedRecipe[] = [];
  const replaced = new Set<string>();
  for (const recipe of prepared.recipes) {
    const { similarTo, sourceId } = recipe;
    const wanted = choiceOf(recipe, choice);
    // Two recipes of the file cannot take the same place: the second would delete the first.
    const replaces = wanted === 'replace' && similarTo !== undefined && !replaced.has(similarTo);
    if (similarTo !== undefined && sourceId !== undefined && (replaces || wanted === 'skip'))
      prepared.idsBySource.set(sourceId, similarTo);
    if (wanted === 'skip') continue;
    if (replaces) replaced.add(similarTo);
    chosen.push(replaces ? { ...recipe, id: similarTo, replaces } : recipe);
  }
  const photos = await findPhotos(db, family, [...replaced]);
  // The family's own photo stays.
  return chosen.map((recipe) => (photos.has(recipe.id) ? { ...recipe, photo: undefined } : recipe));
}

function choiceOf({ at, similarTo }: PreparedRecipe, choice: RecipeChoice): SimilarChoice {
  if (choice.without?.has(at)) return 'skip';
  if (choice.replacing?.has(at)) return 'replace';
  return similarTo === undefined ? 'keep' : (choice.similar ?? 'keep');
}
