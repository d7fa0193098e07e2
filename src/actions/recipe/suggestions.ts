/**
 * Suggests dishes for an empty place of a week: of those that are for everyone who eats there, and take no more time, or
 * are in the freezer.
 */
import { dishesIn, type Place } from '#domain/plan/plan.ts';
import { absentAt } from '#domain/preferences/preferences-of-week.ts';
import { fillsSlot } from '#domain/recipe/recipe.ts';
import type { RecipeCard } from '#domain/recipe-view/recipe-card.ts';
import { groupSuggestions, type SuggestedCards } from '#domain/recipe-view/suggestions.ts';
import type { Week } from '#domain/week/week.ts';
import type { Language } from '#languages/language.ts';
import { currentRecipeId } from '#cookbook/recipes.ts';
import { readWeekPreferences } from '#queries/plan/preferences.ts';
import { readServedWeeksAway } from '#queries/plan/served-dishes.ts';
import { type FamilyWarnings, fitsFamily } from '#queries/plan/warnings.ts';
import { readLasting } from '#queries/recipe/lasting-notes.ts';
import { readRecipeNotes } from '#queries/recipe/recipe-notes.ts';
import { readStars } from '#queries/recipe/stars.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import type { Store } from '#storage/store.ts';
import { searchFamilyRecipes } from './recipe-indexes.ts';

type Wanted = { week: Week; place: Place; language: Language; warnings: FamilyWarnings; nowMs: number };

/** The cookbook, and more own recipes than most families have. */
const MAX_SEARCHED = 3_000;
const SERVED_WEEKS = 26;
/** From so many stars on a dish is a favourite, and up to so many another eater does not want it. */
const FAVOURITE_STARS = 4;
const UNLOVED_STARS = 2;

/** `warnings`: of those who eat in the place. */
export async function suggestDishes(
  store: Store,
  family: string,
  { week, place, language, warnings, nowMs }: Wanted,
): Promise<SuggestedCards[]> {
  const preferences = await readWeekPreferences(store.db, family, week);
  const { minutes = Infinity } = preferences.slotSettings[place.day]?.[place.slot] ?? {};
  const weeksAway = new Map(Object.entries(await readServedWeeksAway(store.db, family, week, SERVED_WEEKS)));
  for (const { recipeId } of dishesIn((await findPlan(store.db, family, week))?.meals ?? {}))
    if (recipeId !== undefined) weeksAway.set(currentRecipeId(recipeId), 0);
  // Most people have the same few breakfasts and snacks.
  const isMain = place.slot === 'lunch' || place.slot === 'dinner';
  const isNew = ({ id }: RecipeCard) => !isMain || (weeksAway.get(id) ?? Infinity) > preferences.restWeeks;
  const notes = await readRecipeNotes(store.db, family);
  const frozen = await readLasting(store.db, family, 'frozenSince', { notes, nowMs, planned: null });
  const fits = (card: RecipeCard) =>
    // Nobody knows whether the variant was frozen, too.
    frozen.has(card.id)
      ? warnings.warn(card).length === 0
      : fillsSlot(card, place.slot) &&
        card.totalMinutes <= minutes &&
        isNew(card) &&
        fitsFamily(card, warnings);
  const query = { search: '', language, fits, limit: MAX_SEARCHED };
  const { recipes } = await searchFamilyRecipes(store, family, query);
  const absent = absentAt(preferences, place);
  const stars = Object.entries(await readStars(store.db, family))
    .filter(([eaterId]) => !absent.includes(eaterId))
    .map(([, given]) => new Map(Object.entries(given)));
  const known = {
    isFrozen: (id: string) => frozen.has(id),
    isFavourite: (id: string) =>
      stars.some((given) => (given.get(id) ?? 0) >= FAVOURITE_STARS) &&
      !stars.some((given) => (given.get(id) ?? Infinity) <= UNLOVED_STARS),
    weeksAway: (id: string) => weeksAway.get(id),
  };
  return groupSuggestions(recipes, known, { week, ...place });
}
