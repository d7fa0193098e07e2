/**
 * The foods of a line, and what is known of them. Some brands of a food contain an allergen; a member can say that the
 * family's brand does not. That never hides an allergen that a food surely has, and counts for the foods and allergens
 * that were named when it was said: another food or another possible allergen of the same words warns again.
 */
import { type Allergen, ALLERGENS, DIET_OF_ALLERGEN, type Food } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { FreeBrands, IngredientLine } from './ingredient-line.ts';

/** Every food that the line names. */
export function foodIdsOf({ understood, named = [] }: IngredientLine): readonly string[] {
  if (!understood) return named;
  const { food, alternatives, also } = understood;
  return [food, ...alternatives, ...also.map((extra) => extra.food)];
}

/** As the line says what they contain; without those that are not in the catalogue. */
export function foodsOfLine(line: IngredientLine, foods: FoodCatalogue): Food[] {
  const without = new Set(line.understood?.without);
  return foodIdsOf(line).flatMap((id, at) => {
    const food = foods.find(id);
    return food ? (at === 0 ? doubted(food, without) : food) : [];
  });
}

/** A food that a line says is without some allergens: what it usually holds is only possible. */
function doubted(food: Food, without: ReadonlySet<Allergen>): Food {
  if (without.size === 0) return food;
  const { allergens, mayContain, breaks, mayBreak } = food;
  return {
    ...food,
    allergens: allergens.difference(without),
    mayContain: mayContain.union(allergens.intersection(without)),
    breaks: new Set(),
    mayBreak: mayBreak.union(breaks),
  };
}

/** The foods of the line as the family buys them. */
export function brandsOfLine(line: IngredientLine, foods: FoodCatalogue): readonly Food[] {
  const named = foodsOfLine(line, foods);
  const brands = line.answer?.brands;
  if (!brands) return named;
  return named.map((food) => (Object.hasOwn(brands, food.id) ? brandOf(food, brands[food.id] ?? []) : food));
}

/** The brand of a food that is free from these allergens, and satisfies the diets that say no more. */
function brandOf(food: Food, free: readonly Allergen[]): Food {
  const mayContain = food.mayContain.difference(new Set(free));
  const satisfied = new Set(free.flatMap((allergen) => DIET_OF_ALLERGEN[allergen] ?? []));
  for (const allergen of mayContain) {
    const diet = DIET_OF_ALLERGEN[allergen];
    if (diet) satisfied.delete(diet);
  }
  return { ...food, mayContain, mayBreak: food.mayBreak.difference(satisfied) };
}

/** Whether some brands of its foods contain an allergen that others do not. Quick, since most lines have none. */
export function hasBrands(line: IngredientLine, foods: FoodCatalogue): boolean {
  return (
    foodIdsOf(line).some((id) => foods.find(id)?.mayContain.size) || line.understood?.without !== undefined
  );
}

/** What only some brands of its foods contain, and none of them surely. */
export function possibleAllergens(line: IngredientLine, foods: FoodCatalogue): Allergen[] {
  if (!hasBrands(line, foods)) return [];
  const named = foodsOfLine(line, foods);
  return ALLERGENS.filter(
    (allergen) =>
      named.some(({ mayContain }) => mayContain.has(allergen)) &&
      named.every(({ allergens }) => !allergens.has(allergen)),
  );
}

/** The answer that the family's brands of the foods of this line are free from these allergens. */
export function freeBrandsOf(
  line: IngredientLine,
  free: readonly Allergen[],
  foods: FoodCatalogue,
): FreeBrands {
  const entries = foodsOfLine(line, foods).map(
    ({ id, mayContain }) => [id, free.filter((allergen) => mayContain.has(allergen))] as const,
  );
  return Object.fromEntries(entries.filter(([, allergens]) => allergens.length > 0));
}
