/**
 * The allergens and diets of foods that are cooked together. Most diets are broken by a single food; kosher style also
 * keeps meat and milk apart, which only the foods of a whole dish can tell.
 */
import { type Allergen, ALLERGENS, type Diet, DIETS, type Food } from './food.ts';

/** What is known about a dish, of all foods that it names. */
export type DishFacts = {
  readonly allergens: readonly Allergen[];
  /** In some brands. */
  readonly mayContain: readonly Allergen[];
  readonly breaks: readonly Diet[];
  readonly mayBreak: readonly Diet[];
  readonly foodIds: readonly string[];
  /** The number of lines that were not understood or name something unknown: they could contain anything. */
  readonly unsureLines: number;
};

/** The facts of several foods that are named together. */
export function factsOfFoods(
  foods: readonly Pick<Food, 'id' | 'allergens' | 'mayContain' | 'breaks' | 'mayBreak'>[],
  unsureLines: number,
): DishFacts {
  const allergens = ALLERGENS.filter((allergen) => foods.some((food) => food.allergens.has(allergen)));
  return {
    allergens,
    mayContain: ALLERGENS.filter(
      (allergen) => !allergens.includes(allergen) && foods.some((food) => food.mayContain.has(allergen)),
    ),
    ...dishDiets(foods),
    foodIds: [...new Set(foods.map(({ id }) => id))],
    unsureLines,
  };
}

type DietFacts = Pick<Food, 'allergens' | 'mayContain' | 'breaks' | 'mayBreak'>;

/** In the order of `DIETS`. `mayBreak` has none of `breaks`. */
export type DishDiets = { readonly breaks: readonly Diet[]; readonly mayBreak: readonly Diet[] };

export function dishDiets(foods: readonly DietFacts[]): DishDiets {
  const hasMeat = foods.some(isMeat);
  const mixesMeat = (milk: 'allergens' | 'mayContain'): boolean =>
    hasMeat && foods.some((food) => food[milk].has('milk'));
  const broken = (words: 'breaks' | 'mayBreak', isMixed: boolean): Diet[] =>
    DIETS.filter(
      (diet) => foods.some((food) => food[words].has(diet)) || (diet === 'kosher-style' && isMixed),
    );
  const breaks = broken('breaks', mixesMeat('allergens'));
  const mayBreak = broken('mayBreak', mixesMeat('mayContain'));
  return { breaks, mayBreak: mayBreak.filter((diet) => !breaks.includes(diet)) };
}

/**
 * Poultry, stock and animal fat count as meat. A food with milk that pescatarians do not eat is a cheese with animal
 * rennet and no meat. `allMayBreaks` already adds kosher style for this cheese and for foods that may contain meat.
 */
function isMeat({ allergens, breaks }: DietFacts): boolean {
  return breaks.has('pescatarian') && !allergens.has('milk');
}
