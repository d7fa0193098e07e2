/** Alternatives: the five dishes that would do best in one slot of a week that otherwise stays as it is. */
import { mealsIn, type Place } from '#domain/plan/plan.ts';
import type { Alternative } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { emptyDraft, isBroken, put, undo } from './search/state.ts';
import type { Draft } from './search/state-fields.ts';
import { gateOf } from './model/hard-filter.ts';
import { type Ground, groundOf } from './model/instance.ts';
import { isSamePlace } from './model/slots.ts';
import { cookingAt, type Menu, menuOf } from './search/menu.ts';
import { mayHold } from './search/moves.ts';
import { LEFTOVERS, type Problem, problemOn } from './model/problem.ts';
import { reasonsFor } from './explain/reasons.ts';
import { scoreOf } from './model/objective.ts';
import type { Lock, PlanningTask } from './model/task.ts';
import { costOf, minutesOf } from './explain/totals.ts';

const MANY = 5;

/** A week in which only locks stand. */
type Held = { ground: Ground; problem: Problem; draft: Draft };

/** `meals` is the whole proposal, the slot itself included; the task's own locks do not matter. */
export function alternativesFor(task: PlanningTask, meals: readonly Lock[], place: Place): Alternative[] {
  const current = meals.find((meal) => isSamePlace(meal, place));
  const sitting = task.wishes.table[place.day]?.[place.slot];
  if (!sitting) return [];
  const used = new Set(recipesIn(task, meals));
  const gate = gateOf(task);
  const at = { ...place, ...sitting };
  // Of thousands, these are all that can matter to this one slot.
  const usable = task.dishes.filter(
    (dish) => used.has(dish.id) || (gate.fits(dish, at) && gate.isWelcome(dish)),
  );
  const open = hold({ ...task, dishes: usable }, othersThan(place, meals));
  const slot = open.ground.planned.findIndex((one) => isSamePlace(one, place));
  if (slot < 0 || open.ground.held[slot]) return [];
  // What stands in the week suffices to say what it is worth.
  const before = worth(hold({ ...task, dishes: usable.filter(({ id }) => used.has(id)) }, meals));
  const isDouble = current?.isDouble ?? false;
  return bestDishes(open, slot, isDouble, current?.recipeId).flatMap((dish) => {
    serve(open.draft, slot, dish, isDouble);
    const { filled, score, menu } = worth(open);
    undo(open.draft);
    // Whoever takes the dish of two meals away must bring one for both.
    if (filled < before.filled) return [];
    const meal = cookingAt(menu, place);
    return {
      recipeId: meal.dish.id,
      title: meal.dish.title,
      minutes: meal.dish.totalMinutes,
      reasons: reasonsFor(meal, menu, open.ground, task),
      scoreChange: score - before.score,
      costChangeCents: costOf(menu) - costOf(before.menu),
      minutesChange: minutesOf(menu) - minutesOf(before.menu),
    };
  });
}

function hold(task: PlanningTask, locked: readonly Lock[]): Held {
  const ground = groundOf({ ...task, locked });
  const problem = problemOn(ground, task);
  return { ground, problem, draft: emptyDraft(problem) };
}

/** Without what stands in the place, be it cooked there or the rest of the dinner before. */
function othersThan(place: Place, meals: readonly Lock[]): Lock[] {
  const dinner = { day: DAYS[DAYS.indexOf(place.day) - 1], slot: 'dinner' };
  return meals
    .filter((meal) => !isSamePlace(meal, place))
    .map((meal) =>
      place.slot === 'lunch' && meal.day === dinner.day && meal.slot === dinner.slot
        ? { ...meal, isDouble: false }
        : meal,
    );
}

function recipesIn({ standing, wishes }: PlanningTask, meals: readonly Lock[]): (string | undefined)[] {
  const known = [...mealsIn(standing), ...wishes.recurring.map(({ meal }) => meal), ...meals];
  return known.map(({ recipeId }) => recipeId);
}

/** The five that keep the rules and are best there, by what the week is then worth. */
function bestDishes({ problem, draft }: Held, slot: number, isDouble: boolean, current = ''): number[] {
  const { candidates = [] } = problem.slots[slot] ?? {};
  return candidates
    .filter((dish) => problem.dishes[dish]?.dish.id !== current)
    .map((dish) => {
      serve(draft, slot, dish, isDouble);
      const { value } = draft;
      const keepsRules = !isBroken(draft);
      undo(draft);
      return { dish, value, keepsRules };
    })
    .filter(({ keepsRules }) => keepsRules)
    .toSorted((one, other) => other.value - one.value)
    .slice(0, MANY)
    .map(({ dish }) => dish);
}

/** Cooks a dish, and double if that was so before and can be. */
function serve(draft: Draft, slot: number, dish: number, isDouble: boolean): void {
  put(draft, slot, dish);
  const lunch = draft.tables.lunch[slot] as number;
  if (isDouble && lunch >= 0 && mayHold(draft, lunch, LEFTOVERS)) put(draft, lunch, LEFTOVERS);
}

function worth({ ground, problem, draft }: Held): { filled: number; score: number; menu: Menu } {
  return { ...scoreOf(problem, draft.contents), menu: menuOf(ground, problem, draft.contents) };
}
