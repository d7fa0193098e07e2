/** Recipes that typed lines name by their titles. They are offered, never taken for granted. */
import { isHeadingLine } from '#domain/recipe/headings.ts';
import { readReference } from '#domain/recipe/recipe-reference.ts';
import { titleWordsOf } from '#domain/recipe/recipe-search-words.ts';
import type { Language } from '#languages/language.ts';
import type { Db } from '#storage/schema.ts';
import { findRecipesByTitles } from '#storage/tables/recipe/recipe-titles.ts';
import { findBookTitles } from './recipe-search.ts';

export type OfferedRecipe = { readonly id: string; readonly title: string };

/** By line. The family's own recipe comes before that of the cookbook. */
export async function findOfferedRecipes(
  db: Db,
  family: string,
  lines: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, OfferedRecipe>> {
  const named = lines
    .filter((line) => line !== '' && !isHeadingLine(line))
    .map((line) => ({ line, words: titleWordsOf(readReference(line).name) }))
    .filter(({ words }) => words !== '');
  const wanted = new Set(named.map(({ words }) => words));
  const found = findBookTitles(language, wanted);
  for (const { titleWords, id, title } of await findRecipesByTitles(db, family, [...wanted]))
    found.set(titleWords, { id, title });
  return new Map(
    named.flatMap(({ line, words }) => {
      const recipe = found.get(words);
      return recipe ? [[line, recipe] as const] : [];
    }),
  );
}
