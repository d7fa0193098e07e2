/**
 * Words that say which kind of a food a line means: "vegan", "gluten-free", "of choice". They are data
 * (cookbook/food-kinds.txt).
 */
import type { Allergen, Diet, Food } from './food.ts';

export type FoodKind = {
  readonly id: string;
  /** Keys of the words before the name of a food of this kind: "vegan". */
  readonly prefixes: readonly string[];
  /** Allergens and diets by which a food shows that it is not of this kind. */
  readonly without: ReadonlySet<Allergen>;
  readonly breaks: ReadonlySet<Diet>;
  /** False if such a food may hold something that no food of the catalogue tells: "butter substitute". */
  readonly isSure: boolean;
};

export type FoodKindWord = {
  readonly kind: FoodKind;
  /** Only in front of a food: "any cheese", not "without any seeds". */
  readonly isOnlyBefore: boolean;
};

/** By the key of the word or phrase. */
export type FoodKindWords = ReadonlyMap<string, FoodKindWord>;

/** Kinds with a meaning of their own. */
export const ANY_KIND = 'any';
export const ANOTHER_KIND = 'another';
export const REGULAR_KIND = 'regular';
export const CONDITION = 'condition';

type Facts = Pick<Food, 'allergens' | 'mayContain' | 'breaks' | 'mayBreak'>;

/** Whether a food is certainly not of this kind. */
export function isOfOtherKind({ allergens, breaks }: Facts, kind: FoodKind): boolean {
  return !allergens.isDisjointFrom(kind.without) || !breaks.isDisjointFrom(kind.breaks);
}

/** Whether a food may be of this kind or not, which depends on the brand. */
export function mayBeOfOtherKind({ mayContain, mayBreak }: Facts, kind: FoodKind): boolean {
  return !mayContain.isDisjointFrom(kind.without) || !mayBreak.isDisjointFrom(kind.breaks);
}
