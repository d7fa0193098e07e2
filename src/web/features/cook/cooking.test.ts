import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { afterTick, type Cookings, forgetOld, tickKey, toggled } from './cooking-state.ts';

const EVENING_MS = Date.parse('2026-11-11T18:00:00Z');
const HOUR_MS = 3_600_000;

test('ticks are kept through the evening and forgotten before the same meal of the next day', () => {
  const dishes: Cookings = afterTick({}, 'dal', { step: 2, ticks: ['a'] }, EVENING_MS);
  deepStrictEqual(forgetOld(dishes, EVENING_MS + 6 * HOUR_MS), dishes);
  deepStrictEqual(forgetOld(dishes, EVENING_MS + 23 * HOUR_MS), {});
});

test('a tick of one dish forgets what is old of others', () => {
  const monday = afterTick({}, 'dal', { step: 1, ticks: [] }, EVENING_MS);
  const tuesday = afterTick(monday, 'soup', { step: 0, ticks: ['b'] }, EVENING_MS + 24 * HOUR_MS);
  deepStrictEqual(Object.keys(tuesday), ['soup']);
});

test('a tick is set and removed, and belongs to the words of its line', () => {
  const key = tickKey('ingredient', 0, '2 onions');
  const ticked = toggled({ step: 0, ticks: [] }, key);
  deepStrictEqual(ticked.ticks, [key]);
  deepStrictEqual(toggled(ticked, key).ticks, []);
  deepStrictEqual(ticked.ticks.includes(tickKey('ingredient', 0, '3 onions')), false);
});
