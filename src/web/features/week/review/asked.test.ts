import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Meals } from '#domain/plan/plan.ts';
import { findMealToAsk } from './asked.ts';

const WEEK = '2026-11-09';
const dal = { description: 'Dal', recipeId: 'dal' };
const meals: Meals = {
  Monday: { lunch: dal, dinner: { description: 'At grandma’s' } },
  Tuesday: { breakfast: { description: 'Porridge', recipeId: 'porridge' }, dinner: dal },
  Sunday: { dinner: dal },
};

test('asks about the last meal with a recipe of the day before', () => {
  deepStrictEqual(findMealToAsk('2026-11-10', null, { [WEEK]: meals }), { meal: dal, date: '2026-11-09' });
  deepStrictEqual(findMealToAsk('2026-11-11', '2026-11-09', { [WEEK]: meals }), {
    meal: dal,
    date: '2026-11-10',
  });
});

test('on a Monday it asks about the Sunday of the week before', () => {
  const plans = { [WEEK]: meals, '2026-11-16': {} };
  strictEqual(findMealToAsk('2026-11-16', null, plans)?.date, '2026-11-15');
});

test('does not ask twice, nor about a day without a recipe', () => {
  strictEqual(findMealToAsk('2026-11-11', '2026-11-10', { [WEEK]: meals }), undefined);
  strictEqual(findMealToAsk('2026-11-13', null, { [WEEK]: meals }), undefined);
});
