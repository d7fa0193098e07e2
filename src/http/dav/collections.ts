/** The two calendars of a family: its meals, which are only read, and its shopping list. */
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import { calendarName } from '#domain/calendar/meal-text.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import type { Scope } from '#domain/family/scopes.ts';
import { BASE_LANGUAGE } from '#languages/language.ts';
import { translation } from '#languages/translate.ts';
import { readMealsSince, readMealObjects } from '#queries/plan/meal-objects.ts';
import { updateTodos, type ShownTodo } from '#actions/shopping-list/todo-snapshot.ts';
import { todoText } from '#domain/calendar/todo.ts';
import { inBatches } from '#storage/paging.ts';
import type { Store } from '#storage/store.ts';
import { readLastChangeOf, EVERY_FAMILY } from '#storage/tables/audit-log.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { parseToken, tokenText } from './sync-token.ts';

/** An event or a to-do. */
export type CalendarObject = { name: string; etag: string; changedAt: string; text: string; version: number };

/** `removed`: names that may be gone. */
type Changes = { isChanged: (object: CalendarObject) => boolean; removed: string[] };

export type Collection = {
  kind: CollectionKind;
  displayName: string;
  timeZone: string;
  syncToken: string;
  /** A batch at a time: a family may have planned for years. */
  objects: () => AsyncIterable<CalendarObject[]>;
  /** Undefined if the token is unknown or too old. */
  changesSince: (token: string) => Promise<Changes | undefined>;
};

const MEMBERS_PER_TURN = 20;

export type CollectionKind = 'meals' | 'shopping';

export const COLLECTIONS = {
  meals: { component: 'VEVENT', read: 'plans:read', color: '#2E7D32FF' },
  shopping: { component: 'VTODO', read: 'lists:read', color: '#C2570CFF' },
} as const satisfies Record<CollectionKind, { component: string; read: Scope; color: string }>;

export const SHOPPING_WRITE: Scope = 'lists:write';

export type CollectionRequest = {
  store: Store;
  requester: { family: string; timeZone: string };
  nowMs: number;
  /** For links to recipes. */
  origin: string;
  /** Told of objects that are stored but cannot be read, which the calendar leaves out. */
  onUnreadable: (name: string, error?: unknown) => void;
};

/**
 * With all its objects, or those of `names` at least. Undefined if it cannot be read now: the family was deleted, or
 * changes all the time.
 */
export function loadCollection(
  kind: CollectionKind,
  request: CollectionRequest,
  names?: readonly string[],
): Promise<Collection | undefined> {
  return kind === 'meals' ? loadMeals(request, names) : loadShopping(request, names && new Set(names));
}

async function loadMeals(
  { store, requester, nowMs, origin }: CollectionRequest,
  names?: readonly string[],
): Promise<Collection | undefined> {
  const { db } = store;
  const restored = await readLastChangeOf(db, EVERY_FAMILY);
  const family = await findFamily(db, requester.family);
  if (!family) return undefined;
  const { language = BASE_LANGUAGE, version: preferences = 0 } =
    (await findPreferences(db, requester.family)) ?? {};
  const settings: CalendarSettings = { slots: [...SLOTS], times: null, showsWarnings: false, language };
  // Before anything else is read: the meals may be newer than their version, but never older.
  const version = await readLastChangeOf(db, family.id);
  return {
    kind: 'meals',
    displayName: calendarName(family.name, language),
    timeZone: family.timeZone,
    syncToken: tokenText({ version, restored, nowMs }),
    objects: () => readMealObjects(db, family, { settings, origin }, { nowMs, names }),
    changesSince: async (text) => {
      const token = parseToken(text, { version, restored, nowMs });
      if (!token) return undefined;
      const removed = await readMealsSince(db, family, token, nowMs);
      if (!removed) return undefined;
      const all = preferences > token.version;
      return {
        isChanged: (object) => all || object.version > token.version,
        removed,
      };
    },
  };
}

async function loadShopping(
  { store, requester, nowMs, onUnreadable }: CollectionRequest,
  names?: ReadonlySet<string>,
): Promise<Collection | undefined> {
  const { db } = store;
  const restored = await readLastChangeOf(db, EVERY_FAMILY);
  const list = await updateTodos(store, requester, nowMs);
  if (!list) return undefined;
  const { todos, removed, version, language } = list;
  const shown = names ? todos.filter(({ name }) => names.has(name)) : todos;
  const membersOf = (some: readonly ShownTodo[]) =>
    some.flatMap((todo): CalendarObject[] => {
      try {
        return [todoObject(todo)];
      } catch (error) {
        onUnreadable(todo.name, error);
        return [];
      }
    });
  return {
    kind: 'shopping',
    displayName: translation(language)('calendar.shopping'),
    timeZone: requester.timeZone,
    syncToken: tokenText({ version, restored, nowMs }),
    async *objects() {
      for await (const batch of inBatches(shown, MEMBERS_PER_TURN)) yield membersOf(batch);
    },
    changesSince: async (text) => {
      const token = parseToken(text, { version, restored, nowMs });
      if (!token) return undefined;
      const isNew = (object: { version: number }) => object.version > token.version;
      return {
        isChanged: isNew,
        removed: removed.filter(isNew).map(({ name }) => name),
      };
    },
  };
}

/** Versions start again at an earlier number after a restore, contents do not. */
export function todoEtag({ version, content }: Pick<ShownTodo, 'version' | 'content'>): string {
  return `"${version.toString(36)}-${content.slice(0, 8)}"`;
}

function todoObject(todo: ShownTodo): CalendarObject {
  const { name, changedAt, version } = todo;
  return { name, etag: todoEtag(todo), changedAt, text: todoText(todo), version };
}
