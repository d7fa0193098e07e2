/**
 * The plan changes that one member made on one device, in order, each with its state: decides what is
 * pending, in conflict or undoable. Each function takes an outbox and returns a new one, so that it
 * can be applied at once on the screen and then, after other tabs, in the database. The fields of a change
 * are stored in IndexedDB.
 */
import { isSameMeal, type Meals } from '#domain/plan/plan.ts';
import { squash, inverse, applyEdits, type MealAt, movesDish, placeKey, normalize } from '#web/data/edit.ts';
import type { Edit } from '#http/endpoints/plan/changes.ts';

/** Why the server refuses a change for good, other than a conflict. */
export type ReceivedProblem = { status: number; code: string; detail: string };

export type PlanChange = {
  id: string;
  edits: Edit[];
  /** What was done, as the page describes it. */
  what: string;
  createdAtMs: number;
  /** Of a proposal: what it was made from. The server accepts it only as a whole and while that is current. */
  basis?: string | undefined;
  /** The change that this one undoes. */
  undoes?: string;
} & ({ state: 'waiting' | 'done' | 'conflict' } | { state: 'refused'; reason: ReceivedProblem });

export type PlanOutbox = readonly PlanChange[];

/** Sent changes stay only so that they can be undone. */
const MAX_UNDO = 50;
const MAX_UNDO_MS = 3_600_000;

export function waiting(outbox: PlanOutbox): PlanChange[] {
  return outbox.filter(({ state }) => state === 'waiting');
}

/** The week as the person wants it: the server's meals with all waiting changes applied. */
export function optimisticMeals(outbox: PlanOutbox, meals: Meals, week: string): Meals {
  return waiting(outbox).reduce((shown, { edits }) => applyEdits(shown, week, edits), meals);
}

type Metadata = { id: string; what: string; nowMs: number; basis?: string | undefined };

export function record(outbox: PlanOutbox, edits: readonly Edit[], made: Metadata): PlanOutbox {
  const { id, what, nowMs, basis } = made;
  const normalized = normalize(edits);
  if (normalized.length === 0) return outbox;
  const change: PlanChange = { id, edits: normalized, what, createdAtMs: nowMs, state: 'waiting' };
  return [...trim(outbox, nowMs), basis === undefined ? change : { ...change, basis }];
}

function trim(outbox: PlanOutbox, nowMs: number): PlanOutbox {
  const done = outbox.filter(({ state }) => state === 'done');
  const dropped = new Set(
    done.filter(({ createdAtMs }, at) => at < done.length - MAX_UNDO || createdAtMs < nowMs - MAX_UNDO_MS),
  );
  return outbox.filter((change) => !dropped.has(change));
}

/** The last change that can be undone: not an undoing itself, and not undone yet. */
export function lastChange(outbox: PlanOutbox): PlanChange | undefined {
  const undone = new Set(outbox.map(({ undoes }) => undoes));
  return outbox.findLast(
    ({ id, state, undoes }) =>
      (state === 'waiting' || state === 'done') && undoes === undefined && !undone.has(id),
  );
}

/** Undoing is a change of its own: the server may already be applying the first one. */
export function undo(outbox: PlanOutbox, target: string, made: Metadata): PlanOutbox {
  const change = outbox.find(({ id }) => id === target);
  if (!change || (change.state !== 'waiting' && change.state !== 'done')) return outbox;
  if (outbox.some(({ undoes }) => undoes === target)) return outbox;
  const edits = inverse(change.edits);
  return [
    ...trim(outbox, made.nowMs),
    { id: made.id, edits, what: made.what, createdAtMs: made.nowMs, state: 'waiting', undoes: target },
  ];
}

export function acknowledge(outbox: PlanOutbox, id: string): PlanOutbox {
  return outbox.map((change) => (isWaiting(change, id) ? { ...change, state: 'done' } : change));
}

export function refuse(outbox: PlanOutbox, id: string, reason: ReceivedProblem): PlanOutbox {
  return outbox.map((change) => (isWaiting(change, id) ? { ...change, state: 'refused', reason } : change));
}

/** Removes a refusal or a conflict that the person has resolved. */
export function dismiss(outbox: PlanOutbox, id: string): PlanOutbox {
  return outbox.filter(
    (change) => change.id !== id || (change.state !== 'refused' && change.state !== 'conflict'),
  );
}

/** Resolves a conflict: a new change replaces what the person sees in the slot now. */
export function keepMine(outbox: PlanOutbox, id: string, shown: MealAt, made: Metadata): PlanOutbox {
  const conflict = outbox.find((change) => change.id === id && change.state === 'conflict');
  if (!conflict) return outbox;
  const edits = conflict.edits.map((edit) => ({ ...edit, before: shown(edit) }));
  return record(dismiss(outbox, id), edits, made);
}

/**
 * Rebases a change that the server refused because some slot no longer held what the change was made
 * against; `now` is what the slots hold. An edit whose result is there already is dropped. An edit whose slot
 * is unchanged is sent again, under the same id, so that a late copy of the first request is not applied
 * twice. The rest becomes a conflict, together with all later changes of the same slots.
 */
export function rebase(outbox: PlanOutbox, id: string, now: MealAt): PlanOutbox {
  const at = outbox.findIndex((change) => isWaiting(change, id));
  const change = outbox[at];
  if (!change) return outbox;
  const before = outbox.slice(0, at);
  const later = outbox.slice(at + 1);
  const open = change.edits.filter((edit) => !isSameMeal(now(edit), edit.after));
  const clashing = open.filter((edit) => !isSameMeal(now(edit), edit.before));
  if (open.length === 0) return [...before, ...later];
  const rest: PlanChange = { ...change, edits: open };
  if (clashing.length > 0) return [...before, ...extractConflicts([rest, ...later], clashing, now)];
  if (open.length < change.edits.length) return [...before, rest, ...later];
  // Refused although every edit fits: ask the person instead of sending the same for ever.
  return [...before, { ...change, state: 'conflict' }, ...later];
}

/** Removes the clashing slots from all waiting changes, and makes conflicts of their edits. */
function extractConflicts(changes: PlanOutbox, clashing: Edit[], now: MealAt): PlanOutbox {
  const { remaining, extracted } = partition(changes, new Set(clashing.map(placeKey)));
  const after = mealsAfterSending(remaining, now);
  const wanted = squash(extracted.flatMap(({ edits }) => edits)).filter(
    (edit) => !isSameMeal(after(edit), edit.after),
  );
  if (wanted.length === 0) return remaining;
  const move = extracted.findLast(isAtomic);
  // Typed into a slot that is taken now, but moved on to another one: nothing clashes any more.
  if (move && wanted.every((edit) => isSameMeal(after(edit), edit.before))) {
    return [...remaining, { ...move, edits: wanted }];
  }
  const { id, what, createdAtMs } = extracted[0] as PlanChange;
  const groups = move ? [wanted] : wanted.map((edit) => [edit]);
  const conflicts = groups.map((edits): PlanChange => {
    return { id: `${id} ${placeKey(edits[0] as Edit)}`, edits, what, createdAtMs, state: 'conflict' };
  });
  return [...conflicts, ...remaining];
}

/** Half a move would leave a dish in two slots or in none; half a proposal may repeat a dish. */
function isAtomic({ basis, edits }: PlanChange): boolean {
  return basis !== undefined || movesDish(edits);
}

/** Takes the edits of these slots out of the waiting changes; atomic changes entirely, with all later edits of their slots. */
function partition(
  changes: PlanOutbox,
  places: Set<string>,
): { remaining: PlanChange[]; extracted: PlanChange[] } {
  const remaining: PlanChange[] = [];
  const extracted: PlanChange[] = [];
  for (const change of changes) {
    const isExtracted = (edit: Edit) => places.has(placeKey(edit));
    if (change.state !== 'waiting' || !change.edits.some(isExtracted)) {
      remaining.push(change);
      continue;
    }
    if (isAtomic(change)) for (const edit of change.edits) places.add(placeKey(edit));
    extracted.push({ ...change, edits: change.edits.filter(isExtracted) });
    const rest = change.edits.filter((edit) => !isExtracted(edit));
    if (rest.length > 0) remaining.push({ ...change, edits: rest });
  }
  return { remaining, extracted };
}

/** What a slot holds once all these changes are sent. */
function mealsAfterSending(outbox: PlanOutbox, now: MealAt): MealAt {
  const edits = new Map(waiting(outbox).flatMap(({ edits }) => edits.map((edit) => [placeKey(edit), edit])));
  return (place) => {
    const edit = edits.get(placeKey(place));
    return edit ? edit.after : now(place);
  };
}

function isWaiting(change: PlanChange, id: string): boolean {
  return change.id === id && change.state === 'waiting';
}
