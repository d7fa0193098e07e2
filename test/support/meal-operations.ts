/** What people do with the meals of a week and with single dishes of them, at random, as edits of slots. */
import {
  type Dish,
  DISH_KINDS,
  dishesOf,
  isSameMeal,
  MAX_SIDES,
  type Meal,
  type Place,
} from '#domain/plan/plan.ts';
import { oneOf, type Random } from '#domain/random.ts';

type Operation<Meals extends readonly Dish[][]> = (
  random: Random,
  newDish: () => Dish,
  ...meals: Meals
) => Dish[][];

/** On one meal: all its dishes before, and after; the first is the main one. */
const ON_ONE = {
  put: (_random, newDish) => [[newDish()]],
  clear: () => [[]],
  add: (random, newDish, dishes) => [
    dishes.length > MAX_SIDES ? dishes : dishes.toSpliced(random(dishes.length + 1), 0, newDish()),
  ],
  remove: (random, _newDish, dishes) => [dishes.toSpliced(random(dishes.length), 1)],
  rename: (random, newDish, dishes) => [
    changed(dishes, random, (dish) => ({ ...dish, description: newDish().description })),
  ],
  reorder: (random, _newDish, dishes) => {
    const [dish] = dishes;
    return [dish ? dishes.slice(1).toSpliced(random(dishes.length), 0, dish) : dishes];
  },
  forSome: (random, _newDish, dishes) => [
    changed(dishes, random, (dish) => ({ ...dish, [oneOf(random, WHO)]: ['mia'] })),
  ],
  kind: (random, _newDish, dishes) => [
    changed(dishes, random, (dish) => ({ ...dish, kind: oneOf(random, [undefined, ...DISH_KINDS]) })),
  ],
  servings: (random, _newDish, dishes) => [
    changed(dishes, random, (dish) => ({ ...dish, servings: 2 + random(8) })),
  ],
  variant: (random, _newDish, dishes) => [
    changed(dishes, random, (dish) => ({
      ...dish,
      variant: dish.variant ? undefined : { eaterIds: ['mia'], servings: 1 },
    })),
  ],
} satisfies Record<string, Operation<[Dish[]]>>;

/** On two meals. */
const ON_TWO = {
  swap: (_random, _newDish, here, there) => [there, here],
  copy: (_random, _newDish, here) => [here, here],
  moveDish: (random, _newDish, here, there) => {
    const at = random(here.length);
    const moved = here.slice(at, at + 1);
    return there.length > MAX_SIDES ? [here, there] : [here.toSpliced(at, 1), [...there, ...moved]];
  },
} satisfies Record<string, Operation<[Dish[], Dish[]]>>;

const WHO = ['eaterIds', 'exceptEaters'] as const;

/** Dishes are added as often as they are removed. */
export const MEAL_OPERATIONS = [...Object.keys(ON_ONE), ...Object.keys(ON_TWO), 'add', 'add'];

/** `shown`: what the person sees in a place. An operation that changes nothing has no edits. */
export function mealEdits<SomePlace extends Place>(
  name: string,
  places: readonly SomePlace[],
  shown: (place: SomePlace) => Meal | null,
  { random, newDish }: { random: Random; newDish: () => Dish },
): (SomePlace & { before: Meal | null; after: Meal | null })[] {
  const operation = { ...ON_ONE, ...ON_TWO }[name] as Operation<Dish[][]>;
  const from = random(places.length);
  const to = (from + 1 + random(places.length - 1)) % places.length;
  const touched = (name in ON_TWO ? [from, to] : [from]).map((at) => places[at] as SomePlace);
  const before = touched.map(shown);
  const after = operation(random, newDish, ...before.map((meal) => (meal ? dishesOf(meal) : [])));
  return touched
    .map((place, at) => ({ ...place, before: before[at] ?? null, after: mealOf(after[at] ?? []) }))
    .filter((edit) => !isSameMeal(edit.before, edit.after));
}

function mealOf([main, ...sides]: readonly Dish[]): Meal | null {
  return main ? { ...main, ...(sides.length > 0 && { sides }) } : null;
}

function changed(dishes: Dish[], random: Random, change: (dish: Dish) => Dish): Dish[] {
  const at = random(dishes.length);
  return dishes.map((dish, index) => (index === at ? change(dish) : dish));
}

/** The names of all dishes. */
export function namesIn(meal: Meal | null | undefined): string[] {
  return meal ? dishesOf(meal).map(({ description }) => description) : [];
}
