/** Which events a change causes, when they are repeated, and when dinner is announced. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { dateAt, nextDinnerMs } from './dinner-time.ts';
import { subjectsChangedBy } from './event.ts';
import { MAX_ATTEMPTS, parseRetryAfter, retryDelayMs, SHORTEST_TIME_MS } from './retry.ts';

const HOUR_MS = 3_600_000;

test('a line of the audit log becomes events about what it changes', () => {
  // A Monday in Auckland, and still Sunday in UTC.
  const at = '2026-11-15T12:00:00.000Z';
  const subjects = (action: string, detail: object = {}) =>
    subjectsChangedBy({ at, action, detail: JSON.stringify(detail) }, 'Pacific/Auckland').map((subject) =>
      Object.values(subject)
        .flatMap((part: string | object) => (typeof part === 'string' ? part : Object.values(part)))
        .join(' ')
        .replace('T00:00:00.000Z', ''),
    );
  const week = '2026-11-23';
  const cases: [action: string, detail: object, expected: string[]][] = [
    ['plan.change', { week }, [`plan.changed ${week}`, `list.changed ${week}`]],
    ['plan.forget-recipe', { week, recipe: 'x' }, [`plan.changed ${week}`, `list.changed ${week}`]],
    ['list.change', { week, operations: 2 }, [`list.changed ${week}`]],
    ['pantry.change', { entries: 1 }, ['list.changed 2026-11-16']],
    ['preferences.change', { eaters: 1 }, ['list.changed 2026-11-16']],
    ['family.change', { fields: 'name units' }, ['list.changed 2026-11-16']],
    ['family.change', { fields: 'timeZone' }, ['plan.changed 2026-11-16', 'list.changed 2026-11-16']],
    ['family.change', { fields: 'name' }, []],
    ['recipe.add', { recipe: 'x' }, ['recipe.changed x']],
    ['recipe.change', { recipe: 'x' }, ['recipe.changed x', 'list.changed 2026-11-16']],
    ['import.add', { import: 'x', recipes: 2 }, ['recipes-imported']],
    ['dinner.today', { date: '2026-11-24', week }, [`dinner.today 2026-11-24 ${week}`]],
    ['member.sign-in', { member: 'x' }, []],
    ['webhook.add', { webhook: 'x' }, []],
  ];
  for (const [action, detail, expected] of cases) deepStrictEqual(subjects(action, detail), expected, action);
  strictEqual(subjects('restore').length, 4);
});

test('ten attempts take three days, and Retry-After can only make a delay longer', () => {
  strictEqual(MAX_ATTEMPTS, 10);
  ok(total(0) < 76 * HOUR_MS && total(0.999) >= SHORTEST_TIME_MS && SHORTEST_TIME_MS > 68 * HOUR_MS);
  strictEqual(retryDelayMs(MAX_ATTEMPTS, 0, undefined), undefined);
  strictEqual(retryDelayMs(1, 0, 60_000), 60_000);
  strictEqual(retryDelayMs(2, 0, 60_000), 300_000);
  strictEqual(retryDelayMs(1, 0, 1e12), 24 * HOUR_MS);
  const nowMs = Date.parse('2026-11-11T12:00:00Z');
  const parsed: [text: string | undefined, ms: number | undefined][] = [
    ['120', 120_000],
    ['Wed, 11 Nov 2026 12:01:00 GMT', 60_000],
    ['Wed, 11 Nov 2026 11:00:00 GMT', 0],
    ['-5', undefined],
    ['soon', undefined],
    ['9'.repeat(50), undefined],
    [undefined, undefined],
  ];
  for (const [text, ms] of parsed) strictEqual(parseRetryAfter(text, nowMs), ms, String(text));
});

test('dinner is announced once a day, also when the clock changes', () => {
  strictEqual(due('16:00', 'Europe/Berlin', '2026-11-11T12:00:00Z'), '2026-11-11T15:00:00.000Z');
  strictEqual(due('16:00', 'Europe/Berlin', '2026-11-11T15:00:00Z'), '2026-11-12T15:00:00.000Z');
  // 02:30 does not exist on 29 March in Berlin, and exists twice on 25 October.
  strictEqual(due('02:30', 'Europe/Berlin', '2026-03-28T12:00:00Z'), '2026-03-29T01:30:00.000Z');
  strictEqual(due('02:30', 'Europe/Berlin', '2026-10-24T12:00:00Z'), '2026-10-25T00:30:00.000Z');
  strictEqual(due('02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z'), '2026-10-26T01:30:00.000Z');
  deepStrictEqual(dateAt(Date.parse('2026-11-15T12:00:00Z'), 'Pacific/Auckland'), {
    date: '2026-11-16',
    week: '2026-11-16',
  });
});

/** How long all attempts take. */
function total(random: number): number {
  let sum = 0;
  for (let failed = 1; failed < MAX_ATTEMPTS; failed += 1)
    sum += retryDelayMs(failed, random, undefined) ?? Number.NaN;
  return sum;
}

function due(time: string, timeZone: string, after: string): string {
  return new Date(nextDinnerMs(time, timeZone, Date.parse(after))).toISOString();
}
