/** The foods and food groups of the catalogue with their names, for pages that show or choose foods. */
import type { Language } from '#languages/language.ts';
import { getFoods } from '#cookbook/foods.ts';
import type { Food } from '#domain/food/food.ts';
import { readAllLineAnswers } from '#storage/tables/recipe/line-answers.ts';
import type { Db } from '#storage/schema.ts';
import { inLanguage } from '#http/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

export const foodEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/foods',
    access: 'member',
    query: inLanguage,
    handle: async ({ query, store, caller }) => ({
      groups: getFoods().groups.map(({ key, names, titles }) => ({
        id: key,
        names: [...names[query.language]],
        title: titles[query.language],
      })),
      foods: getFoods().foods.map((food) => ({ id: food.id, names: namesOf(food, query.language) })),
      own: await readOwnNames(store.db, caller.family),
    }),
  }),
];

/** What the family calls foods that the catalogue calls otherwise, as its members have answered. */
async function readOwnNames(db: Db, family: string): Promise<{ id: string; names: string[] }[]> {
  const own: { id: string; names: string[] }[] = [];
  for await (const answers of readAllLineAnswers(db, family)) {
    own.push(...answers.flatMap(({ foodId, words }) => (foodId ? [{ id: foodId, names: [words] }] : [])));
    if (own.length >= MAX_OWN) break;
  }
  return own.slice(0, MAX_OWN);
}

const MAX_OWN = 500;

/** All names, each once; the first is the one to show. */
function namesOf({ names }: Food, language: Language): string[] {
  return [...new Set(names[language].flatMap(({ singular, plural }) => [plural, singular]))];
}
