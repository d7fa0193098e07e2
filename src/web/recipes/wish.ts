/** Which recipes are wanted, as the address says it: so that Back leads to the same list again. */
import { type Diet, DIETS } from '#domain/food/food.ts';
import { type Slot, SLOTS } from '#domain/plan/plan.ts';

/** Empty is all of them. */
export type Wish = { search: string; meal: Slot | ''; diet: Diet | ''; own: 'true' | 'false' | '' };

export const MOST_SOUGHT = 200;

/** From what follows `?`; what it cannot mean is left out. */
export function readWish(address: string): Wish {
  const query = new URLSearchParams(address);
  const one = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((value) => value === query.get(name)) ?? '';
  return {
    search: (query.get('search') ?? '').slice(0, MOST_SOUGHT).toWellFormed(),
    meal: one('meal', SLOTS),
    diet: one('diet', DIETS),
    own: one('own', ['true', 'false']),
  };
}

export function wishText(wish: Wish): string {
  return new URLSearchParams(Object.entries(wish).filter(([, value]) => value)).toString();
}
