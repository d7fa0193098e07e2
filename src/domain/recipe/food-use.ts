/**
 * What the lines of a recipe use of which foods. Three figures differ: a line may print the gross weight of a can
 * ("2 (15 oz) cans"), shops sell cans, bones and peel, and people eat the drained beans and the meat.
 */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Aisle, Can, Food } from '#domain/food/food.ts';
import type { IngredientLine, UnderstoodLine } from '#domain/ingredient-line/ingredient-line.ts';
import type { OtherFood } from '#domain/ingredient-line/other-foods.ts';
import { compare, divide, type Fraction, fraction, multiply, ONE } from '#domain/quantity/fraction.ts';
import { findGrams, type Quantity } from '#domain/quantity/quantity.ts';
import { type Unit, unitKind, unitSize } from '#domain/quantity/unit.ts';
import { readWords } from '#languages/words.ts';

export type FoodUse = {
  readonly food: Food;
  /** What is bought, cans as cans; undefined if the line gives no amount. */
  readonly bought: Quantity | undefined;
  /** Without bones, peel and the liquid of a can; undefined also if the amount has no weight. */
  readonly eatenGrams: Fraction | undefined;
};

type Measured = OtherFood & Partial<Pick<UnderstoodLine, 'packs' | 'isEdiblePart' | 'preparation'>>;

/** Of all foods that a line uses, but not of those that it only names or allows instead. Empty if it was not understood. */
export function usesOf({ understood }: Pick<IngredientLine, 'understood'>, foods: FoodCatalogue): FoodUse[] {
  if (!understood) return [];
  const also = understood.also.filter(({ isOnlyNamed }) => !isOnlyNamed);
  return [understood, ...also].flatMap((measured) => {
    const food = foods.find(measured.food);
    return food ? [{ food, ...amountsOf(measured, food) }] : [];
  });
}

export function boughtGrams({ food, bought }: FoodUse): Fraction | undefined {
  return bought && findGrams(bought, food.weights);
}

function amountsOf(measured: Measured, food: Food): Omit<FoodUse, 'food'> {
  const { quantity } = measured;
  if (!quantity) return { bought: undefined, eatenGrams: undefined };
  const cans = readCans(measured, quantity, food);
  if (cans) return cans;
  const bought =
    measured.isEdiblePart && unitKind(quantity.unit) === 'mass' ? divided(quantity, food.edible) : quantity;
  const grams = findGrams(bought, food.weights);
  return { bought, eatenGrams: grams && multiply(grams, food.edible) };
}

function divided({ amount, unit }: Quantity, by: Fraction): Quantity {
  return { amount: divide(amount, by), unit };
}

/** A can of a similar size takes the place of the printed one: one tin of 400 g for a can of 15 oz. */
const SIMILAR = { least: fraction(3, 4), most: fraction(4, 3) };
/** A printed size so near the size of a can means this can. */
const NEARLY = { least: fraction(23, 25), most: fraction(27, 25) };
const DRAINED = new RegExp(readWords('ingredient-lines').oneOf('drained weight'), 'i');

/** Cans and jars of a printed size. The number of them is bought if their size is similar, and otherwise as much. */
function readCans(measured: Measured, quantity: Quantity, food: Food): Omit<FoodUse, 'food'> | undefined {
  const { packs, preparation = '' } = measured;
  const cans = packs ? cansOf(packs.unit, food) : [];
  const [usual] = cans;
  const printed = usual && printedGrams(quantity, usual, food);
  if (!packs || !printed) return undefined;
  const each = divide(printed, packs.count);
  const known = cans.find(({ grossGrams }) => isBetween(divide(each, grossGrams), NEARLY));
  // "1 Dose Kichererbsen (250 g)" is the drained weight.
  const isNearlyDrained = !known && isBetween(divide(each, usual.drainedGrams), NEARLY);
  const isDrained = isNearlyDrained || DRAINED.test(preparation);
  const { drainedGrams, grossGrams } = known ?? usual;
  const ratio = known
    ? divide(drainedGrams, usual.drainedGrams)
    : divide(each, isDrained ? usual.drainedGrams : usual.grossGrams);
  const isSimilar = isBetween(ratio, SIMILAR);
  // "2 x 400 g chickpeas" names no container.
  if (!isSimilar && packs.unit === undefined) return undefined;
  return {
    bought: { amount: multiply(packs.count, isSimilar ? ONE : ratio), unit: usual.unit },
    eatenGrams: isDrained ? printed : multiply(printed, divide(drainedGrams, grossGrams)),
  };
}

/** The sizes in which this container is sold. Without liquid, all of it is eaten. */
function cansOf(container: Unit | undefined, { weights, cans, pieces }: Food): readonly Can[] {
  if (container === undefined) return cans;
  if (container !== 'can' && container !== 'jar') return [];
  const own = cans.filter(({ unit }) => unit === container);
  if (own.length > 0) return own;
  const isListed = pieces.some(({ unit }) => unit === container);
  const grams = isListed || cans.length === 0 ? weights.pieceGrams.get(container) : undefined;
  return grams ? [{ unit: container, drainedGrams: grams, grossGrams: grams }] : cans;
}

/** A can with liquid is as heavy as water: "1 Dose Mais (425 ml)". */
function printedGrams(
  quantity: Quantity,
  { drainedGrams, grossGrams }: Can,
  { weights }: Food,
): Fraction | undefined {
  const kind = unitKind(quantity.unit);
  if (kind === 'count') return undefined;
  const isWatery = kind === 'volume' && compare(grossGrams, drainedGrams) > 0;
  return isWatery ? multiply(quantity.amount, unitSize(quantity.unit)) : findGrams(quantity, weights);
}

function isBetween(ratio: Fraction, { least, most }: typeof SIMILAR): boolean {
  return compare(ratio, least) >= 0 && compare(ratio, most) <= 0;
}

/** More than a cook takes for one serving of what a line gives no amount of: "salt to taste", "oil for frying". */
const MAX_GRAMS: { readonly [aisle in Aisle]?: number } = {
  spices: 1,
  herbs: 5,
  oils: 15,
  condiments: 15,
  baking: 15,
  sweets: 15,
};
const MAX_OTHER_GRAMS = 50;

export function maxUnmeasuredGrams({ aisle }: Pick<Food, 'aisle'>): number {
  return MAX_GRAMS[aisle] ?? MAX_OTHER_GRAMS;
}
