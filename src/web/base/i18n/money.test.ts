/** The text of a field with an amount of money. */
import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { moneyFieldText } from './money.ts';

test('shows what is typed while it is the amount', () => {
  strictEqual(moneyFieldText('82,5', 8250, 'en-GB'), '82,5');
  strictEqual(moneyFieldText('nothing', Number.NaN, 'en-GB'), 'nothing');
});

test('shows a saved amount with two digits', () => {
  strictEqual(moneyFieldText('', 8250, 'en-GB'), '82.50');
});

test('is empty after a typed amount was discarded where there was none', () => {
  strictEqual(moneyFieldText('62', undefined, 'en-GB'), '');
});

test('is empty if the amount is invalid and the typed text is gone', () => {
  strictEqual(moneyFieldText('', Number.NaN, 'en-GB'), '');
});
