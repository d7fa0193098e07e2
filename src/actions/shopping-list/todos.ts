/**
 * Changes of the shopping list by CalDAV clients. A to-do is turned into the operations with which the app would do the
 * same: a new one adds a line, a changed text replaces it, a state ticks it. Each step is one transaction, based on the
 * list that was read, and is repeated if somebody changed it meanwhile.
 */
import { newId } from '#auth/secret.ts';
import { MAX_BYTES, MAX_TODO_BYTES, MAX_TODOS } from '#domain/family/quota.ts';
import { ingredientText } from '#domain/recipe/recipe-source.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { addedTo } from '#domain/shopping-list/item.ts';
import { sourcesNote } from '#domain/shopping-list/item-line.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { purchaseOf, removalOf, undo } from '#domain/shopping-list/item-operations.ts';
import type { Todo } from '#domain/calendar/todo-places.ts';
import { instantText } from '#domain/week/instant.ts';
import { readLastChangeOf } from '#storage/tables/audit-log.ts';
import { readTodoSize, saveTodos } from '#storage/tables/shopping-list/todos.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import {
  nextVersion,
  updateTodos,
  type ShownTodo,
  type TodoList,
} from '#actions/shopping-list/todo-snapshot.ts';
import { addOperations } from './lists.ts';

type FamilyZone = { family: string; timeZone: string };

/** What a client wants a to-do to be. `mayWrite` decides about its conditions. */
export type WantedTodo = {
  name: string;
  uid: string;
  summary: string;
  isDone: boolean;
  extra: string;
  /** Whether the client says which state of the to-do it has changed. */
  hasSeen: boolean;
  mayWrite: (current: Todo | undefined) => boolean;
};

/** Why a to-do is not written, beside the refusals of list operations. `busy`: the list changes all the time. */
export type TodoFault =
  | 'precondition-failed'
  | 'no-uid-conflict'
  | 'valid-calendar-object-resource'
  | 'max-resource-size'
  | 'busy';

type Step = { operations: ListOperation[]; todo: Todo };

const MAX_ROUNDS = 12;

/** The last write of each family in this process. Phones send many at once, and each would make the others stale. */
const writing = new Map<string, Promise<unknown>>();

async function inTurn<Outcome>(family: string, work: () => Promise<Outcome>): Promise<Outcome> {
  const before = writing.get(family) ?? Promise.resolve();
  const mine = before.then(work, work);
  writing.set(family, mine);
  try {
    return await mine;
  } finally {
    if (writing.get(family) === mine) writing.delete(family);
  }
}

export async function putTodo(
  context: ChangeContext,
  zone: FamilyZone,
  wanted: WantedTodo,
): Promise<{ isNew: boolean } | { fault: TodoFault } | Refusal> {
  const parsed = ingredientText.safeParse(wanted.summary.replaceAll('\n', ' '));
  if (!parsed.success) return { fault: 'valid-calendar-object-resource' };
  if (Buffer.byteLength(wanted.extra) > MAX_TODO_BYTES) return { fault: 'max-resource-size' };
  const text = parsed.data;
  // A line that crashes the parser would crash every later read of the list.
  await parseIngredientLines([text]);
  return inTurn(zone.family, () => converge(context, zone, { ...wanted, summary: text }));
}

/** Takes one step after the other until the to-do is as it is wanted. */
async function converge(
  context: ChangeContext,
  zone: FamilyZone,
  wanted: WantedTodo,
): Promise<{ isNew: boolean } | { fault: TodoFault } | Refusal> {
  let isNew: boolean | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const list = await updateTodos(context.store, zone, context.nowMs);
    if (!list) break;
    const current = list.todos.find(({ name }) => name === wanted.name);
    const fault = isNew === undefined ? faultOf(list, current, wanted) : undefined;
    if (fault) return { fault };
    const step = nextStep(list, current, wanted, isNew !== undefined);
    if (!step) return { isNew: isNew ?? false };
    const outcome = await apply(context, zone.family, list, step);
    if (isRefusal(outcome)) return outcome;
    if (outcome === 'done') isNew ??= current === undefined;
  }
  return { fault: 'busy' };
}

export function removeTodo(
  context: ChangeContext,
  zone: FamilyZone,
  name: string,
  mayWrite: WantedTodo['mayWrite'],
): Promise<undefined | { fault: TodoFault } | Refusal> {
  return inTurn(zone.family, () => remove(context, zone, name, mayWrite));
}

async function remove(
  context: ChangeContext,
  zone: FamilyZone,
  name: string,
  mayWrite: WantedTodo['mayWrite'],
): Promise<undefined | { fault: TodoFault } | Refusal> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const list = await updateTodos(context.store, zone, context.nowMs);
    if (!list) break;
    const current = list.todos.find((todo) => todo.name === name);
    if (!current) return refuse('not-found');
    if (!mayWrite(current)) return { fault: 'precondition-failed' };
    const operations = removalOf(current.item, list.items, newId);
    const gone: Todo = { ...storedPart(current), itemKey: null, line: null, content: '' };
    const outcome = await apply(context, zone.family, list, { operations, todo: gone });
    if (isRefusal(outcome)) return outcome;
    if (outcome === 'done') return undefined;
  }
  return { fault: 'busy' };
}

function faultOf(
  { todos }: TodoList,
  current: ShownTodo | undefined,
  { uid, mayWrite }: WantedTodo,
): TodoFault | undefined {
  if (!mayWrite(current)) return 'precondition-failed';
  const isTaken = current ? current.uid !== uid : todos.some((todo) => todo.uid === uid);
  return isTaken ? 'no-uid-conflict' : undefined;
}

/** Undefined if the to-do is as it is wanted. Its text comes first: its state is about the item of the text. */
function nextStep(
  list: TodoList,
  current: ShownTodo | undefined,
  wanted: WantedTodo,
  hasText: boolean,
): Step | undefined {
  if (!current) return hasText ? undefined : newTodo(list, wanted);
  const { item } = current;
  const note = sourcesNote(item, list.language);
  const isNamed = textsOf(current, note, wanted.hasSeen).includes(wanted.summary);
  if (!hasText && !isNamed) {
    const line = newId();
    // The note is about what the client has changed.
    const text = wanted.summary.endsWith(note)
      ? wanted.summary.slice(0, -note.length || undefined)
      : wanted.summary;
    const add: ListOperation = { opId: line, kind: 'add', text };
    const operations = [...removalOf(item, list.items, newId), add];
    return { operations, todo: { ...storedPart(current), extra: wanted.extra, itemKey: '', line } };
  }
  const isTicked = item.state === 'ticked';
  if (isTicked === wanted.isDone && current.extra === wanted.extra) return undefined;
  const tick = () => (isTicked ? undo(item.marks, newId) : purchaseOf('tick', item, list.items, newId()));
  const operations = isTicked === wanted.isDone ? [] : [tick()];
  return { operations, todo: { ...storedPart(current), extra: wanted.extra } };
}

/** A line that is on the list already, under another to-do, is not added again: the request is a repeat. */
function newTodo(list: TodoList, { name, uid, summary, extra }: WantedTodo): Step {
  const before = list.removed.find((todo) => todo.name === name)?.line;
  const isKnown = before !== undefined && list.todos.some(({ item }) => addedTo(item).includes(before ?? ''));
  const line = isKnown && before !== null ? before : newId();
  const operations: ListOperation[] = isKnown ? [] : [{ opId: line, kind: 'add', text: summary }];
  return {
    operations,
    todo: { name, uid, itemKey: '', line, extra, content: '', version: 0, changedAt: '' },
  };
}

/**
 * As it is shown, with and without the note. A client that has not read the to-do since it wrote it repeats what it
 * wrote; one that has read it wants what it writes.
 */
function textsOf({ summary, item, line }: ShownTodo, note: string, hasSeen: boolean): string[] {
  const typed = item.for.flatMap((purpose) =>
    'opId' in purpose && purpose.opId === line ? [purpose.added] : [],
  );
  const plain = summary.slice(0, summary.length - note.length);
  return [summary.trim(), plain.trim(), ...(hasSeen ? [] : typed)];
}

function storedPart({ name, uid, itemKey, line, extra, content, version, changedAt }: Todo): Todo {
  return { name, uid, itemKey, line, extra, content, version, changedAt };
}

/** `stale` if the family has changed since the list was read. */
function apply(
  context: ChangeContext,
  family: string,
  list: TodoList,
  { operations, todo }: Step,
): Promise<'done' | 'stale' | Refusal> {
  const { week, familyVersion } = list;
  return auditedTransaction(context, family, async (tx, record) => {
    if ((await readLastChangeOf(tx, family)) !== familyVersion) return 'stale';
    const size = await readTodoSize(tx, family);
    if (todo.itemKey !== null && size.todos >= MAX_TODOS) return refuse('too-many');
    const bytes = size.bytes + Buffer.byteLength(todo.extra);
    if (todo.extra !== '' && bytes > MAX_BYTES.todos) return refuse('quota-exceeded');
    const { nowMs } = context;
    if (operations.length === 0) await record('todo.change', { week });
    else {
      const refusal = await addOperations(tx, record, { family, week, nowMs }, operations);
      if (refusal) return refusal;
    }
    const stored = [...list.todos, ...list.removed];
    const version = nextVersion(stored, await readLastChangeOf(tx, family));
    await saveTodos(tx, family, [{ ...todo, version, changedAt: instantText(nowMs) }]);
    return 'done';
  });
}
