/** Single cases of the outbox. devices.test.ts tests random sequences. */
import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import type { Meal, Meals } from '#domain/plan/plan.ts';
import type { MealAt } from '#web/data/edit.ts';
import type { Edit } from '#http/endpoints/plan/changes.ts';
import {
  acknowledge,
  rebase,
  dismiss,
  keepMine,
  lastChange,
  type PlanOutbox,
  record,
  refuse,
  optimisticMeals,
  undo,
  waiting,
} from './plan-outbox.ts';

const WEEK = '2026-11-09';
const MONDAY = { week: WEEK, day: 'Monday', slot: 'dinner' } as const;
const TUESDAY = { week: WEEK, day: 'Tuesday', slot: 'dinner' } as const;
const FRIDAY = { week: WEEK, day: 'Friday', slot: 'dinner' } as const;

const [soup, rice, stew, pie] = ['Soup', 'Rice', 'Stew', 'Pie'].map((description) => ({ description })) as [
  Meal,
  Meal,
  Meal,
  Meal,
];
const put = (
  place: typeof MONDAY | typeof TUESDAY | typeof FRIDAY,
  before: Meal | null,
  after: Meal | null,
) => ({ ...place, before, after }) as Edit;

/** The outbox after these changes, with the ids a, b, c … */
function outboxOf(...changes: Edit[][]): PlanOutbox {
  return changes.reduce<PlanOutbox>(
    (outbox, edits, at) =>
      record(outbox, edits, { id: String.fromCodePoint(97 + at), what: `change ${at}`, nowMs: at }),
    [],
  );
}

const serverHas =
  (meals: Meals): MealAt =>
  ({ day, slot }) =>
    meals[day]?.[slot] ?? null;

const texts = (outbox: PlanOutbox) =>
  outbox.map(({ id, state, edits }) => {
    const list = edits.map(({ day, before, after }) => {
      return `${day}: ${before?.description ?? '-'} to ${after?.description ?? '-'}`;
    });
    return `${state} ${id}: ${list.join(', ')}`;
  });

test('pending changes are applied to the plan in order; other weeks and finished changes are not', () => {
  let outbox = outboxOf([put(MONDAY, null, soup)], [put(MONDAY, soup, rice)], [put(TUESDAY, stew, null)]);
  deepStrictEqual(optimisticMeals(outbox, { Tuesday: { dinner: stew } }, WEEK), {
    Monday: { dinner: rice },
  });
  deepStrictEqual(optimisticMeals(outbox, {}, '2026-11-16'), {});
  outbox = acknowledge(acknowledge(outbox, 'a'), 'b');
  deepStrictEqual(optimisticMeals(outbox, {}, WEEK), {});
});

test('a change is recorded in the form that the server stores; a change without effect is not recorded', () => {
  const [entry] = outboxOf([put(MONDAY, null, { description: '  Soup\n' }), put(TUESDAY, rice, { ...rice })]);
  deepStrictEqual(entry?.edits, [put(MONDAY, null, soup)]);
  deepStrictEqual(outboxOf([put(MONDAY, soup, { description: ' Soup ' })]), []);
  throws(() => outboxOf([put(MONDAY, null, soup), put(MONDAY, null, rice)]), /twice/);
});

test('the same text marked as leftovers is a different meal', () => {
  strictEqual(outboxOf([put(MONDAY, soup, { ...soup, kind: 'leftovers' })]).length, 1);
});

test('another meal in the slot: a conflict that preserves my text and shows theirs', () => {
  const outbox = rebase(outboxOf([put(MONDAY, null, soup)]), 'a', serverHas({ Monday: { dinner: pie } }));
  deepStrictEqual(texts(outbox), [`conflict a ${WEEK} Monday dinner: Monday: - to Soup`]);
  deepStrictEqual(optimisticMeals(outbox, { Monday: { dinner: pie } }, WEEK), { Monday: { dinner: pie } });
});

test('the same change by someone else: done, without undo', () => {
  const outbox = rebase(outboxOf([put(MONDAY, null, soup)]), 'a', serverHas({ Monday: { dinner: soup } }));
  deepStrictEqual(outbox, []);
});

test('only slots that changed are in conflict; the others are sent again with the same id', () => {
  const copied = outboxOf([put(MONDAY, null, soup), put(TUESDAY, null, rice), put(FRIDAY, null, stew)]);
  const outbox = rebase(copied, 'a', serverHas({ Monday: { dinner: pie }, Friday: { dinner: stew } }));
  deepStrictEqual(texts(outbox), [
    `conflict a ${WEEK} Monday dinner: Monday: - to Soup`,
    'waiting a: Tuesday: - to Rice',
  ]);
});

test('half of a change already made by someone else: only the other half is sent again', () => {
  const moved = outboxOf([put(MONDAY, soup, null), put(TUESDAY, null, soup)]);
  deepStrictEqual(texts(rebase(moved, 'a', serverHas({}))), ['waiting a: Tuesday: - to Soup']);
});

test('a move is in conflict as a whole, so that its meal is never in both slots or in none', () => {
  const moved = outboxOf([put(MONDAY, soup, null), put(TUESDAY, null, soup)]);
  const outbox = rebase(moved, 'a', serverHas({ Monday: { dinner: soup }, Tuesday: { dinner: pie } }));
  deepStrictEqual(texts(outbox), [`conflict a ${WEEK} Monday dinner: Monday: Soup to -, Tuesday: - to Soup`]);
});

for (const [what, before, left, moved] of [
  ['a planned meal, which is no longer planned', { ...soup, generated: true }, null, soup],
  ['a main dish', { ...soup, sides: [rice] }, rice, soup],
  ['a side', { ...soup, sides: [rice] }, soup, { ...stew, sides: [rice] }],
] as const) {
  test(`a move of ${what} is in conflict as a whole`, () => {
    const taken = moved === soup ? null : stew;
    const edits = [put(MONDAY, before as Meal, left), put(TUESDAY, taken, moved as Meal)];
    const server = serverHas({ Monday: { dinner: before as Meal }, Tuesday: { dinner: pie } });
    const [conflict, ...others] = rebase(outboxOf(edits), 'a', server);
    deepStrictEqual([conflict?.state, conflict?.edits.length, others], ['conflict', 2, []]);
  });
}

test('a proposal is in conflict as a whole, because half of it could repeat a dish in a week', () => {
  const edits = [put(MONDAY, null, soup), put(TUESDAY, null, rice), put(FRIDAY, null, stew)];
  const outbox = record([], edits, { id: 'a', what: 'planned', nowMs: 0, basis: 'preferences 7' });
  deepStrictEqual(
    texts(rebase(outbox, 'a', serverHas({ Monday: { dinner: pie }, Friday: { dinner: stew } }))),
    ['conflict a 2026-11-09 Monday dinner: Monday: - to Soup, Tuesday: - to Rice'],
  );
  strictEqual(outbox[0]?.basis, 'preferences 7');
});

test('later changes of the same slot join its conflict; other slots are sent', () => {
  const outbox = rebase(
    outboxOf(
      [put(MONDAY, null, soup)],
      [put(FRIDAY, null, stew)],
      [put(MONDAY, soup, rice), put(TUESDAY, null, pie)],
    ),
    'a',
    serverHas({ Monday: { dinner: pie } }),
  );
  deepStrictEqual(texts(outbox), [
    `conflict a ${WEEK} Monday dinner: Monday: - to Rice`,
    'waiting b: Friday: - to Stew',
    'waiting c: Tuesday: - to Pie',
  ]);
});

test('a conflicting change that was undone before it was sent leaves no conflict', () => {
  const outbox = undo(outboxOf([put(MONDAY, null, soup)]), 'a', { id: 'u', what: 'Undo', nowMs: 5 });
  deepStrictEqual(rebase(outbox, 'a', serverHas({ Monday: { dinner: pie } })), []);
});

test('a conflicting change whose meal was moved to a free slot is sent there', () => {
  const outbox = rebase(
    outboxOf(
      [put(MONDAY, null, soup)],
      [put(MONDAY, soup, null), put(TUESDAY, null, soup)],
      [put(TUESDAY, soup, rice), put(FRIDAY, null, stew)],
    ),
    'a',
    serverHas({ Monday: { dinner: pie } }),
  );
  deepStrictEqual(texts(outbox), ['waiting c: Friday: - to Stew', 'waiting b: Tuesday: - to Rice']);
});

test('a move into a slot of an earlier pending change is sent after it', () => {
  const outbox = rebase(
    outboxOf(
      [put(MONDAY, null, soup)],
      [put(TUESDAY, null, rice)],
      [put(MONDAY, soup, null), put(TUESDAY, rice, soup)],
    ),
    'a',
    serverHas({ Monday: { dinner: pie } }),
  );
  deepStrictEqual(texts(outbox), ['waiting b: Tuesday: - to Rice', 'waiting c: Tuesday: Rice to Soup']);
});

test('a change that is refused although it fits becomes a conflict and is not resent forever', () => {
  const outbox = rebase(outboxOf([put(MONDAY, null, soup)]), 'a', serverHas({}));
  deepStrictEqual(texts(outbox), ['conflict a: Monday: - to Soup']);
});

test('keeping mine is a new change with undo; keeping theirs drops mine', () => {
  const outbox = rebase(outboxOf([put(MONDAY, null, soup)]), 'a', serverHas({ Monday: { dinner: pie } }));
  const { id } = outbox[0] as { id: string };
  const mine = keepMine(outbox, id, serverHas({ Monday: { dinner: stew } }), {
    id: 'm',
    what: 'Mine',
    nowMs: 9,
  });
  deepStrictEqual(texts(mine), ['waiting m: Monday: Stew to Soup']);
  strictEqual(lastChange(mine)?.id, 'm');
  deepStrictEqual(dismiss(outbox, id), []);
});

test('undo exchanges before and after, goes one change further back each time, and never undoes twice', () => {
  let outbox = acknowledge(outboxOf([put(MONDAY, null, soup)], [put(MONDAY, soup, rice)]), 'a');
  strictEqual(lastChange(outbox)?.id, 'b');
  outbox = undo(outbox, 'b', { id: 'u', what: 'Undo', nowMs: 5 });
  strictEqual(lastChange(outbox)?.id, 'a');
  outbox = undo(outbox, 'a', { id: 'v', what: 'Undo', nowMs: 6 });
  strictEqual(lastChange(outbox), undefined);
  deepStrictEqual(undo(outbox, 'a', { id: 'w', what: 'Undo', nowMs: 7 }), outbox);
  deepStrictEqual(texts(waiting(outbox)), [
    'waiting b: Monday: Soup to Rice',
    'waiting u: Monday: Rice to Soup',
    'waiting v: Monday: Soup to -',
  ]);
});

test('undo of a slot that someone else has changed since is a conflict, not an overwrite', () => {
  let outbox = acknowledge(outboxOf([put(MONDAY, soup, rice)]), 'a');
  outbox = undo(outbox, 'a', { id: 'u', what: 'Undo', nowMs: 5 });
  outbox = rebase(outbox, 'u', serverHas({ Monday: { dinner: pie } }));
  deepStrictEqual(texts(outbox), [
    'done a: Monday: Soup to Rice',
    `conflict u ${WEEK} Monday dinner: Monday: Rice to Soup`,
  ]);
});

test('a refused change is reverted, stays readable and cannot be undone', () => {
  const reason = { status: 400, code: 'invalid-input', detail: 'Too long.' };
  const outbox = refuse(outboxOf([put(MONDAY, null, soup)]), 'a', reason);
  deepStrictEqual(optimisticMeals(outbox, {}, WEEK), {});
  deepStrictEqual(outbox[0]?.edits, [put(MONDAY, null, soup)]);
  strictEqual(lastChange(outbox), undefined);
  deepStrictEqual(dismiss(outbox, 'a'), []);
});

test('a pending change is never dismissed, acknowledged by another id, or trimmed by age or number', () => {
  let outbox = outboxOf([put(MONDAY, null, soup)]);
  deepStrictEqual(dismiss(outbox, 'a'), outbox);
  deepStrictEqual(acknowledge(outbox, 'x'), outbox);
  for (let at = 0; at < 80; at += 1) {
    const edit = put(TUESDAY, null, { description: `Meal ${at}` });
    outbox = acknowledge(record(outbox, [edit], { id: `t${at}`, what: '', nowMs: at }), `t${at}`);
  }
  strictEqual(outbox.length, 52);
  outbox = record(outbox, [put(FRIDAY, null, pie)], { id: 'z', what: '', nowMs: 9e6 });
  deepStrictEqual(
    outbox.map(({ id }) => id),
    ['a', 'z'],
  );
});
