/** The outbox, case by case; devices.test.ts has it out with chance. */
import { deepStrictEqual, strictEqual, throws } from 'node:assert/strict';
import { test } from 'node:test';
import type { Meal, Meals } from '#domain/plan/plan.ts';
import type { MealAt } from './edit.ts';
import type { Edit } from '#http/app/contract.ts';
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

/** The outbox after these changes, called a, b, c … */
function made(...changes: Edit[][]): PlanOutbox {
  return changes.reduce<PlanOutbox>(
    (outbox, edits, at) =>
      record(outbox, edits, { id: String.fromCodePoint(97 + at), what: `change ${at}`, nowMs: at }),
    [],
  );
}

const holding =
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

test('what waits is laid over the plan in order; other weeks and what is settled are not', () => {
  let outbox = made([put(MONDAY, null, soup)], [put(MONDAY, soup, rice)], [put(TUESDAY, stew, null)]);
  deepStrictEqual(optimisticMeals(outbox, { Tuesday: { dinner: stew } }, WEEK), {
    Monday: { dinner: rice },
  });
  deepStrictEqual(optimisticMeals(outbox, {}, '2026-11-16'), {});
  outbox = acknowledge(acknowledge(outbox, 'a'), 'b');
  deepStrictEqual(optimisticMeals(outbox, {}, WEEK), {});
});

test('a change is sent as the server will keep it, and not at all if it changes nothing', () => {
  const [entry] = made([put(MONDAY, null, { description: '  Soup\n' }), put(TUESDAY, rice, { ...rice })]);
  deepStrictEqual(entry?.edits, [put(MONDAY, null, soup)]);
  deepStrictEqual(made([put(MONDAY, soup, { description: ' Soup ' })]), []);
  throws(() => made([put(MONDAY, null, soup), put(MONDAY, null, rice)]), /twice/);
});

test('a meal marked as leftovers is another meal', () => {
  strictEqual(made([put(MONDAY, soup, { ...soup, kind: 'leftovers' })]).length, 1);
});

test('someone else put another meal there: a conflict, with the text kept and theirs shown', () => {
  const outbox = rebase(made([put(MONDAY, null, soup)]), 'a', holding({ Monday: { dinner: pie } }));
  deepStrictEqual(texts(outbox), [`conflict a ${WEEK} Monday dinner: Monday: - to Soup`]);
  deepStrictEqual(optimisticMeals(outbox, { Monday: { dinner: pie } }, WEEK), { Monday: { dinner: pie } });
});

test('someone else had the same wish: done, and nothing to undo', () => {
  const outbox = rebase(made([put(MONDAY, null, soup)]), 'a', holding({ Monday: { dinner: soup } }));
  deepStrictEqual(outbox, []);
});

test('of many places only those that changed are in conflict; the rest is sent again under its id', () => {
  const copied = made([put(MONDAY, null, soup), put(TUESDAY, null, rice), put(FRIDAY, null, stew)]);
  const outbox = rebase(copied, 'a', holding({ Monday: { dinner: pie }, Friday: { dinner: stew } }));
  deepStrictEqual(texts(outbox), [
    `conflict a ${WEEK} Monday dinner: Monday: - to Soup`,
    'waiting a: Tuesday: - to Rice',
  ]);
});

test('someone else did half of it: only the other half is sent again', () => {
  const moved = made([put(MONDAY, soup, null), put(TUESDAY, null, soup)]);
  deepStrictEqual(texts(rebase(moved, 'a', holding({}))), ['waiting a: Tuesday: - to Soup']);
});

test('a move is in conflict as a whole: its meal is never in both places, or in none', () => {
  const moved = made([put(MONDAY, soup, null), put(TUESDAY, null, soup)]);
  const outbox = rebase(moved, 'a', holding({ Monday: { dinner: soup }, Tuesday: { dinner: pie } }));
  deepStrictEqual(texts(outbox), [`conflict a ${WEEK} Monday dinner: Monday: Soup to -, Tuesday: - to Soup`]);
});

test('a proposal is in conflict as a whole: half of it could have a dish twice in a week', () => {
  const edits = [put(MONDAY, null, soup), put(TUESDAY, null, rice), put(FRIDAY, null, stew)];
  const outbox = record([], edits, { id: 'a', what: 'planned', nowMs: 0, basis: 'wishes 7' });
  deepStrictEqual(
    texts(rebase(outbox, 'a', holding({ Monday: { dinner: pie }, Friday: { dinner: stew } }))),
    ['conflict a 2026-11-09 Monday dinner: Monday: - to Soup, Tuesday: - to Rice'],
  );
  strictEqual(outbox[0]?.basis, 'wishes 7');
});

test('what was done to the same place since goes into the same conflict; other places go on', () => {
  const outbox = rebase(
    made(
      [put(MONDAY, null, soup)],
      [put(FRIDAY, null, stew)],
      [put(MONDAY, soup, rice), put(TUESDAY, null, pie)],
    ),
    'a',
    holding({ Monday: { dinner: pie } }),
  );
  deepStrictEqual(texts(outbox), [
    `conflict a ${WEEK} Monday dinner: Monday: - to Rice`,
    'waiting b: Friday: - to Stew',
    'waiting c: Tuesday: - to Pie',
  ]);
});

test('typed where someone was faster, and undone before it was sent: no conflict is left', () => {
  const outbox = undo(made([put(MONDAY, null, soup)]), 'a', { id: 'u', what: 'Undo', nowMs: 5 });
  deepStrictEqual(rebase(outbox, 'a', holding({ Monday: { dinner: pie } })), []);
});

test('typed where someone was faster, but moved to a free place since: it goes there', () => {
  const outbox = rebase(
    made(
      [put(MONDAY, null, soup)],
      [put(MONDAY, soup, null), put(TUESDAY, null, soup)],
      [put(TUESDAY, soup, rice), put(FRIDAY, null, stew)],
    ),
    'a',
    holding({ Monday: { dinner: pie } }),
  );
  deepStrictEqual(texts(outbox), ['waiting c: Friday: - to Stew', 'waiting b: Tuesday: - to Rice']);
});

test('moved to where another waiting change goes first: it fits behind that one', () => {
  const outbox = rebase(
    made(
      [put(MONDAY, null, soup)],
      [put(TUESDAY, null, rice)],
      [put(MONDAY, soup, null), put(TUESDAY, rice, soup)],
    ),
    'a',
    holding({ Monday: { dinner: pie } }),
  );
  deepStrictEqual(texts(outbox), ['waiting b: Tuesday: - to Rice', 'waiting c: Tuesday: Rice to Soup']);
});

test('refused although all fits: shown as a conflict, not sent for ever', () => {
  const outbox = rebase(made([put(MONDAY, null, soup)]), 'a', holding({}));
  deepStrictEqual(texts(outbox), ['conflict a: Monday: - to Soup']);
});

test('mine goes over what is shown now, as a change that can be undone; theirs drops it', () => {
  const outbox = rebase(made([put(MONDAY, null, soup)]), 'a', holding({ Monday: { dinner: pie } }));
  const { id } = outbox[0] as { id: string };
  const mine = keepMine(outbox, id, holding({ Monday: { dinner: stew } }), {
    id: 'm',
    what: 'Mine',
    nowMs: 9,
  });
  deepStrictEqual(texts(mine), ['waiting m: Monday: Stew to Soup']);
  strictEqual(lastChange(mine)?.id, 'm');
  deepStrictEqual(dismiss(outbox, id), []);
});

test('undoing exchanges before and after, goes further back each time, and never twice', () => {
  let outbox = acknowledge(made([put(MONDAY, null, soup)], [put(MONDAY, soup, rice)]), 'a');
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

test('undoing where someone else has changed the place since: a conflict, not an overwrite', () => {
  let outbox = acknowledge(made([put(MONDAY, soup, rice)]), 'a');
  outbox = undo(outbox, 'a', { id: 'u', what: 'Undo', nowMs: 5 });
  outbox = rebase(outbox, 'u', holding({ Monday: { dinner: pie } }));
  deepStrictEqual(texts(outbox), [
    'done a: Monday: Soup to Rice',
    `conflict u ${WEEK} Monday dinner: Monday: Rice to Soup`,
  ]);
});

test('what was refused is taken back and kept to be read, and is not undone', () => {
  const reason = { status: 400, code: 'invalid-input', detail: 'Too long.' };
  const outbox = refuse(made([put(MONDAY, null, soup)]), 'a', reason);
  deepStrictEqual(optimisticMeals(outbox, {}, WEEK), {});
  deepStrictEqual(outbox[0]?.edits, [put(MONDAY, null, soup)]);
  strictEqual(lastChange(outbox), undefined);
  deepStrictEqual(dismiss(outbox, 'a'), []);
});

test('what waits is never dismissed, acknowledged by another id, or trimmed by age or number', () => {
  let outbox = made([put(MONDAY, null, soup)]);
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
