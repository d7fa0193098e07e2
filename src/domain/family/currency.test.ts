import { strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { currencyOf } from './currency.ts';

for (const [timeZone, currency] of [
  ['Europe/Berlin', 'EUR'],
  ['Europe/Zurich', 'CHF'],
  ['Europe/London', 'GBP'],
  ['America/Chicago', 'USD'],
  ['America/Toronto', 'CAD'],
  ['Australia/Perth', 'AUD'],
  ['Asia/Calcutta', 'INR'],
  ['UTC', null],
  ['', null],
] as const) {
  test(`${timeZone || 'no zone'} has the currency ${currency}`, () => {
    strictEqual(currencyOf({ currency: null, timeZone }), currency);
    strictEqual(currencyOf({ currency: 'SEK', timeZone }), 'SEK');
    strictEqual(currencyOf({ currency: 'XXX', timeZone }), currency);
  });
}
