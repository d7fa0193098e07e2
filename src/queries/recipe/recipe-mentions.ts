/** What a family calls recipes beside their titles: its tags, and the texts of earlier meals. */
import { currentRecipeId } from '#cookbook/recipes.ts';
import { type EarlierMeal, dishesIn } from '#domain/plan/plan.ts';
import { plainWords, rankOf, searchWords, titleWordsOf } from '#domain/recipe/recipe-search-words.ts';
import { TypoSearch } from '#domain/recipe/recipe-typos.ts';
import type { RecipeNotes } from '#domain/recipe/recipe-note.ts';
import { weekOf } from '#domain/week/week.ts';
import type { Db } from '#storage/schema.ts';
import { findPlansBetween } from '#storage/tables/plan/plans.ts';

/** By recipe: words, with a space before each. */
export type Mentions = ReadonlyMap<string, string>;

/** A year of meals. */
const WEEKS_BACK = 52;
const WEEKS_AHEAD = 4;

export async function readMentions(
  db: Db,
  family: string,
  { notes, nowMs }: { notes: RecipeNotes; nowMs: number },
): Promise<Mentions> {
  const words = new Map<string, string>();
  const add = (id: string, text: string) => {
    const known = words.get(id) ?? '';
    const added = plainWords(text).filter((word) => !known.includes(` ${word}`));
    if (added.length > 0) words.set(id, `${known} ${added.join(' ')}`);
  };
  for (const [id, { tags }] of Object.entries(notes)) for (const tag of tags) add(id, tag);
  for (const { recipeId, description } of await readEarlierMeals(db, family, nowMs))
    if (recipeId !== undefined) add(currentRecipeId(recipeId), description);
  return words;
}

const MAX_EARLIER_MEALS = 3;

/** Meals with these words in their text: first those with the very words, then those with typing errors. */
export async function findEarlierMeals(
  db: Db,
  family: string,
  nowMs: number,
  search: string,
): Promise<EarlierMeal[]> {
  const query = searchWords(search);
  if (query.prefixes.length === 0) return [];
  const typos = new TypoSearch(query.prefixes);
  return (await readEarlierMeals(db, family, nowMs))
    .flatMap((meal) => {
      const titleWords = titleWordsOf(meal.description);
      const rank = rankOf({ titleWords, words: titleWords }, query) ?? typos.rankOf({ titleWords });
      return rank === undefined ? [] : [{ meal, rank }];
    })
    .toSorted((first, second) => first.rank - second.rank)
    .slice(0, MAX_EARLIER_MEALS)
    .map(({ meal }) => meal);
}

/** The newest first, each text once. Without leftovers and meals out. */
async function readEarlierMeals(db: Db, family: string, nowMs: number): Promise<EarlierMeal[]> {
  const today = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO('UTC').toPlainDate();
  const [from, to] = [today.subtract({ weeks: WEEKS_BACK }), today.add({ weeks: WEEKS_AHEAD })].map(weekOf);
  if (!from || !to) return [];
  const byText = new Map<string, EarlierMeal>();
  for (const { meals } of (await findPlansBetween(db, family, from, to)).toReversed()) {
    for (const { description, recipeId, servings, kind } of dishesIn(meals)) {
      const words = titleWordsOf(description);
      if (kind || words === '' || byText.has(words)) continue;
      byText.set(words, { description, ...(recipeId !== undefined && { recipeId, servings }) });
    }
  }
  return [...byText.values()];
}
