/** Changes of pantry entries that are sent after others have changed the entries. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { changeEntry, removeEntry } from './pantry-entries.ts';

const MILK = { foodId: 'milk' };
const RICE = { foodId: 'rice', quantityText: '1 kg' };
const FETA = { foodId: 'feta' };

test('removes the food of the row, although an earlier change has removed another row', () => {
  const shown = [MILK, RICE, FETA];
  const [first, second] = [removeEntry(shown, 0), removeEntry(shown, 1)];
  deepStrictEqual(second(first(shown)), [FETA]);
});

test('changes the food of the row, although an earlier change has removed another row', () => {
  const shown = [MILK, RICE];
  const change = changeEntry(shown, 1, { quantityText: '2 kg' });
  deepStrictEqual(change(removeEntry(shown, 0)(shown)), [{ foodId: 'rice', quantityText: '2 kg' }]);
});

test('two entries of one food are told apart by amount and date, otherwise by their order', () => {
  const more = { ...RICE, quantityText: '5 kg' };
  const shown = [RICE, more];
  deepStrictEqual(removeEntry(shown, 1)(removeEntry(shown, 0)(shown)), []);
  deepStrictEqual(removeEntry(shown, 1)([MILK, RICE, more]), [MILK, RICE]);
  const dated = changeEntry(shown, 1, { bestBefore: '2026-11-09' });
  const amount = changeEntry(shown, 1, { quantityText: '4 kg' });
  deepStrictEqual(dated(amount(shown)), [RICE, { ...RICE, quantityText: '4 kg', bestBefore: '2026-11-09' }]);
});

test('nothing changes if the entry is gone', () => {
  deepStrictEqual(removeEntry([MILK, RICE], 0)([RICE]), [RICE]);
});
