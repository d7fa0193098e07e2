/**
 * The contents of a recipe for the checker, derived from the foods of its lines independently of the program:
 * it uses no dish, tag or list of allergens that the program made.
 */
import type { Allergen, Diet, Food } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import type { Tag } from '#domain/preferences/preferences.ts';

export type RecipeFacts = {
  recipe: Recipe;
  /** Whether all ingredients are known. */
  isCertain: boolean;
  foodIds: Set<string>;
  allergens: Set<Allergen>;
  broken: Set<Diet>;
};

export function factsOf(recipes: readonly Recipe[], { foods }: FoodCatalogue): Map<string, RecipeFacts> {
  const byId = new Map(foods.map((food) => [food.id, food]));
  const mentions = new Map<string, Food[]>();
  const mentioned = (text: string): Food[] => {
    const known = mentions.get(text) ?? foods.filter((food) => isNamedIn(food, text));
    mentions.set(text, known);
    return known;
  };
  return new Map(
    recipes.map((recipe) => {
      const lines = recipe.ingredients.map(({ understood }) => understood);
      const used = lines.map((line) => line && byId.get(line.food));
      const named = lines.flatMap((line) => (line?.preparation ? mentioned(line.preparation) : []));
      const eaten = [...used.filter((food) => food !== undefined), ...named];
      const facts = {
        recipe,
        isCertain: used.length > 0 && !used.includes(undefined),
        foodIds: new Set(used.flatMap((food) => (food ? [food.id] : []))),
        allergens: new Set(eaten.flatMap(({ allergens }) => [...allergens])),
        broken: new Set(eaten.flatMap(({ breaks }) => [...breaks])),
      };
      return [recipe.id, facts];
    }),
  );
}

/** As whole words, ignoring case. */
function isNamedIn({ names }: Food, text: string): boolean {
  const words = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{M}'-]+/gu, ' ')} `;
  return [...names.en, ...names.de].some(({ singular, plural }) =>
    [singular, plural].some((name) => words.includes(` ${name.toLowerCase()} `)),
  );
}

/** Ignores case; a title must contain the text as whole words. */
export function recipeHasTag({ recipe, isCertain, broken }: RecipeFacts, tag: Tag): boolean {
  const [, kind, value] = /^(\w+):(.*)$/.exec(tag.toLowerCase()) as unknown as [string, string, string];
  if (kind === 'protein') return recipe.protein.toLowerCase() === value;
  if (kind === 'cuisine') return value !== '' && recipe.cuisine.toLowerCase() === value;
  if (kind === 'diet') return isCertain && ![...broken].some((diet) => diet === value);
  return ` ${wordsOf(recipe.title)} `.includes(` ${wordsOf(value)} `);
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}
