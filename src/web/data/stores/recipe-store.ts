/**
 * The recipes that this device stores, so that they can be cooked without network: those that were opened, and those of
 * the week. They are stored beside the plans of the member, and deleted with them.
 */
import type { RequestOf, ResponseOf } from '#http/app-api.ts';
import { addressOf } from '#web/base/address.ts';
import { ApiError, api } from '#web/base/api.ts';
import { cachedMe } from '#web/base/me.ts';
import { type Account, type CachedValue, type Deletion, openDatabase } from '#web/data/database.ts';
import { createMemberStore } from './member-store.ts';

type Recipe = ResponseOf<'GET /app/api/recipes/:id'>['recipe'];

const stores = createMemberStore((account: Account) => {
  const database = openDatabase<never, Recipe>(account, 'recipes', () => undefined);
  return {
    account,
    find: (which: string) => database.find(which),
    put: (which: string, recipe: CachedValue<Recipe>) => database.put(which, recipe),
    close: (deletion: Deletion) => database.close(deletion),
  };
});

function storeOfMember() {
  const me = cachedMe();
  if (me) stores.start({ family: me.family.id, member: me.member.id });
  return me && stores.current();
}

/** A recipe in a language, for a number of servings. */
export type WantedRecipe = RequestOf<typeof READ>;
const READ = 'GET /app/api/recipes/:id';

/** From the server; without it, as it was last seen. */
export async function loadRecipe(wanted: WantedRecipe): Promise<Recipe> {
  const store = storeOfMember();
  const which = addressOf(READ, wanted);
  try {
    const { recipe } = await api(READ, wanted);
    void store?.put(which, { value: recipe, seenAtMs: Date.now() });
    return recipe;
  } catch (error) {
    const isUnreachable = error instanceof ApiError && (error.status === 0 || error.status >= 502);
    const stored = isUnreachable ? await store?.find(which) : undefined;
    if (stored) return stored.value;
    throw error;
  }
}

/** Whether it was stored after that time. */
export async function isStoredSince(wanted: WantedRecipe, sinceMs: number): Promise<boolean> {
  return ((await storeOfMember()?.find(addressOf(READ, wanted)))?.seenAtMs ?? 0) >= sinceMs;
}
