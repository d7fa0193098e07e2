/** The foods and food groups of the catalogue with their names, for pages that show or choose foods. */
import { getFoods } from '#cookbook/foods.ts';
import type { Food } from '#domain/food/food.ts';
import { inLanguage } from '#http/app/input-schemas.ts';
import { familyRoute } from '#http/app/route.ts';

export const foodRoutes = [
  familyRoute({
    method: 'GET',
    path: '/app/api/foods',
    access: 'member',
    query: inLanguage,
    handle: async ({ query }) => ({
      groups: getFoods().groups.map(({ key, names, titles }) => ({
        id: key,
        names: [...names[query.language]],
        title: titles[query.language],
      })),
      foods: getFoods().foods.map((food) => ({ id: food.id, names: namesOf(food, query.language) })),
    }),
  }),
];

/** All names, each once; the first is the one to show. */
function namesOf({ names }: Food, language: keyof Food['names']): string[] {
  const spoken = names[language].length > 0 ? names[language] : names.en;
  return [...new Set(spoken.flatMap(({ singular, plural }) => [plural, singular]))];
}
