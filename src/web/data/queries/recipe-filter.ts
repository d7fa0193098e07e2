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
  /** Only recipes that the family wants soon, whether or not they fit. */
  soon: 'true' | '';
};

export const MAX_SEARCH_LENGTH = 200;
/** An address with more ids would be too long. */
const MAX_WANTED_SHOWN = 100;

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
    soon: one('soon', ['true']),
  };
}

export function filterQuery(filter: RecipeFilter): string {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value)).toString();
}

/** The query of the API, which does not filter by eaters by itself. */
export function searchQuery(
  { search, meal, course, diet, own, tag, fits, soon }: RecipeFilter,
  hasEaterRules: boolean,
  wanted: readonly string[],
) {
  return {
    search: search || undefined,
    meal: meal || undefined,
    course: course || undefined,
    diet: diet || undefined,
    own: own || undefined,
    tag: tag || undefined,
    ids: soon ? wanted.slice(0, MAX_WANTED_SHOWN).join(' ') : undefined,
    fits: isFitting({ fits, soon }, hasEaterRules) ? ('true' as const) : undefined,
  };
}

/** Whether only recipes that fit all eaters are shown. */
export function isFitting(
  { fits, soon }: Pick<RecipeFilter, 'fits' | 'soon'>,
  hasEaterRules: boolean,
): boolean {
  return hasEaterRules && fits === '' && soon === '';
}
