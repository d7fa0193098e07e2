/** The families and cookbooks that the planner is measured with: always the same ones. */
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { seededChance } from '#test/chance.ts';
import { type Kitchen, randomKitchen, realKitchen } from '#test/planner/random-cookbook.ts';
import { type FamilyOptions, randomFamily } from '#test/planner/random-family.ts';

const kitchens = new Map<number, Kitchen>();

/** A made-up cookbook of that size, made once. */
export function kitchenOf(size: number): Kitchen {
  const kitchen = kitchens.get(size) ?? randomKitchen(size, size);
  kitchens.set(size, kitchen);
  return kitchen;
}

/** A family with 150 of the real recipes, others for each, that asks for the best week there is. */
export function familyWith150(seed: number, options?: FamilyOptions): PlanningTask {
  return { ...randomFamily(seed, shuffled(theRealOne().dishes, seed).slice(0, 150), options), seed: 0 };
}

/** The cookbook of the service, read once. */
export function theRealOne(): Kitchen {
  const kitchen = kitchens.get(0) ?? realKitchen();
  kitchens.set(0, kitchen);
  return kitchen;
}

function shuffled(dishes: readonly Dish[], seed: number): Dish[] {
  const chance = seededChance(seed);
  const order = new Map(dishes.map((dish) => [dish, chance(1_000_000)]));
  return dishes.toSorted((one, other) => (order.get(one) as number) - (order.get(other) as number));
}
