/** The families and cookbooks of the benchmark, the same in every run. */
import type { Dish } from '#planner/model/dish.ts';
import type { PlanningTask } from '#planner/model/task.ts';
import { recordedRandom } from '#test/planner/recorded-random.ts';
import { type Cookbook, randomCookbook, bundledCookbook } from '#test/planner/random-cookbook.ts';
import { type Facts, factsOf } from '#test/planner/recipe-facts.ts';
import { type FamilyOptions, randomFamily } from '#test/planner/random-family.ts';

const cookbooks = new Map<number, Cookbook>();
const factsByCookbook = new WeakMap<Cookbook, Facts>();

/** A random cookbook of that size, created once. */
export function cookbookOf(size: number): Cookbook {
  const cookbook = cookbooks.get(size) ?? randomCookbook(size, size);
  cookbooks.set(size, cookbook);
  return cookbook;
}

/** A family with 150 random recipes of the cookbook, and seed 0 for the best week. */
export function familyWith150(seed: number, options?: FamilyOptions): PlanningTask {
  return {
    ...randomFamily(seed, shuffled(realCookbook().dishes, seed).slice(0, 150), options),
    seed: 0,
    wanted: [],
  };
}

/** The cookbook of the service, loaded once. */
export function realCookbook(): Cookbook {
  const cookbook = cookbooks.get(0) ?? bundledCookbook();
  cookbooks.set(0, cookbook);
  return cookbook;
}

/** The contents of the recipes, derived once. */
export function factsIn(cookbook: Cookbook): Facts {
  return factsByCookbook.getOrInsertComputed(cookbook, ({ recipes, foods }) => factsOf(recipes, foods));
}

function shuffled(dishes: readonly Dish[], seed: number): Dish[] {
  const random = recordedRandom(seed);
  const order = new Map(dishes.map((dish) => [dish, random(1_000_000)]));
  return dishes.toSorted((first, second) => (order.get(first) as number) - (order.get(second) as number));
}
