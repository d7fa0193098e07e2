/**
 * Weeks from the real cookbook for families that never eat a food group, or want one: checked by the words of the
 * ingredient lines, without the lists of the groups.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { SLOTS } from '#domain/plan/plan.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { SEASONS } from '#domain/week/season.ts';
import { DAYS } from '#domain/week/week.ts';
import { planWeek } from '#planner/plan.ts';
import { eater, rule, task } from '#test/planner/small-week.ts';
import { bundledCookbook } from './random-cookbook.ts';

const { recipes, dishes } = bundledCookbook();
const PLANS = 6;
const slotSettings: Preferences['slotSettings'] = Object.fromEntries(
  DAYS.map((day) => [day, Object.fromEntries(SLOTS.map((slot) => [slot, { servings: 2 }]))]),
);

/** The recipes of each plan, one plan per seed. The search stops early: every week must keep the rules. */
function plansFor(preferences: Partial<Preferences>): Recipe[][] {
  return Array.from({ length: PLANS }, (_, seed) => {
    let checks = 0;
    const season = SEASONS[seed % SEASONS.length] as string;
    const week = task({ dishes, seed, season, preferences: { slotSettings, ...preferences } });
    const { meals } = planWeek(week, () => (checks += 1) > 5);
    return meals.flatMap(
      (meal) => recipes.find(({ id }) => 'recipeId' in meal && id === meal.recipeId) ?? [],
    );
  });
}

/** The lines with one of these words, of all plans. */
function linesWith(words: RegExp, plans: readonly Recipe[][]): string[] {
  const lines = plans.flat().flatMap(({ ingredients }) => ingredients.map(({ text }) => text));
  return [...new Set(lines.filter((text) => words.test(text)))];
}

const unwanted = plansFor({});
const groups: [key: `group:${string}`, words: RegExp][] = [
  ['group:mushrooms', /mushroom|champignon|shiitake|porcini|chanterelle|portobello|enoki|wood ear/i],
  [
    'group:fish',
    /salmon|tuna|\bcod\b|trout|mackerel|haddock|pollock|anchov|sardine|herring|matjes|tilapia|hake|redfish|sea bass|catfish|white fish/i,
  ],
  ['group:nuts', /almond|walnut|cashew|hazelnut|pecan|pistachio|pine nut|peanut(?! oil)/i],
  ['group:olives', /olives/i],
  ['group:cabbage', /cabbage|sprouts(?<!bean sprouts)|kale|sauerkraut|kimchi|pak choi/i],
  ['group:spicy', /chill?i|chile|jalape|harissa|sriracha|cayenne|gochujang|sambal|chipotle/i],
  ['group:tomatoes', /tomato|passata/i],
];
for (const [key, words] of groups) {
  test(`${PLANS} plans without ${key} have none of it, as a dislike and as a rule`, () => {
    ok(linesWith(words, unwanted).length > 0, 'plans of other families have it');
    const asDislike = plansFor({ eaters: [eater('Ann', { dislikes: [{ foodId: key, isHard: true }] })] });
    deepStrictEqual(linesWith(words, asDislike), []);
    const asRule = plansFor({ rules: [rule('never', { tag: key, atMost: 0 })] });
    deepStrictEqual(linesWith(words, asRule), []);
    ok(
      [...asDislike, ...asRule].every((plan) => plan.length === DAYS.length * SLOTS.length),
      'complete weeks',
    );
  });
}

test(`${PLANS} plans with fish at least twice have it twice each`, () => {
  const [, fish] = groups[1] as [string, RegExp];
  const plans = plansFor({ rules: [rule('fish', { tag: 'group:fish', atLeast: 2 })] });
  const counts = plans.map((plan) => plan.filter((recipe) => linesWith(fish, [[recipe]]).length > 0).length);
  ok(
    counts.every((count) => count >= 2),
    counts.join(),
  );
});
