/** Menus: meals that a family has saved under a name. `version` is the number of the last change. */
import { sql } from 'kysely';
import type { Menu } from '#domain/plan/menu.ts';
import type { Meals } from '#domain/plan/plan.ts';
import { readPages } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';

export type StoredMenu = Menu & { version: number };

const PAGE_SIZE = 10;

type MenuRow = { id: string; name: string; version: number; document: string };

function selectMenus(db: Db, family: string) {
  return db
    .selectFrom('menus')
    .select(['id', 'name', 'version', 'document'])
    .where('family_id', '=', family)
    .orderBy('id');
}

/** Sorted by id, a page at a time. */
export async function* readAllMenus(db: Db, family: string): AsyncGenerator<StoredMenu[]> {
  const pages = readPages<MenuRow>(PAGE_SIZE, (after, limit) =>
    selectMenus(db, family)
      .where('id', '>', after?.id ?? '')
      .limit(limit)
      .execute(),
  );
  for await (const rows of pages) yield rows.map(toMenu);
}

export async function findMenu(db: Db, family: string, id: string): Promise<StoredMenu | undefined> {
  const row = await selectMenus(db, family).where('id', '=', id).executeTakeFirst();
  return row && toMenu(row);
}

function toMenu({ document, ...menu }: MenuRow): StoredMenu {
  return { ...menu, meals: JSON.parse(document) as Meals };
}

/** How many menus the family has, and their stored size. */
export async function measureMenus(db: Db, family: string): Promise<{ count: number; bytes: number }> {
  const { count, bytes } = await db
    .selectFrom('menus')
    .select((eb) => [
      eb.fn.countAll().as('count'),
      sql<number | null>`sum(octet_length(name) + octet_length(document))`.as('bytes'),
    ])
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return { count: Number(count), bytes: bytes ?? 0 };
}

export function menuBytes({ name, meals }: Omit<Menu, 'id'>): number {
  return Buffer.byteLength(name) + Buffer.byteLength(JSON.stringify(meals));
}

export async function saveMenu(
  db: Db,
  family: string,
  { id, name, version, meals }: StoredMenu,
): Promise<void> {
  const saved = { name, version, document: JSON.stringify(meals) };
  await db
    .insertInto('menus')
    .values({ family_id: family, id, ...saved })
    .onConflict((conflict) => conflict.columns(['family_id', 'id']).doUpdateSet(saved))
    .execute();
}

export async function deleteMenu(db: Db, family: string, id: string): Promise<void> {
  await db.deleteFrom('menus').where('family_id', '=', family).where('id', '=', id).execute();
}
