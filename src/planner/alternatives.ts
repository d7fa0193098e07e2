/** Alternatives: the five best dishes for one slot if the rest of the week does not change. */
import { isSamePlace, dishesIn, type Place } from '#domain/plan/plan.ts';
import { isPlannedSlot } from '#domain/preferences/servings.ts';
import type { Alternative } from '#domain/proposal/proposal.ts';
import { reasonsFor } from './explain/reasons.ts';
import { costOf, minutesOf } from './explain/totals.ts';
import { type CompiledInstance, compileInstance, leftoversOf } from './model/compiled-instance.ts';
import type { Dish } from './model/dish.ts';
import { dishUtilityOf } from './model/objective/dish-utility.ts';
import { hardFilterOf } from './model/hard-filter.ts';
import { buildInstance, type Instance } from './model/instance.ts';
import { evaluate, type ObjectiveValue } from '#planner/model/objective.ts';
import { plannedSlot } from './model/slots.ts';
import type { Lock, PlanningTask } from './model/task.ts';
import { cookedMealAt, type Menu, menuOf, shownVariant } from './search/menu.ts';
import { canAssign } from './search/moves.ts';
import { assign, initialState, rollback, type SearchState, violatesHardRule } from './search/state.ts';

const MAX_ALTERNATIVES = 5;

/** A week in which only the locked slots are filled. */
type LockedWeek = { instance: Instance; compiled: CompiledInstance; state: SearchState };

/** `meals`: the whole proposal, the slot itself included. The locks of the task are ignored. */
export function alternativesFor(task: PlanningTask, meals: readonly Lock[], place: Place): Alternative[] {
  const current = meals.find((meal) => isSamePlace(meal, place));
  const settings = task.preferences.slotSettings[place.day]?.[place.slot];
  if (!isPlannedSlot(task.preferences, settings)) return [];
  const used = new Set(recipeIdsIn(task, meals));
  const hardFilter = hardFilterOf(task);
  const slotOfPlace = plannedSlot(place, settings, task.preferences);
  // Without the thousands of dishes that cannot be in this slot, the instance is built faster.
  const relevant = task.dishes.filter(
    (dish) => used.has(dish.id) || (hardFilter.fitsSlot(dish, slotOfPlace) && hardFilter.allowsDish(dish)),
  );
  const dishUtility = dishUtilityOf(task);
  const lockWeek = (usable: readonly Dish[], locked: readonly Lock[]): LockedWeek => {
    const instance = buildInstance({ ...task, locked }, usable, dishUtility);
    const compiled = compileInstance(instance, task);
    return { instance, compiled, state: initialState(compiled) };
  };
  const week = lockWeek(relevant, locksWithout(place, meals));
  const slot = week.instance.planned.findIndex((candidate) => isSamePlace(candidate, place));
  if (slot < 0 || week.instance.lockedContents[slot]) return [];
  // The current week needs only the dishes that it contains.
  const inWeek = relevant.filter(({ id }) => used.has(id));
  const before = evaluateWeek(lockWeek(inWeek, meals));
  const eating = week.instance.planned.findIndex(
    (candidate) => current?.leftoversAt && isSamePlace(candidate, current.leftoversAt),
  );
  return bestDishes(week, slot, eating, current?.recipeId).flatMap((dish) => {
    assignDish(week.state, slot, dish, eating);
    const { filled, score, menu } = evaluateWeek(week);
    rollback(week.state);
    // A dish that replaces one cooked double must be reheatable too.
    if (filled < before.filled) return [];
    const meal = cookedMealAt(menu, place);
    return {
      recipeId: meal.dish.id,
      title: meal.dish.title,
      minutes: meal.dish.clockMinutes,
      ...shownVariant(meal),
      reasons: reasonsFor(meal, menu, week.instance, task),
      scoreChange: score - before.score,
      costChangeCents: costOf(menu, task) - costOf(before.menu, task),
      minutesChange: minutesOf(menu) - minutesOf(before.menu),
    };
  });
}

/** Without the meal of the place: a dish that is cooked there, or the leftovers of an earlier meal. */
function locksWithout(place: Place, meals: readonly Lock[]): Lock[] {
  return meals
    .filter((meal) => !isSamePlace(meal, place))
    .map((meal) =>
      meal.leftoversAt && isSamePlace(meal.leftoversAt, place) ? { ...meal, leftoversAt: undefined } : meal,
    );
}

function recipeIdsIn(
  { existingMeals, preferences }: PlanningTask,
  meals: readonly Lock[],
): (string | undefined)[] {
  const all = [...dishesIn(existingMeals), ...preferences.recurring.map(({ meal }) => meal), ...meals];
  return all.map(({ recipeId }) => recipeId);
}

/** The dishes with the highest value among those that violate no hard rule. */
function bestDishes({ compiled, state }: LockedWeek, slot: number, eating: number, currentId = ''): number[] {
  const { candidates = [] } = compiled.slots[slot] ?? {};
  return candidates
    .filter((dish) => compiled.dishes[dish]?.dish.id !== currentId)
    .map((dish) => {
      assignDish(state, slot, dish, eating);
      const { value } = state;
      const isFeasible = !violatesHardRule(state);
      rollback(state);
      return { dish, value, isFeasible };
    })
    .filter(({ isFeasible }) => isFeasible)
    .toSorted((first, second) => second.value - first.value)
    .slice(0, MAX_ALTERNATIVES)
    .map(({ dish }) => dish);
}

/** Also assigns the leftovers to the slot that ate those of the former dish, or -1, if they are good for it. */
function assignDish(state: SearchState, slot: number, dish: number, eating: number): void {
  assign(state, slot, dish);
  if (eating >= 0 && canAssign(state, eating, leftoversOf(slot))) assign(state, eating, leftoversOf(slot));
}

function evaluateWeek({ instance, compiled, state }: LockedWeek): ObjectiveValue & { menu: Menu } {
  return { ...evaluate(compiled, state.contents), menu: menuOf(instance, compiled, state.contents) };
}
