/**
 * Gross requirements: what the meals of a week and the lines added by hand require, before the pantry is
 * deducted. Lines of the same food are added up; a line that names no known food stays as typed.
 */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Food } from '#domain/food/food.ts';
import { usesOf } from '#domain/recipe/food-use.ts';
import { PARTS_OF, piecesForParts, piecesOf } from '#domain/food/whole-foods.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import type { Place } from '#domain/plan/plan.ts';
import { type Fraction, ONE, ZERO, add, compare, fraction, multiply } from '#domain/quantity/fraction.ts';
import { type Quantity, type Weights, scale } from '#domain/quantity/quantity.ts';
import { type Unit, unitKind } from '#domain/quantity/unit.ts';
import { type AnyRecipe, isLeftOut } from '#domain/recipe/book-recipe.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { addAmount, toBaseUnit } from './exact-amounts.ts';
import { type AddedPurpose, type Purpose, parsePartId } from './item.ts';
import { type ListOperation, addedItemId, linesBoughtBy } from './operations.ts';

/** A dish that is cooked from a recipe for a meal; servings are whole numbers. */
export type CookedDish = Place & {
  readonly description: string;
  readonly recipe: AnyRecipe;
  readonly servings: number;
  /** How many of the servings are of the recipe's variant. */
  readonly variantServings?: number;
};

/** How much of one food is required. */
export type Requirement = {
  readonly amounts: Map<Unit, Fraction>;
  /** The part of the grams that recipes give in a counted unit, by that unit. */
  readonly counted: Map<Unit, Fraction>;
  /** Whether some line requires the food without an amount: "to taste". */
  isSome: boolean;
};

/** What a line added by hand requires of a food. */
export type AddedRequirement = Requirement & {
  readonly purpose: AddedPurpose;
  /** Whether the line names other foods too. */
  readonly isPart: boolean;
};

export type FoodRequirement = {
  readonly food: Food;
  /** By the meals. */
  readonly cooked: Requirement;
  /** By the lines added by hand, by the operation that added each. */
  readonly added: Map<string, AddedRequirement>;
  /** The meals. */
  readonly purposes: Purpose[];
  /** Foods that a line allows instead. */
  readonly alternatives: Food[];
};

/** A line as typed, required `times` times. */
export type LineRequirement = {
  readonly id: string;
  readonly text: string;
  readonly times: Fraction;
  readonly purpose: Purpose;
};

export type Understand = (text: string) => IngredientLine;

export type Requirements = {
  readonly foods: Map<string, FoodRequirement>;
  readonly lines: LineRequirement[];
};

/** Takes the meals in the order of the week, by which equal lines are numbered, and the live operations. */
export function* gatherRequirements(
  meals: readonly CookedDish[],
  operations: readonly ListOperation[],
  foods: FoodCatalogue,
  understand: Understand,
): Generator<undefined, Requirements, undefined> {
  const requirements: Requirements = { foods: new Map(), lines: [] };
  const idCounts = new Map<string, number>();
  for (const meal of meals) {
    yield;
    const { day, slot, description, recipe } = meal;
    const purpose = { day, slot, description };
    for (const { line, servings } of cookedLines(meal)) {
      const times = fraction(servings, recipe.servings);
      if (line.isHeading || addCooked(requirements, line, times, purpose, foods)) continue;
      const id = lineId(recipe, line.text, idCounts);
      // Of a recipe in the recipe, half a batch is required.
      const lineTimes = line.times ? multiply(times, line.times) : times;
      requirements.lines.push({ id, text: line.text, times: lineTimes, purpose });
    }
  }
  const buyers = itemsThatBuy(operations);
  for (const operation of operations) {
    if (operation.kind !== 'add') continue;
    const { text, opId } = operation;
    const [line, purpose] = [understand(text), { added: text, opId }];
    if (addAdded(requirements, line, purpose, foods, buyers.get(opId))) continue;
    requirements.lines.push({ id: addedItemId(opId), text, times: ONE, purpose });
  }
  for (const whole of PARTS_OF.keys()) buyWhole(requirements, whole, foods);
  return requirements;
}

/**
 * Replaces the parts of a food that meals require by whole pieces: one lemon gives juice and zest. What somebody added
 * by hand stays as it is.
 */
function buyWhole(requirements: Requirements, wholeId: string, foods: FoodCatalogue): void {
  const whole = foods.find(wholeId);
  if (!whole) return;
  const parts: { id: string; pieces: Fraction }[] = [];
  const usedWhole = piecesIn(requirements.foods.get(wholeId));
  for (const id of PARTS_OF.get(wholeId) ?? []) {
    const part = requirements.foods.get(id);
    if (!part || part.added.size > 0) continue;
    // An amount that is not a weight cannot be counted in lemons.
    if ([...part.cooked.amounts.keys()].some((unit) => unit !== 'g')) continue;
    parts.push({ id, pieces: piecesIn(part) });
    const entry = entryOf(requirements, whole);
    entry.cooked.isSome ||= part.cooked.isSome;
    entry.purposes.push(...part.purposes.filter((purpose) => !entry.purposes.includes(purpose)));
    requirements.foods.delete(id);
  }
  const pieces = piecesForParts(parts, usedWhole);
  if (compare(pieces, ZERO) > 0) {
    const { cooked } = entryOf(requirements, whole);
    addQuantity(cooked, { amount: pieces, unit: 'piece' }, whole.weights);
  }
}

/** How many pieces the meals require. */
function piecesIn(required: FoodRequirement | undefined): Fraction {
  return required ? piecesOf(required.food, required.cooked.amounts.get('g') ?? ZERO) : ZERO;
}

/** The lines of the dish and of its variant, and for how many servings. A line that both have occurs once. */
function cookedLines({ recipe, servings, variantServings = 0 }: CookedDish) {
  const { variant, ingredients } = recipe;
  if (!variant || variantServings === 0) return ingredients.map((line) => ({ line, servings }));
  const ofDish = ingredients.map((line) => ({
    line,
    servings: isLeftOut(line, variant) ? servings - variantServings : servings,
  }));
  const ofVariant = variant.ingredients.map((line) => ({ line, servings: variantServings }));
  return [...ofDish, ...ofVariant].filter((need) => need.servings > 0);
}

/** The items whose live ticks and removals buy a line, by the line. */
function itemsThatBuy(operations: readonly ListOperation[]): Map<string, Set<string>> {
  const items = new Map<string, Set<string>>();
  for (const operation of operations) {
    const { itemId = '' } = 'itemId' in operation ? operation : {};
    for (const line of linesBoughtBy(operation)) {
      items.getOrInsertComputed(line, () => new Set<string>()).add(itemId);
    }
  }
  return items;
}

/** Returns false if the line names no known food. */
function addCooked(
  requirements: Requirements,
  line: IngredientLine,
  times: Fraction,
  purpose: Purpose,
  foods: FoodCatalogue,
): boolean {
  const uses = usesOf(line, foods);
  for (const [index, use] of uses.entries()) {
    // A food without a price is tap water: a recipe that needs it buys none, but a hand-added line means a bottle.
    if (use.food.pricePerKg === 0) continue;
    const entry = entryOf(requirements, use.food);
    addQuantity(entry.cooked, use.bought && scale(use.bought, times), use.food.weights);
    if (entry.purposes.at(-1) !== purpose) entry.purposes.push(purpose);
    // The choice is between the first food of the line and others.
    if (index === 0) addAlternatives(entry, line, foods);
  }
  return uses.length > 0;
}

/**
 * Returns false if the line is an item of its own: it names no known food, or it was bought as something else. A device
 * that was offline has ticked the words, and an earlier catalogue knew the words as another food.
 */
function addAdded(
  requirements: Requirements,
  line: IngredientLine,
  purpose: AddedPurpose,
  foods: FoodCatalogue,
  buyers: ReadonlySet<string> = new Set(),
): boolean {
  const uses = usesOf(line, foods);
  const ids = new Set(uses.map(({ food }) => food.id));
  const isOwn = [...buyers].every((item) => !ids.has(parsePartId(item)?.foodId ?? ''));
  if (uses.length === 0 || (buyers.size > 0 && isOwn)) return false;
  for (const [index, use] of uses.entries()) {
    const entry = entryOf(requirements, use.food);
    const added = entry.added.getOrInsertComputed(purpose.opId, () => ({
      ...emptyRequirement(),
      purpose,
      isPart: ids.size > 1,
    }));
    addQuantity(added, use.bought, use.food.weights);
    if (index === 0) addAlternatives(entry, line, foods);
  }
  return true;
}

function addAlternatives(
  { alternatives }: FoodRequirement,
  { understood }: IngredientLine,
  foods: FoodCatalogue,
): void {
  for (const id of understood?.alternatives ?? []) {
    const food = foods.find(id);
    if (food && !alternatives.includes(food)) alternatives.push(food);
  }
}

function entryOf({ foods }: Requirements, food: Food): FoodRequirement {
  return foods.getOrInsertComputed(food.id, () => ({
    food,
    cooked: emptyRequirement(),
    added: new Map(),
    purposes: [],
    alternatives: [],
  }));
}

export function emptyRequirement(): Requirement {
  return { amounts: new Map(), counted: new Map(), isSome: false };
}

function addQuantity(requirement: Requirement, quantity: Quantity | undefined, weights: Weights): void {
  if (!quantity) {
    requirement.isSome = true;
    return;
  }
  const { amount, unit } = toBaseUnit(quantity, weights);
  addAmount(requirement.amounts, unit, amount);
  if (unit === 'g' && unitKind(quantity.unit) === 'count')
    addAmount(requirement.counted, quantity.unit, amount);
}

/** The unit in which most of the food is counted, if at least half of its weight is counted. */
export function mainCountUnit({ amounts, counted }: Requirement): Unit | undefined {
  const [most] = [...counted].toSorted(([firstKey, first], [secondKey, second]) => {
    return compare(second, first) || (firstKey < secondKey ? -1 : 1);
  });
  const all = [...counted.values()].reduce(add, ZERO);
  return compare(add(all, all), amounts.get('g') ?? ZERO) >= 0 ? most?.[0] : undefined;
}

/** By recipe and text, so that ticks survive when a meal moves; equal lines are numbered. */
function lineId(recipe: Recipe, text: string, idCounts: Map<string, number>): string {
  const id = `line:${recipe.id}:${hashText(text)}`;
  const count = (idCounts.get(id) ?? 0) + 1;
  idCounts.set(id, count);
  return count === 1 ? id : `${id}:${count}`;
}

/** 64 bits by FNV-1a in two halves: collisions matter only within one recipe. */
function hashText(text: string): string {
  return [0x811c9dc5, 0x9dc5811c]
    .map((start) => {
      let hash = start;
      for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      return (hash >>> 0).toString(36);
    })
    .join('');
}
