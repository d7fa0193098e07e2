/**
 * Obstacles: why a slot stays empty. Every dish that is made for the slot is counted once, at the first
 * wish that stands in its way, so that the counts add up to all of them.
 */
import type { Obstacle, Obstacles } from '#domain/proposal/proposal.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { Dish } from '#planner/model/dish.ts';
import { type Bar, BARS } from '#planner/model/hard-filter.ts';
import { type Ground, isUsed } from '#planner/model/instance.ts';
import type { Menu } from '#planner/search/menu.ts';
import { brokenRules } from '#planner/model/rules.ts';

/** Of the planned slot with this number, which is empty. */
export function obstaclesTo(slot: number, menu: Menu, ground: Ground, wishes: Preferences): Obstacles {
  const place = ground.planned[slot] as Ground['planned'][number];
  const dishes = ground.dishes.filter((dish) => dish.slots.includes(place.slot));
  const steps: Obstacle[] = [];
  let left = dishes;
  for (const bar of BARS) {
    const barred = left.filter((dish) => ground.gate.isBarred(bar, dish, place));
    if (barred.length > 0) steps.push(barStep(bar, barred, wishes, place.minutes ?? 0));
    left = left.filter((dish) => !barred.includes(dish));
  }
  const used = left.filter((dish) => isUsed(dish, menu.contents, ground));
  const against = left
    .filter((dish) => !used.includes(dish))
    .map((dish) => brokenRules(ground.rules, ground.planned, menu.contents.with(slot, dish)));
  const ruleIds = new Set(against.flat().map(({ id }) => id));
  if (against.length > 0) steps.push({ kind: 'rules', ruleIds: [...ruleIds], dishes: against.length });
  if (used.length > 0) steps.push({ kind: 'used', dishes: used.length });
  return { dishes: dishes.length, steps };
}

function barStep(bar: Bar, barred: readonly Dish[], wishes: Preferences, minutes: number): Obstacle {
  const dishes = barred.length;
  const { eaters } = wishes;
  switch (bar) {
    case 'allergens': {
      const found = new Set(barred.flatMap(({ allergens }) => allergens));
      return {
        kind: bar,
        allergens: thoseIn(
          eaters.flatMap((eater) => eater.allergens),
          found,
        ),
        dishes,
      };
    }
    case 'diets': {
      const found = new Set(barred.flatMap(({ breaks }) => breaks));
      return {
        kind: bar,
        diets: thoseIn(
          eaters.flatMap((eater) => eater.diets),
          found,
        ),
        dishes,
      };
    }
    case 'dislikes': {
      const hard = eaters.flatMap(({ dislikes }) => dislikes.filter(({ isHard }) => isHard));
      const found = new Set(barred.flatMap(({ foods }) => foods.map(({ foodId }) => foodId)));
      return {
        kind: bar,
        foodIds: thoseIn(
          hard.map(({ foodId }) => foodId),
          found,
        ),
        dishes,
      };
    }
    case 'minutes':
      return { kind: bar, minutes, dishes };
    case 'rest':
      return { kind: bar, weeks: wishes.restWeeks, dishes };
    default:
      return { kind: bar, dishes };
  }
}

/** Each once. Where dishes fail because nobody knows what is in them, all that was asked for. */
function thoseIn<Item>(wished: readonly Item[], found: ReadonlySet<Item>): Item[] {
  const met = new Set(wished.filter((item) => found.has(item)));
  return [...(met.size > 0 ? met : new Set(wished))];
}
