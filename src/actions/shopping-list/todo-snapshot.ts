/**
 * The shopping list of the current week as to-dos, each item one. What clients have seen is stored
 * (tables/shopping-list/todos.ts); before they read, it is compared with the list, and what is new, different or gone is
 * stored under the next version.
 */
import { hash } from 'node:crypto';
import { type Todo, itemKeyOf, placeTodos } from '#domain/calendar/todo-places.ts';
import { addedTo, type Item } from '#domain/shopping-list/item.ts';
import { itemLine } from '#domain/shopping-list/item-line.ts';
import { allItems } from '#domain/shopping-list/pending.ts';
import { BASE_LANGUAGE, type Language } from '#languages/language.ts';
import { instantText } from '#domain/week/instant.ts';
import { type Week, WeekClock } from '#domain/week/week.ts';
import type { Db } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { readLastChangeOf, EVERY_FAMILY } from '#storage/tables/audit-log.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { deleteOldTodos, listTodos, saveTodos } from '#storage/tables/shopping-list/todos.ts';
import { lockFamily } from '#storage/transaction.ts';
import { readList } from '#queries/shopping-list/lists.ts';

export type ShownTodo = Todo & { item: Item; summary: string; isDone: boolean };

export type TodoList = {
  week: Week;
  language: Language;
  /** The number of the family's last change when the list was read. */
  familyVersion: number;
  /** Of the to-dos. */
  version: number;
  todos: ShownTodo[];
  removed: Todo[];
  /** All items of the list. */
  items: Item[];
};

type FamilyZone = { family: string; timeZone: string };
type ListState = { week: Week; items: readonly Item[]; language: Language };

/** The family may change while its list is read, and then the list is read again. So many times in a row is unlikely. */
const MAX_ATTEMPTS = 10;
const clock = new WeekClock();

/** Lists of the families that were read last: a phone asks several times in a row. A list of 60 items has 60 kB. */
const MAX_CACHED = 50;
const cached = new WeakMap<Db, Map<string, TodoList>>();

/** Undefined if the family changed again and again meanwhile. */
export async function updateTodos(
  store: Pick<Store, 'db' | 'kind'>,
  { family, timeZone }: FamilyZone,
  nowMs: number,
): Promise<TodoList | undefined> {
  const week = clock.weeksAt(nowMs, timeZone).current;
  const lists = cached.get(store.db) ?? new Map<string, TodoList>();
  cached.set(store.db, lists);
  // A restore is a change of every family, which has no number of its own.
  const key = `${family} ${week} ${await readLastChangeOf(store.db, EVERY_FAMILY)}`;
  const before = lists.get(key);
  if (before?.familyVersion === (await readLastChangeOf(store.db, family))) return before;
  lists.delete(key);
  const list = await readCurrentTodos(store, family, week, nowMs);
  if (list) lists.set(key, list);
  for (const oldest of lists.keys()) if (lists.size > MAX_CACHED) lists.delete(oldest);
  return list;
}

async function readCurrentTodos(
  store: Pick<Store, 'db' | 'kind'>,
  family: string,
  week: Week,
  nowMs: number,
): Promise<TodoList | undefined> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { language = BASE_LANGUAGE } = (await findPreferences(store.db, family)) ?? {};
    const { list, version: familyVersion } = await readList(store, family, week, language);
    const items = allItems(list);
    const state = { week, items: items.filter(isShown), language };
    const stored = await listTodos(store.db, family);
    const next = { version: nextVersion(stored, familyVersion), nowMs };
    let compared = compare(family, state, stored, next);
    if (compared.changed.length > 0) {
      const saved = await save(store, family, { state, familyVersion, nowMs });
      if (!saved) continue;
      compared = saved;
    }
    const { todos, removed } = compared;
    const version = Math.max(0, ...[...todos, ...removed].map((todo) => todo.version));
    return { week, familyVersion, version, language, todos, removed, items };
  }
  return undefined;
}

function isShown({ state }: Item): boolean {
  return state === 'open' || state === 'ticked';
}

/** Undefined if the family has changed since the list was read. */
async function save(
  store: Pick<Store, 'db' | 'kind'>,
  family: string,
  { state, familyVersion, nowMs }: { state: ListState; familyVersion: number; nowMs: number },
): Promise<Compared | undefined> {
  return store.db.transaction().execute(async (tx) => {
    await lockFamily(tx, store.kind, family);
    if ((await readLastChangeOf(tx, family)) !== familyVersion) return undefined;
    const stored = await listTodos(tx, family);
    const version = nextVersion(stored, familyVersion);
    const compared = compare(family, state, stored, { version, nowMs });
    await saveTodos(tx, family, compared.changed);
    await deleteOldTodos(tx, family, version, nowMs);
    return compared;
  });
}

/** Not below the number of the family's last change, so that a number does not return after a restore. */
export function nextVersion(stored: readonly Todo[], familyVersion: number): number {
  return Math.max(familyVersion, 1 + Math.max(0, ...stored.map(({ version }) => version)));
}

type Compared = { todos: ShownTodo[]; removed: Todo[]; changed: Todo[] };

function compare(
  family: string,
  { week, items, language }: ListState,
  stored: readonly Todo[],
  { version, nowMs }: { version: number; nowMs: number },
): Compared {
  const placed = placeTodos(stored, items, week);
  const used = new Set(Array.from(placed.values(), ({ name }) => name));
  const changedAt = instantText(nowMs);
  const changed: Todo[] = [];
  const todos = items.map((item): ShownTodo => {
    const itemKey = itemKeyOf(week, item);
    const before = placed.get(item) ?? derivedTodo(family, itemKey, used);
    used.add(before.name);
    const shown = { item, summary: itemLine(item, language), isDone: item.state === 'ticked' };
    const content = hash('sha256', JSON.stringify([shown.summary, shown.isDone, before.extra]), 'base64url');
    const line = before.line ?? addedTo(item)[0] ?? null;
    const isSame = content === before.content;
    const todo: Todo = isSame
      ? { ...before, itemKey, line }
      : { ...before, itemKey, line, content, version, changedAt };
    if (!isSame || before.itemKey !== itemKey || before.line !== line) changed.push(todo);
    return { ...todo, ...shown };
  });
  const names = new Set(todos.map(({ name }) => name));
  const removed = stored
    .filter(({ name }) => !names.has(name))
    .map((todo) => {
      if (todo.itemKey === null) return todo;
      const gone: Todo = { ...todo, itemKey: null, content: '', version, changedAt };
      changed.push(gone);
      return gone;
    });
  return { todos, removed, changed };
}

/** The to-do of an item that no client wrote. Its id is of no use to find the family. */
function derivedTodo(family: string, itemKey: string, used: ReadonlySet<string>): Todo {
  // The to-do of an earlier item with this key may have moved to another one with its line.
  for (let number = 0; ; number += 1) {
    const uid = uidOf(`${family} ${itemKey} ${number}`);
    const name = `${uid}.ics`;
    if (used.has(name)) continue;
    return { name, uid, itemKey: '', line: null, extra: '', content: '', version: 0, changedAt: '' };
  }
}

/** In the form of a UUID of version 8, like the ids of meals. */
function uidOf(text: string): string {
  const hex = hash('sha256', text);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join('-');
}
