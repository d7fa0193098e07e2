import { ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { instantText, parseInstant } from './instant.ts';

const FIRST = Date.parse('0000-01-01T00:00:00.000Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

const parsed = [
  ['2027-01-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T05:45:00+05:45', '2027-01-01T00:00:00.000Z'],
  ['2026-12-31T13:00:00-11:00', '2027-01-01T00:00:00.000Z'],
  ['2027-01-01T00:00:00.123456789Z', '2027-01-01T00:00:00.123Z'],
  ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
] as const;
for (const [given, expected] of parsed) {
  test(`${given} is the instant ${expected}`, () => {
    strictEqual(instantText(parseInstant(given) as number), expected);
  });
}

const refused = [
  '',
  'tomorrow',
  '2027-01-01',
  '2027-01-01T00:00:00',
  '2027-02-30T00:00:00Z',
  '1893456000000',
  '2027-01-01T25:00:00Z',
  '+010000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999-00:01',
  '-000001-12-31T23:59:59Z',
  '0000-01-01T00:00:00+00:01',
  '2027-01-01T00:00:00Z\n',
];
for (const given of refused) {
  test(`${JSON.stringify(given)} is not an instant`, () => {
    strictEqual(parseInstant(given), undefined);
  });
}

test('an instant survives conversion to text, and texts sort by time', () => {
  const instant = fc.integer({ min: FIRST, max: LAST });
  fc.assert(
    fc.property(instant, instant, (first, second) => {
      strictEqual(parseInstant(instantText(first)), first);
      strictEqual(instantText(first).length, 24);
      strictEqual(Math.sign(first - second), order(instantText(first), instantText(second)));
    }),
  );
});

test('parsing never throws and returns only instants within the range', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const ms = parseInstant(text);
      ok(ms === undefined || (ms >= FIRST && ms <= LAST));
    }),
  );
});

function order(first: string, second: string): number {
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
