/** The paths of a dish's recipe, with the servings of the meal, and how many of them are of the variant. */
import type { Dish } from '#domain/plan/plan.ts';
import type { WantedServings } from '#web/data/queries/recipe-queries.ts';

const MAX_SERVINGS = 99;

export function recipePath({ recipeId, servings, variant }: Dish, page: '' | '/cook' = ''): string {
  return pathWithServings(`/recipes/${recipeId}${page}`, { servings, variantServings: variant?.servings });
}

export function cookPath(id: string, wanted: WantedServings): string {
  return pathWithServings(`/recipes/${id}/cook`, wanted);
}

export function pathWithServings(path: string, { servings, variantServings }: WantedServings): string {
  const wanted = [
    ...(servings ? [`servings=${servings}`] : []),
    ...(variantServings ? [`variant=${variantServings}`] : []),
  ];
  return wanted.length > 0 ? `${path}?${wanted.join('&')}` : path;
}

export function servingsInAddress(): WantedServings {
  return { servings: numberInAddress('servings'), variantServings: numberInAddress('variant') };
}

function numberInAddress(name: string): number | undefined {
  const wanted = Number(new URLSearchParams(location.search).get(name));
  return Number.isInteger(wanted) && wanted >= 1 && wanted <= MAX_SERVINGS ? wanted : undefined;
}
