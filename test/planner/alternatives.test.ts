/** Compares the alternatives of a slot with the five best dishes, enumerated with the integer program. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { isSamePlace } from '#domain/plan/plan.ts';
import type { Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import { alternativesFor } from '#planner/alternatives.ts';
import { planWeek } from '#planner/plan.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { locksOf } from './locks.ts';
import { columnsOf, modelOf } from './optimum.ts';
import type { Model } from './optimum/model.ts';
import { objectiveOf } from './integer-program.ts';
import { bundledCookbook } from './random-cookbook.ts';
import { randomFamily } from './random-family.ts';
import { factsOf } from './recipe-facts.ts';

const cookbook = bundledCookbook();
const facts = factsOf(cookbook.recipes, cookbook.foods);
const dishes = cookbook.dishes.filter((_, at) => at % 3 === 0);
/** The initial week of the greedy construction is sufficient. */
const stopAtOnce = () => true;

test('offers the five best dishes for a meal, with their change of the score', () => {
  let compared = 0;
  for (let seed = 0; seed < 14; seed += 1) {
    const task = randomFamily(seed, dishes);
    const proposal = planWeek(task, stopAtOnce);
    const meal = proposal.meals.filter(({ kind }) => kind === 'cooked')[seed % 5];
    if (meal?.kind !== 'cooked') continue;
    compared += 1;
    const found = alternativesFor(task, locksOf(proposal), meal);
    const expected = bestChanges(task, proposal, meal);
    deepStrictEqual(
      found.map(({ scoreChange }) => scoreChange),
      expected,
      `family ${seed}`,
    );
    for (const { recipeId } of found) ok(recipeId !== meal.recipeId, 'another dish');
    strictEqual(new Set(found.map(({ recipeId }) => recipeId)).size, found.length, 'no dish twice');
  }
  ok(compared > 7, 'enough families have a cooked meal');
});

/** The changes of the score by the five best dishes that fill as many slots as before. */
function bestChanges(task: PlanningTask, { meals, score }: Proposal, meal: ProposedMeal): number[] {
  const model = modelOf(task, facts);
  const columns = columnsOf(model, meals);
  const here = choicesOf(model, meal).find(({ column }) => columns.includes(column));
  return choicesOf(model, meal)
    .filter(({ dish, slots }) => dish !== here?.dish && slots[1] === here?.slots[1])
    .flatMap(({ column }) => {
      const week = columns.map((each) => (each === here?.column ? column : each));
      return objectiveOf(model.program, week) ?? [];
    })
    .map((objective) => objective - score)
    .toSorted((first, second) => second - first)
    .slice(0, 5);
}

function choicesOf({ choices }: Model, meal: ProposedMeal): Model['choices'] {
  return choices.filter((choice) => isSamePlace(choice, meal));
}
