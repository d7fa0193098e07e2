/**
 * Hindrances: for a slot that stays empty, what the family would have to say differently for one more dish
 * to stand there. Allergens and diets are never asked about, nor is a dish that already stands in the week.
 */
import type { Place } from '#domain/plan/plan.ts';
import type { SlotSettings, PreferenceChange, Preferences } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import { isUsed, type Ground } from '#planner/model/instance.ts';
import { brokenRules, type Content, tagsOf } from '#planner/model/rules.ts';
import { findOwn, type PlanningTask } from '#planner/model/task.ts';

/** The dishes that could stand in an empty slot if all of this were said differently. */
export type Hindrance = { slot: number; changes: PreferenceChange[]; dishes: Dish[] };

const MINUTES_STEPS = [15, 20, 30, 45, 60, 90, 120];

/** For each empty slot. */
export function hindrancesOf(contents: readonly Content[], ground: Ground, task: PlanningTask): Hindrance[] {
  const possible = ground.dishes.filter(
    (dish) => !isUsed(dish, contents, ground) && mayEat(dish, ground, task),
  );
  return ground.planned.flatMap((place, slot) => {
    if (contents[slot]) return [];
    const rulesAgainst = ruleFinder(slot, contents, ground);
    const found = new Map<string, Hindrance>();
    for (const dish of possible) {
      if (!dish.slots.includes(place.slot) || ground.gate.isAvoided(dish, place)) continue;
      const changes = [
        ...dislikeChanges(dish, task.wishes),
        ...minutesChanges(dish, place),
        ...restChanges(dish, task),
        ...rulesAgainst(dish),
      ];
      const key = JSON.stringify(changes);
      const same = found.get(key);
      if (same) same.dishes.push(dish);
      else found.set(key, { slot, changes, dishes: [dish] });
    }
    return [...found.values()];
  });
}

/** Whether no allergen and no diet is against it, nor anything that nobody knows. */
function mayEat(dish: Dish, { gate, planned }: Ground, { wishes }: PlanningTask): boolean {
  const [somewhere] = planned;
  const hasDislikes = wishes.eaters.some(({ dislikes }) => dislikes.some(({ isHard }) => isHard));
  if (!somewhere || (hasDislikes && !dish.isComplete)) return false;
  return !gate.isBarred('allergens', dish, somewhere) && !gate.isBarred('diets', dish, somewhere);
}

function dislikeChanges({ foods }: Dish, { eaters }: Preferences): PreferenceChange[] {
  return eaters.flatMap(({ id, dislikes }) =>
    dislikes
      .filter(({ foodId, isHard }) => isHard && foods.some((food) => food.foodId === foodId))
      .map(({ foodId }) => ({ kind: 'dislike', eaterId: id, foodId })),
  );
}

function minutesChanges(
  { totalMinutes }: Dish,
  { day, slot, minutes = Infinity }: Place & SlotSettings,
): PreferenceChange[] {
  if (totalMinutes <= minutes) return [];
  return [{ kind: 'minutes', day, slot, minutes: MINUTES_STEPS.find((step) => step >= totalMinutes) }];
}

function restChanges({ id }: Dish, { wishes, served }: PlanningTask): PreferenceChange[] {
  const weeks = findOwn(served, id) ?? Infinity;
  return weeks > wishes.restWeeks ? [] : [{ kind: 'rest', weeks: weeks - 1 }];
}

/** Of dishes with the same tags one is looked at. */
function ruleFinder(
  slot: number,
  contents: readonly Content[],
  { rules, planned }: Ground,
): (dish: Dish) => PreferenceChange[] {
  const known = new Map<string, PreferenceChange[]>();
  return (dish) => {
    const tags = tagsOf(dish, rules);
    const found = known.get(tags) ?? brokenRules(rules, planned, contents.with(slot, dish)).map(softer);
    known.set(tags, found);
    return found;
  };
}

export function softer({ id }: { id: string }): PreferenceChange {
  return { kind: 'rule', ruleId: id };
}

/** Whether what is offered grants what is needed. */
export function grants(offered: PreferenceChange, needed: PreferenceChange): boolean {
  if (topicOf(offered) !== topicOf(needed)) return false;
  return reach(offered) >= reach(needed);
}

/** The wish that a change is about, however far it goes. */
export function topicOf(change: PreferenceChange): string {
  if (change.kind === 'rest') return change.kind;
  if (change.kind === 'rule') return `rule ${change.ruleId}`;
  if (change.kind === 'dislike') return `dislike ${change.eaterId} ${change.foodId}`;
  return `${change.kind} ${change.day} ${change.slot}`;
}

/** How far it goes: of two about the same wish, the further one grants what the other does. */
export function reach(change: PreferenceChange): number {
  if (change.kind === 'minutes') return change.minutes ?? Infinity;
  return change.kind === 'rest' ? -change.weeks : 0;
}
