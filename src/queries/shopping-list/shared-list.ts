/** The list of the current week as people without an account see it: what to buy, and nothing about meals or eaters. */
import type { Item, ListAisle, SharedItem } from '#domain/shopping-list/item.ts';
import type { DisplayLocale } from '#domain/shopping-list/shown-amounts.ts';
import { allItems } from '#domain/shopping-list/pending.ts';
import { WeekClock } from '#domain/week/week.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import type { Store } from '#storage/store.ts';
import { readList } from './lists.ts';

const clock = new WeekClock();

/** Undefined if the family was deleted. */
export async function readSharedList(
  store: Pick<Store, 'db' | 'kind'>,
  family: string,
  language: DisplayLocale['language'],
  nowMs: number,
) {
  const found = await findFamily(store.db, family);
  if (!found) return undefined;
  const week = clock.weeksAt(nowMs, found.timeZone).current;
  const { list, version } = await readList(store, family, week, language);
  const aisles: { aisle: ListAisle; items: SharedItem[] }[] = list.aisles
    .map(({ aisle, items }) => ({
      aisle,
      items: items.filter(({ state }) => state === 'open').map(sharedItem),
    }))
    .filter(({ items }) => items.length > 0);
  const done = allItems(list).filter(({ state }) => state === 'ticked').length;
  return {
    familyName: found.name,
    week,
    version,
    aisles,
    probablyAtHome: list.probablyAtHome.map(sharedItem),
    done,
  };
}

/** Ids are left out too: that of an added line names an operation. */
function sharedItem({ name, buy, typed, set, times }: Item): SharedItem {
  return {
    name,
    buy,
    ...(typed !== undefined && { typed }),
    ...(set !== undefined && { set }),
    ...(times !== undefined && { times }),
  };
}
