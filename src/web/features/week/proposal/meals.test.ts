/** The edits of an accepted proposal, and the locks of a new request. */
import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import type { Meals, Plan } from '#domain/plan/plan.ts';
import type { Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Day, Week } from '#domain/week/week.ts';
import { acceptEdits, locksOf } from './meals.ts';

const WEEK = '2026-11-09' as Week;

function proposal(...meals: ProposedMeal[]): Proposal {
  const balance = { meat: 0, fish: 0, plants: 0, isNew: 0 };
  const totals = { costCents: 0, minutes: 0, nutrition: {}, leftOver: [], balance };
  return { week: WEEK, seed: 1, meals, totals, unmet: [], offers: [], score: 0 };
}

const cooked = (day: Day, recipeId: string): ProposedMeal => ({
  day,
  slot: 'dinner',
  kind: 'cooked',
  recipeId,
  title: recipeId.toUpperCase(),
  servings: 4,
  minutes: 30,
  activeMinutes: 15,
  costCents: 500,
  reasons: [],
});
const leftovers: ProposedMeal = {
  day: 'Saturday',
  slot: 'lunch',
  kind: 'leftovers',
  of: { day: 'Friday', slot: 'dinner' },
  recipeId: 'dal',
  title: 'DAL',
};
const gap: ProposedMeal = {
  day: 'Sunday',
  slot: 'dinner',
  kind: 'gap',
  blockingConstraints: { dishes: 0, steps: [] },
};

/** The edits of an accepted proposal, as text. */
function accepted(proposed: Proposal, meals: Meals, today: string = WEEK): string[] {
  const plan: Plan = { id: 'p', week: WEEK, version: 1, meals };
  return acceptEdits({ proposal: proposed, basis: 'b', plan, leftOut: [] }, today).map(
    ({ day, slot, before, after }) => {
      const text = after && JSON.stringify(after);
      return `${day} ${slot}: ${before?.description ?? '-'} to ${text ?? '-'}`;
    },
  );
}

test('accepted meals are marked as generated, with the recipe and servings for the list', () => {
  const pizza: ProposedMeal = {
    day: 'Friday',
    slot: 'lunch',
    kind: 'recurring',
    meal: { description: 'Pizza' },
  };
  deepStrictEqual(accepted(proposal(pizza, cooked('Friday', 'dal'), leftovers), {}), [
    'Friday lunch: - to {"description":"Pizza","generated":true}',
    'Friday dinner: - to {"description":"DAL","recipeId":"dal","servings":4,"generated":true}',
    'Saturday lunch: - to {"description":"DAL","recipeId":"dal","kind":"leftovers","generated":true}',
  ]);
});

test('removes generated meals that are not proposed again; the family’s own meals are unchanged', () => {
  const meals: Meals = {
    Tuesday: { lunch: { description: 'Ours' }, dinner: { description: 'Old', generated: true } },
    Thursday: { dinner: { description: 'Older', generated: true } },
    Sunday: { dinner: { description: 'Oldest', generated: true } },
  };
  deepStrictEqual(accepted(proposal(cooked('Thursday', 'pie'), gap), meals), [
    'Tuesday dinner: Old to -',
    'Thursday dinner: Older to {"description":"PIE","recipeId":"pie","servings":4,"generated":true}',
    'Sunday dinner: Oldest to -',
  ]);
});

test('past days are unchanged', () => {
  const meals: Meals = {
    Tuesday: { dinner: { description: 'Eaten', generated: true } },
    Wednesday: { dinner: { description: 'Not yet', generated: true } },
  };
  deepStrictEqual(accepted(proposal(), meals, '2026-11-11'), ['Wednesday dinner: Not yet to -']);
});

test('locks contain only cooked meals, each with the place of its leftovers', () => {
  deepStrictEqual(locksOf(proposal(cooked('Thursday', 'pie'), cooked('Friday', 'dal'), leftovers, gap)), [
    { day: 'Thursday', slot: 'dinner', recipeId: 'pie' },
    {
      day: 'Friday',
      slot: 'dinner',
      recipeId: 'dal',
      leftoversAt: { day: 'Saturday', slot: 'lunch' },
    },
  ]);
});
