/** Alternatives: the five best dishes for one slot if the rest of the week does not change. */
import { mealsIn, type Place } from '#domain/plan/plan.ts';
import type { Alternative } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { reasonsFor } from './explain/reasons.ts';
import { costOf, minutesOf } from './explain/totals.ts';
import { type CompiledInstance, compileInstance, LEFTOVERS } from './model/compiled-instance.ts';
import { hardFilterOf } from './model/hard-filter.ts';
import { buildInstance, type Instance } from './model/instance.ts';
import { evaluate, type ObjectiveValue } from './model/objective.ts';
import { isSamePlace } from './model/slots.ts';
import type { Lock, PlanningTask } from './model/task.ts';
import { cookedMealAt, type Menu, menuOf } from './search/menu.ts';
import { canAssign } from './search/moves.ts';
import { assign, initialState, rollback, type SearchState, violatesHardRule } from './search/state.ts';

const MAX_ALTERNATIVES = 5;

/** A week in which only the locked slots are filled. */
type LockedWeek = { instance: Instance; compiled: CompiledInstance; state: SearchState };

/** `meals`: the whole proposal, the slot itself included. The locks of the task are ignored. */
export function alternativesFor(task: PlanningTask, meals: readonly Lock[], place: Place): Alternative[] {
  const current = meals.find((meal) => isSamePlace(meal, place));
  const settings = task.preferences.table[place.day]?.[place.slot];
  if (!settings) return [];
  const used = new Set(recipeIdsIn(task, meals));
  const hardFilter = hardFilterOf(task);
  const plannedSlot = { ...place, ...settings };
  // Without the thousands of dishes that cannot be in this slot, the instance is built faster.
  const relevant = task.dishes.filter(
    (dish) => used.has(dish.id) || (hardFilter.fitsSlot(dish, plannedSlot) && hardFilter.allowsDish(dish)),
  );
  const week = lockWeek({ ...task, dishes: relevant }, locksWithout(place, meals));
  const slot = week.instance.planned.findIndex((one) => isSamePlace(one, place));
  if (slot < 0 || week.instance.lockedContents[slot]) return [];
  // The current week needs only the dishes that it contains.
  const before = evaluateWeek(
    lockWeek({ ...task, dishes: relevant.filter(({ id }) => used.has(id)) }, meals),
  );
  const isDouble = current?.isDouble ?? false;
  return bestDishes(week, slot, isDouble, current?.recipeId).flatMap((dish) => {
    assignDish(week.state, slot, dish, isDouble);
    const { filled, score, menu } = evaluateWeek(week);
    rollback(week.state);
    // A dish that replaces a dinner cooked double must be reheatable too.
    if (filled < before.filled) return [];
    const meal = cookedMealAt(menu, place);
    return {
      recipeId: meal.dish.id,
      title: meal.dish.title,
      minutes: meal.dish.totalMinutes,
      reasons: reasonsFor(meal, menu, week.instance, task),
      scoreChange: score - before.score,
      costChangeCents: costOf(menu) - costOf(before.menu),
      minutesChange: minutesOf(menu) - minutesOf(before.menu),
    };
  });
}

function lockWeek(task: PlanningTask, locked: readonly Lock[]): LockedWeek {
  const instance = buildInstance({ ...task, locked });
  const compiled = compileInstance(instance, task);
  return { instance, compiled, state: initialState(compiled) };
}

/** Without the meal of the place: a dish that is cooked there, or the leftovers of the dinner before. */
function locksWithout(place: Place, meals: readonly Lock[]): Lock[] {
  const dinner = { day: DAYS[DAYS.indexOf(place.day) - 1], slot: 'dinner' };
  return meals
    .filter((meal) => !isSamePlace(meal, place))
    .map((meal) =>
      place.slot === 'lunch' && meal.day === dinner.day && meal.slot === dinner.slot
        ? { ...meal, isDouble: false }
        : meal,
    );
}

function recipeIdsIn(
  { existingMeals, preferences }: PlanningTask,
  meals: readonly Lock[],
): (string | undefined)[] {
  const all = [...mealsIn(existingMeals), ...preferences.recurring.map(({ meal }) => meal), ...meals];
  return all.map(({ recipeId }) => recipeId);
}

/** The dishes with the highest value among those that violate no hard rule. */
function bestDishes(
  { compiled, state }: LockedWeek,
  slot: number,
  isDouble: boolean,
  currentId = '',
): number[] {
  const { candidates = [] } = compiled.slots[slot] ?? {};
  return candidates
    .filter((dish) => compiled.dishes[dish]?.dish.id !== currentId)
    .map((dish) => {
      assignDish(state, slot, dish, isDouble);
      const { value } = state;
      const isFeasible = !violatesHardRule(state);
      rollback(state);
      return { dish, value, isFeasible };
    })
    .filter(({ isFeasible }) => isFeasible)
    .toSorted((one, other) => other.value - one.value)
    .slice(0, MAX_ALTERNATIVES)
    .map(({ dish }) => dish);
}

/** Also assigns the leftovers to the next day's lunch if the dish is to be cooked double and can be. */
function assignDish(state: SearchState, slot: number, dish: number, isDouble: boolean): void {
  assign(state, slot, dish);
  const lunch = state.tables.nextLunch[slot] as number;
  if (isDouble && lunch >= 0 && canAssign(state, lunch, LEFTOVERS)) assign(state, lunch, LEFTOVERS);
}

function evaluateWeek({ instance, compiled, state }: LockedWeek): ObjectiveValue & { menu: Menu } {
  return { ...evaluate(compiled, state.contents), menu: menuOf(instance, compiled, state.contents) };
}
