/**
 * What the meals of a week and the lines that people added need, before anything is taken off. Each food
 * once, whatever its lines call it; a line that names no known food stays by itself, as it was typed.
 */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Food } from '#domain/food/food.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import type { Place } from '#domain/plan/plan.ts';
import { type Fraction, ONE, fraction } from '#domain/quantity/fraction.ts';
import { scale } from '#domain/quantity/quantity.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import type { Purpose } from './item.ts';
import { type ListOperation, addedItemId } from './operations.ts';
import { type Need, addNeed, noNeed } from './sum.ts';

/** A meal that is cooked from a recipe, for so many: a whole number. */
export type CookedMeal = Place & {
  readonly description: string;
  readonly recipe: Recipe;
  readonly servings: number;
};

/** A food, what the meals need of it, what was added by hand, and what for. */
export type FoodNeed = {
  readonly food: Food;
  readonly cooked: Need;
  readonly added: Need;
  readonly purposes: Purpose[];
};

/** A line as typed. */
export type LineNeed = {
  readonly id: string;
  readonly text: string;
  readonly times: Fraction;
  readonly purpose: Purpose;
};

/** What a line means. */
export type Understand = (text: string) => IngredientLine;

export type Needs = { readonly foods: Map<string, FoodNeed>; readonly lines: LineNeed[] };

/** The meals in their order, since equal lines are told apart by it; and what is live of the operations. */
export function gatherNeeds(
  meals: readonly CookedMeal[],
  operations: readonly ListOperation[],
  foods: FoodCatalogue,
  understand: Understand,
): Needs {
  const needs: Needs = { foods: new Map(), lines: [] };
  const seen = new Map<string, number>();
  for (const { day, slot, description, recipe, servings } of meals) {
    const [purpose, times] = [{ day, slot, description }, fraction(servings, recipe.servings)];
    for (const line of recipe.ingredients) {
      if (needFood(needs, 'cooked', line, times, purpose, foods)) continue;
      needs.lines.push({ id: lineId(recipe, line.text, seen), text: line.text, times, purpose });
    }
  }
  for (const operation of operations) {
    if (operation.kind !== 'add') continue;
    const { text, opId } = operation;
    const [line, purpose] = [understand(text), { added: text, opId }];
    if (needFood(needs, 'added', line, ONE, purpose, foods)) continue;
    needs.lines.push({ id: addedItemId(opId), text, times: ONE, purpose });
  }
  return needs;
}

/** False where the line names no known food. */
function needFood(
  { foods: byId }: Needs,
  kind: 'cooked' | 'added',
  { understood }: IngredientLine,
  times: Fraction,
  purpose: Purpose,
  foods: FoodCatalogue,
): boolean {
  const food = understood && foods.find(understood.food);
  if (!food) return false;
  // What costs nothing runs from the tap. Whoever writes it down by hand wants a bottle.
  if (kind === 'cooked' && food.pricePerKg === 0) return true;
  const entry = byId.get(food.id) ?? { food, cooked: noNeed(), added: noNeed(), purposes: [] };
  byId.set(food.id, entry);
  const { quantity } = understood;
  addNeed(entry[kind], quantity && scale(quantity, times), food.weights);
  if (entry.purposes.at(-1) !== purpose) entry.purposes.push(purpose);
  return true;
}

/** By recipe and text, so that a moved meal keeps its ticks; equal lines are numbered. */
function lineId(recipe: Recipe, text: string, seen: Map<string, number>): string {
  const id = `line:${recipe.id}:${fingerprint(text)}`;
  const many = (seen.get(id) ?? 0) + 1;
  seen.set(id, many);
  return many === 1 ? id : `${id}:${many}`;
}

/** 64 bits of a text, by FNV-1a in two halves: only lines of one recipe need to differ. */
function fingerprint(text: string): string {
  return [0x811c9dc5, 0x9dc5811c]
    .map((start) => {
      let hash = start;
      for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      return (hash >>> 0).toString(36);
    })
    .join('');
}
