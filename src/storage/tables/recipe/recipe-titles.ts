/** The titles of the family's own recipes. */
import type { RecipeCard } from '#domain/recipe-view/recipe-card.ts';
import type { Db } from '#storage/schema.ts';

/** Recipes with exactly these words in their title. */
export async function findRecipesByTitle(
  db: Db,
  family: string,
  titleWords: string,
  limit: number,
): Promise<{ id: string; title: string }[]> {
  const rows = await db
    .selectFrom('recipes')
    .select(['id', 'card'])
    .where('family_id', '=', family)
    .where('title_words', '=', titleWords)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, card }) => ({ id, title: (JSON.parse(card) as RecipeCard).title }));
}
