/**
 * Writes recipes of almost a megabyte each and a list with a long history directly into the tables: an earlier
 * release accepted this much; the quotas now refuse it.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { insertOperations } from '#storage/tables/shopping-list/list-operations.ts';
import { insertRecipe } from '#storage/tables/recipe/recipes.ts';
import type { Store } from '#storage/store.ts';
import { RECIPE, week, type World } from '#test/support/world.ts';

/** Random, since an export is compressed; and one word each, since words are indexed. */
const STEPS = Array.from({ length: 196 }, () => randomBytes(3_750).toString('base64').replaceAll(/\W/g, 'x'));
/** Operations on the long list for each recipe: 13,800 beside 600 recipes. */
export const OPERATIONS = 23;
export const [SHORT_LIST, LONG_LIST] = ['2030-01-07', '2031-01-06'];

export async function fillFamily(store: Store, { family, version }: World, recipes: number): Promise<void> {
  const source = { ...RECIPE, steps: STEPS };
  const index = await indexRecipe(store.db, family, { id: 'x', version, source });
  for (let at = 0; at < recipes; at += 10) {
    await store.db.transaction().execute(async (tx) => {
      for (let id = at; id < Math.min(at + 10, recipes); id += 1) {
        await insertRecipe(tx, family, { id: `large${id}`, version, source }, index);
      }
    });
  }
  let arrival = version * 1_000_000;
  for (const [monday, many] of [
    [SHORT_LIST, 10],
    [LONG_LIST, recipes * OPERATIONS],
  ] as const) {
    const operations = ticksAndUndos(many);
    await store.db.transaction().execute(async (tx) => {
      for (let at = 0; at < many; at += 100) {
        const some = operations.slice(at, at + 100);
        await insertOperations(tx, family, week(monday), some, (arrival += 100));
      }
    });
  }
}

function ticksAndUndos(many: number): ListOperation[] {
  const operations: ListOperation[] = [];
  for (let at = 0; operations.length < many; at += 1) {
    const opId = randomUUID();
    operations.push(
      { opId, kind: 'tick', itemId: `food:item${at % 60}`, bought: { g: '500' } },
      { opId: randomUUID(), kind: 'undo', undoes: [opId] },
    );
  }
  return operations.slice(0, many);
}
