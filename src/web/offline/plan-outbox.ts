/**
 * The ledger of one member on one device: every change, in order, and what became of it. Decides what
 * waits, what a conflict means, what can be undone. Each function takes a ledger and answers a new one,
 * so that it can be applied at once on the screen and again, in turn with other tabs, in the database.
 */
import { isSameMeal, type Meals } from '#domain/plan/plan.ts';
import { squash, inverse, applyEdits, type MealAt, movesMeal, placeKey, normalize } from './edit.ts';
import type { Edit } from '#http/app/contract.ts';

/** Why the server will never take a change; what a conflict is it does not say. */
export type RefusalReason = { status: number; code: string; detail: string };

export type PlanChange = {
  id: string;
  edits: Edit[];
  /** What was done, in the words of the page. */
  what: string;
  madeAtMs: number;
  /** Of a proposal: what it was made from. It is taken whole, and only while that is so. */
  basis?: string | undefined;
  /** The change that this one undoes. */
  undoes?: string;
} & ({ state: 'waiting' | 'done' | 'conflict' } | { state: 'refused'; reason: RefusalReason });

export type PlanOutbox = readonly PlanChange[];
export type Op = (ledger: PlanOutbox) => PlanOutbox;

/** What is done is kept only to be undone. */
const UNDO_MOST = 50;
const UNDO_MS = 3_600_000;

export function waiting(ledger: PlanOutbox): PlanChange[] {
  return ledger.filter(({ state }) => state === 'waiting');
}

/** The week as the person wants it: the server's meals with all that waits laid over them. */
export function optimisticMeals(ledger: PlanOutbox, meals: Meals, week: string): Meals {
  return waiting(ledger).reduce((shown, { edits }) => applyEdits(shown, week, edits), meals);
}

type Metadata = { id: string; what: string; nowMs: number; basis?: string | undefined };

export function record(ledger: PlanOutbox, edits: readonly Edit[], made: Metadata): PlanOutbox {
  const { id, what, nowMs, basis } = made;
  const tidied = normalize(edits);
  if (tidied.length === 0) return ledger;
  const entry: PlanChange = { id, edits: tidied, what, madeAtMs: nowMs, state: 'waiting' };
  return [...trim(ledger, nowMs), basis === undefined ? entry : { ...entry, basis }];
}

function trim(ledger: PlanOutbox, nowMs: number): PlanOutbox {
  const done = ledger.filter(({ state }) => state === 'done');
  const gone = new Set(
    done.filter(({ madeAtMs }, at) => at < done.length - UNDO_MOST || madeAtMs < nowMs - UNDO_MS),
  );
  return ledger.filter((entry) => !gone.has(entry));
}

/** The last change that can be undone: not an undoing itself, and not undone yet. */
export function lastChange(ledger: PlanOutbox): PlanChange | undefined {
  const undone = new Set(ledger.map(({ undoes }) => undoes));
  return ledger.findLast(
    ({ id, state, undoes }) =>
      (state === 'waiting' || state === 'done') && undoes === undefined && !undone.has(id),
  );
}

/** Undoing is a change of its own, sent in its turn: the first may be on its way already. */
export function undo(ledger: PlanOutbox, target: string, made: Metadata): PlanOutbox {
  const entry = ledger.find(({ id }) => id === target);
  if (!entry || (entry.state !== 'waiting' && entry.state !== 'done')) return ledger;
  if (ledger.some(({ undoes }) => undoes === target)) return ledger;
  const edits = inverse(entry.edits);
  return [
    ...trim(ledger, made.nowMs),
    { id: made.id, edits, what: made.what, madeAtMs: made.nowMs, state: 'waiting', undoes: target },
  ];
}

export function acknowledge(ledger: PlanOutbox, id: string): PlanOutbox {
  return ledger.map((entry) => (isWaiting(entry, id) ? { ...entry, state: 'done' } : entry));
}

export function refuse(ledger: PlanOutbox, id: string, reason: RefusalReason): PlanOutbox {
  return ledger.map((entry) => (isWaiting(entry, id) ? { ...entry, state: 'refused', reason } : entry));
}

/** A refusal or a conflict that the person has dealt with. */
export function dismiss(ledger: PlanOutbox, id: string): PlanOutbox {
  return ledger.filter(
    (entry) => entry.id !== id || (entry.state !== 'refused' && entry.state !== 'conflict'),
  );
}

/** Mine: what was typed goes over what the person sees there now. It is a change as any other. */
export function keepMine(ledger: PlanOutbox, id: string, shown: MealAt, made: Metadata): PlanOutbox {
  const conflict = ledger.find((entry) => entry.id === id && entry.state === 'conflict');
  if (!conflict) return ledger;
  const edits = conflict.edits.map((edit) => ({ ...edit, before: shown(edit) }));
  return record(dismiss(ledger, id), edits, made);
}

/**
 * The server found that some place no longer held what the change was made against; `now` is what it
 * holds. Where the wish stands already, it is done. Where the place is as it was, the edit is sent
 * again, under the same id: a copy of the first request, late on its way, must find it known. The
 * rest is a conflict, and takes along all that was done to the same places since.
 */
export function rebase(ledger: PlanOutbox, id: string, now: MealAt): PlanOutbox {
  const at = ledger.findIndex((entry) => isWaiting(entry, id));
  const entry = ledger[at];
  if (!entry) return ledger;
  const before = ledger.slice(0, at);
  const later = ledger.slice(at + 1);
  const open = entry.edits.filter((edit) => !isSameMeal(now(edit), edit.after));
  const clashing = open.filter((edit) => !isSameMeal(now(edit), edit.before));
  if (open.length === 0) return [...before, ...later];
  const rest: PlanChange = { ...entry, edits: open };
  if (clashing.length > 0) return [...before, ...extractConflicts([rest, ...later], clashing, now)];
  if (open.length < entry.edits.length) return [...before, rest, ...later];
  // Refused although all seems to fit: the person decides, rather than sending the same for ever.
  return [...before, { ...entry, state: 'conflict' }, ...later];
}

/** Takes the clashing places out of all that waits, and makes conflicts of what was wished for them. */
function extractConflicts(entries: PlanOutbox, clashing: Edit[], now: MealAt): PlanOutbox {
  const { kept, taken } = partition(entries, new Set(clashing.map(placeKey)));
  const ahead = mealsAfterSending(kept, now);
  const wishes = squash(taken.flatMap(({ edits }) => edits)).filter(
    (edit) => !isSameMeal(ahead(edit), edit.after),
  );
  if (wishes.length === 0) return kept;
  const move = taken.findLast(isAtomic);
  // Typed into a place that someone took, but moved on from there: nothing clashes any more.
  if (move && wishes.every((edit) => isSameMeal(ahead(edit), edit.before))) {
    return [...kept, { ...move, edits: wishes }];
  }
  const { id, what, madeAtMs } = taken[0] as PlanChange;
  const groups = move ? [wishes] : wishes.map((edit) => [edit]);
  const conflicts = groups.map((edits): PlanChange => {
    return { id: `${id} ${placeKey(edits[0] as Edit)}`, edits, what, madeAtMs, state: 'conflict' };
  });
  return [...conflicts, ...kept];
}

/** Half a move would leave a meal in two places or in none, half a proposal a dish twice in a week. */
function isAtomic({ basis, edits }: PlanChange): boolean {
  return basis !== undefined || movesMeal(edits);
}

/** What is whole is taken whole, and whatever was done since to its places with it. */
function partition(entries: PlanOutbox, places: Set<string>): { kept: PlanChange[]; taken: PlanChange[] } {
  const kept: PlanChange[] = [];
  const taken: PlanChange[] = [];
  for (const entry of entries) {
    const isTaken = (edit: Edit) => places.has(placeKey(edit));
    if (entry.state !== 'waiting' || !entry.edits.some(isTaken)) {
      kept.push(entry);
      continue;
    }
    if (isAtomic(entry)) for (const edit of entry.edits) places.add(placeKey(edit));
    taken.push({ ...entry, edits: entry.edits.filter(isTaken) });
    const rest = entry.edits.filter((edit) => !isTaken(edit));
    if (rest.length > 0) kept.push({ ...entry, edits: rest });
  }
  return { kept, taken };
}

/** What a place will hold once all this is sent. */
function mealsAfterSending(ledger: PlanOutbox, now: MealAt): MealAt {
  const edits = new Map(waiting(ledger).flatMap(({ edits }) => edits.map((edit) => [placeKey(edit), edit])));
  return (place) => {
    const edit = edits.get(placeKey(place));
    return edit ? edit.after : now(place);
  };
}

function isWaiting(entry: PlanChange, id: string): boolean {
  return entry.id === id && entry.state === 'waiting';
}
