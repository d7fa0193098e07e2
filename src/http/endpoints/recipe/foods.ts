/** The foods and food groups of the catalogue with their names, for pages that show or choose foods. */
import { z } from 'zod';
import type { Language } from '#languages/language.ts';
import { getFoods } from '#cookbook/foods.ts';
import type { Food } from '#domain/food/food.ts';
import { readAllLineAnswers } from '#storage/tables/recipe/line-answers.ts';
import type { Db } from '#storage/schema.ts';
import { inLanguage } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

/** The first name is the one to show. */
const named = z.strictObject({ id: z.string(), names: z.array(z.string()) });
export type NamedFood = z.output<typeof named>;

export const foodEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/foods',
    access: 'member',
    query: inLanguage,
    response: z.strictObject({
      /** All foods that people call by one of the names; the title says so. Its id is its key, `group:…`. */
      groups: z.array(z.strictObject({ ...named.shape, title: z.string() })),
      foods: z.array(named),
      /** What the family calls foods that the catalogue calls otherwise; a food may be there more than once. */
      own: z.array(named),
    }),
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
