/** The filter of the recipe search. It is part of the address, so that Back restores it. */
import { type Diet, DIETS } from '#domain/food/food.ts';
import { type Course, COURSES } from '#domain/recipe/course.ts';
import { MAX_TAG_LENGTH } from '#domain/recipe/recipe-note.ts';
import { type Slot, SLOTS } from '#domain/plan/plan.ts';

/** Empty values do not filter, except `fits`: unless it is false, only recipes that fit all eaters are found. */
export type RecipeFilter = {
  search: string;
  meal: Slot | '';
  course: Course | '';
  diet: Diet | '';
  own: 'true' | 'false' | '';
  fits: 'false' | '';
  /** One of the family's tags. */
  tag: string;
};

export const MAX_SEARCH_LENGTH = 200;

/** Parses the query of an address and ignores invalid values. */
export function parseFilter(address: string): RecipeFilter {
  const query = new URLSearchParams(address);
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === query.get(name)) ?? '';
  return {
    search: (query.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH).toWellFormed(),
    meal: one('meal', SLOTS),
    course: one('course', COURSES),
    diet: one('diet', DIETS),
    own: one('own', ['true', 'false']),
    fits: one('fits', ['false']),
    tag: (query.get('tag') ?? '').slice(0, MAX_TAG_LENGTH).toWellFormed(),
  };
}

export function filterQuery(filter: RecipeFilter): string {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString();
}

/** The query of the API, which does not filter by eaters by itself. */
export function searchQuery(
  { search, meal, course, diet, own, tag, fits }: RecipeFilter,
  hasEaterRules: boolean,
) {
  return {
    search: search || undefined,
    meal: meal || undefined,
    course: course || undefined,
    diet: diet || undefined,
    own: own || undefined,
    tag: tag || undefined,
    fits: isFitting({ fits }, hasEaterRules) ? ('true' as const) : undefined,
  };
}

/** Whether only recipes that fit all eaters are shown. */
export function isFitting({ fits }: Pick<RecipeFilter, 'fits'>, hasEaterRules: boolean): boolean {
  return hasEaterRules && fits === '';
}
