/**
 * The contents of a recipe for the checker, derived from the foods of its lines independently of the program:
 * it uses no dish, tag or list of allergens that the program made.
 */
import type { Allergen, Diet, Food } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import type { Rule } from '#domain/preferences/preferences.ts';
import { groupsByFood } from './food-groups.ts';

export type RecipeFacts = {
  recipe: Recipe;
  /** Whether all ingredients are known. */
  isCertain: boolean;
  /** All foods that it names, alternatives too, and `group:…` for their groups. */
  foodIds: Set<string>;
  allergens: Set<Allergen>;
  broken: Set<Diet>;
};

export function factsOf(recipes: readonly Recipe[], { foods }: FoodCatalogue): Map<string, RecipeFacts> {
  const byId = new Map(foods.map((food) => [food.id, food]));
  const groups = groupsByFood();
  return new Map(
    recipes.map((recipe) => {
      const lines = recipe.ingredients.map(({ understood }) => understood);
      const ids = lines.flatMap((line) =>
        line ? [line.food, ...line.alternatives, ...line.also.map(({ food }) => food)] : [undefined],
      );
      const used = ids.map((id) => (id === undefined ? undefined : byId.get(id)));
      const eaten = used.filter((food) => food !== undefined);
      const facts = {
        recipe,
        isCertain:
          used.length > 0 && !used.includes(undefined) && !lines.some((line) => line?.isSure === false),
        foodIds: new Set(used.flatMap((food) => (food ? [food.id, ...(groups.get(food.id) ?? [])] : []))),
        allergens: new Set(eaten.flatMap(({ allergens, mayContain }) => [...allergens, ...mayContain])),
        broken: new Set([
          ...eaten.flatMap(({ breaks, mayBreak }) => [...breaks, ...mayBreak]),
          ...(mixesMeatAndMilk(eaten) ? (['kosher-style'] as const) : []),
        ]),
      };
      return [recipe.id, facts];
    }),
  );
}

function mixesMeatAndMilk(eaten: readonly Food[]): boolean {
  const hasMeat = eaten.some(({ aisle, breaks }) => aisle !== 'dairy' && breaks.has('pescatarian'));
  return (
    hasMeat && eaten.some(({ allergens, mayContain }) => allergens.has('milk') || mayContain.has('milk'))
  );
}

/** Ignores case; a title must contain the text as whole words. What is unknown may be what is never to be eaten. */
export function recipeCounts(facts: RecipeFacts, { tag, atMost, isHard }: Rule): boolean {
  const { recipe, isCertain, broken, foodIds } = facts;
  const [, kind, value] = /^(\w+):(.*)$/.exec(tag.toLowerCase()) as unknown as [string, string, string];
  if (kind === 'food' || kind === 'group') {
    return foodIds.has(kind === 'food' ? value : tag) || (isHard && atMost === 0 && !isCertain);
  }
  if (kind === 'protein') return recipe.protein.toLowerCase() === value;
  if (kind === 'cuisine') return value !== '' && recipe.cuisine.toLowerCase() === value;
  if (kind === 'diet') return isCertain && ![...broken].some((diet) => diet === value);
  return ` ${wordsOf(recipe.title)} `.includes(` ${wordsOf(value)} `);
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}
