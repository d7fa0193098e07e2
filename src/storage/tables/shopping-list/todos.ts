/**
 * The to-dos of a family's list as CalDAV clients see them: under which name and UID, which item each shows, and what
 * clients wrote that Weekfare does not use. A removed to-do stays as a row without an item, so that clients learn of
 * it. The list itself is in the operations (list-operations.ts); queries/shopping-list/todos.ts compares the two.
 */
import { sql } from 'kysely';
import { instantText } from '#domain/week/instant.ts';
import type { Todo } from '#domain/calendar/todo-places.ts';
import { readPages } from '#storage/paging.ts';
import type { Db, Schema, Tx } from '#storage/schema.ts';

/** A client that was away for longer fetches everything again. */
const REMOVED_DAYS = 90;
const DAY_MS = 86_400_000;
const PAGE_SIZE = 250;

/** All to-dos, removed ones too, a page at a time. */
export async function* readAllTodos(db: Db, family: string): AsyncGenerator<Todo[]> {
  const pages = readPages<Schema['todos']>(PAGE_SIZE, (after, limit) =>
    db
      .selectFrom('todos')
      .selectAll()
      .where('family_id', '=', family)
      .where('name', '>', after?.name ?? '')
      .orderBy('name')
      .limit(limit)
      .execute(),
  );
  for await (const rows of pages) yield rows.map(toTodo);
}

export async function listTodos(db: Db, family: string): Promise<Todo[]> {
  const todos: Todo[] = [];
  for await (const page of readAllTodos(db, family)) todos.push(...page);
  return todos;
}

function toTodo(row: Schema['todos']): Todo {
  const { name, uid, extra, content, version } = row;
  return {
    name,
    uid,
    itemKey: row.item_key,
    line: row.line_id,
    extra,
    content,
    version,
    changedAt: row.changed_at,
  };
}

export async function saveTodos(db: Db, family: string, todos: readonly Todo[]): Promise<void> {
  for (let at = 0; at < todos.length; at += PAGE_SIZE) {
    const rows = todos.slice(at, at + PAGE_SIZE).map((todo) => ({
      family_id: family,
      name: todo.name,
      uid: todo.uid,
      item_key: todo.itemKey,
      line_id: todo.line,
      extra: todo.extra,
      content: todo.content,
      version: todo.version,
      changed_at: todo.changedAt,
    }));
    await db
      .insertInto('todos')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['family_id', 'name']).doUpdateSet((eb) => ({
          uid: eb.ref('excluded.uid'),
          item_key: eb.ref('excluded.item_key'),
          line_id: eb.ref('excluded.line_id'),
          extra: eb.ref('excluded.extra'),
          content: eb.ref('excluded.content'),
          version: eb.ref('excluded.version'),
          changed_at: eb.ref('excluded.changed_at'),
        })),
      )
      .execute();
  }
}

/** Deletes what was removed long ago, but never the newest version, from which the next one is counted. */
export async function deleteOldTodos(
  tx: Tx,
  family: string,
  newestVersion: number,
  nowMs: number,
): Promise<void> {
  await tx
    .deleteFrom('todos')
    .where('family_id', '=', family)
    .where('item_key', 'is', null)
    .where('changed_at', '<', instantText(nowMs - REMOVED_DAYS * DAY_MS))
    .where('version', '<', newestVersion)
    .execute();
}

/** The number of to-dos, with removed ones, and the stored size of what clients wrote. */
export async function readTodoSize(db: Db, family: string): Promise<{ todos: number; bytes: number }> {
  const { todos, bytes } = await db
    .selectFrom('todos')
    .select((eb) => [eb.fn.countAll().as('todos'), sql<number | null>`sum(octet_length(extra))`.as('bytes')])
    .where('family_id', '=', family)
    .executeTakeFirstOrThrow();
  return { todos: Number(todos), bytes: bytes ?? 0 };
}
