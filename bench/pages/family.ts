/** A family with a full week, eaters, a pantry and a list of more than fifty items, made through the app's own API. */
import type { Slot } from '#domain/plan/plan.ts';
import { DAYS, weekAt } from '#domain/week/week.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { type AppClient, sendEdits, signUp } from '../../test/support/service.ts';

const TIME_ZONE = 'Europe/Berlin';

const PREFERENCES: Preferences = {
  ...DEFAULT_PREFERENCES,
  eaters: [
    { id: 'ada', name: 'Ada', diets: [], allergens: [], dislikes: [{ foodId: 'okra', isHard: false }] },
    { id: 'chidi', name: 'Chidi', diets: [], allergens: ['peanuts'], dislikes: [] },
    { id: 'nneka', name: 'Nneka', diets: ['vegetarian'], allergens: [], dislikes: [] },
  ],
  budgetCents: 9_000,
};

const PANTRY = [{ foodId: 'feta', quantityText: '200 g' }, { foodId: 'rice' }];

/** Returns the value of the `Cookie` header of its owner. */
export async function createFamily(url: string): Promise<string> {
  const { browser: api } = await signUp({ url }, { timeZone: TIME_ZONE });
  await put(api, 'preferences', { version: 0, preferences: PREFERENCES });
  await put(api, 'pantry', { version: 0, entries: PANTRY });
  const week = weekAt(Temporal.Now.instant(), TIME_ZONE);
  const dishes = { lunch: await findDishes(api, 'lunch'), dinner: await findDishes(api, 'dinner') };
  const edits = DAYS.flatMap((day, at) => [
    { week, day, slot: 'breakfast', before: null, after: { description: 'Porridge with apple' } },
    ...(['lunch', 'dinner'] as const).map((slot) => ({
      week,
      day,
      slot,
      before: null,
      after: dishes[slot][at],
    })),
  ]);
  await sendEdits(api, edits);
  return Array.from(api.cookies, ([name, value]) => `${name}=${value}`).join('; ');
}

async function put(api: AppClient, path: string, body: object): Promise<void> {
  const reply = await api.call('PUT', `/app/api/${path}`, body);
  if (reply.status >= 300) throw new Error(`${path}: ${JSON.stringify(reply.body)}`);
}

/** The first dishes of a slot that everyone may eat. */
async function findDishes(api: AppClient, slot: Slot): Promise<object[]> {
  const { body } = await api.call('GET', `/app/api/recipes?meal=${slot}&fits=true&language=en`);
  const recipes = body.recipes as { id: string; title: string }[];
  return recipes.map(({ id, title }) => ({ description: title, recipeId: id }));
}
