/**
 * The contents of a recipe for the checker, derived from the foods of its lines independently of the program:
 * it uses no dish, tag or list of allergens that the program made.
 */
import type { Allergen, Diet, Food } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import type { BookRecipe, Variant } from '#domain/recipe/book-recipe.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import type { Rule } from '#domain/preferences/preferences.ts';
import { groupsByFood } from './food-groups.ts';

/** What decides for whom a recipe is. */
export type Contents = {
  /** Whether all ingredients are known. */
  isCertain: boolean;
  /** All foods that it names, alternatives too, and `group:…` for their groups. */
  foodIds: Set<string>;
  allergens: Set<Allergen>;
  broken: Set<Diet>;
};

export type RecipeFacts = Contents & {
  recipe: Recipe;
  /** Until the meal is on the table. A dish that waits five hours or more is started long before. */
  clockMinutes: number;
  freezes: boolean;
  /** The recipe with other ingredients, for eaters who do not eat it as it is. */
  variant?: Contents;
  variantTitle?: string;
  /** What the family calls the recipe. */
  ownTags: readonly string[];
};

export type Facts = ReadonlyMap<string, RecipeFacts>;

export function factsFor(facts: Facts, recipeId: string): RecipeFacts {
  const found = facts.get(recipeId);
  if (!found) throw new Error(`unknown recipe ${recipeId}`);
  return found;
}

type OwnTags = { readonly [recipeId: string]: readonly string[] };

export function factsOf(recipes: readonly Recipe[], { foods }: FoodCatalogue, tags: OwnTags = {}): Facts {
  const byId = new Map(foods.map((food) => [food.id, food]));
  const groups = groupsByFood();
  const contentsOf = (lines: readonly IngredientLine[]): Contents => {
    const ids = lines.flatMap(({ understood }) =>
      understood
        ? [understood.food, ...understood.alternatives, ...understood.also.map(({ food }) => food)]
        : [undefined],
    );
    const used = ids.map((id) => (id === undefined ? undefined : byId.get(id)));
    const eaten = used.filter((food) => food !== undefined);
    const isUnsure = lines.some(({ understood }) => understood?.isSure === false);
    return {
      isCertain: used.length > 0 && !used.includes(undefined) && !isUnsure,
      foodIds: new Set(eaten.flatMap(({ id }) => [id, ...(groups.get(id) ?? [])])),
      allergens: new Set(eaten.flatMap(({ allergens, mayContain }) => [...allergens, ...mayContain])),
      broken: new Set([
        ...eaten.flatMap(({ breaks, mayBreak }) => [...breaks, ...mayBreak]),
        ...(mixesMeatAndMilk(eaten) ? (['kosher-style'] as const) : []),
      ]),
    };
  };
  return new Map(
    recipes.map((recipe: Recipe & Partial<BookRecipe>) => {
      const { ingredients, variant, activeMinutes, totalMinutes } = recipe;
      const facts = {
        recipe,
        ...contentsOf(ingredients),
        clockMinutes: totalMinutes - activeMinutes < 300 ? totalMinutes : activeMinutes,
        freezes: recipe.freezes === true,
        ownTags: tags[recipe.id] ?? [],
        ...(variant && {
          variant: contentsOf(linesOfVariant(ingredients, variant)),
          variantTitle: variant.title,
        }),
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

function linesOfVariant(
  lines: readonly IngredientLine[],
  { without, ingredients }: Variant,
): IngredientLine[] {
  return [...lines.filter((line) => !without.some((id) => id === line.understood?.food)), ...ingredients];
}

/**
 * Ignores case; a title must contain the text as whole words. What is unknown may be what is never to be eaten. `variant`:
 * what some of the eaters get instead.
 */
export function recipeCounts(facts: RecipeFacts, rule: Rule, variant?: Contents): boolean {
  const { recipe, isCertain, broken, ownTags } = facts;
  const { tag } = rule;
  const [, kind, value] = /^(\w+):(.*)$/.exec(tag.toLowerCase()) as unknown as [string, string, string];
  const isNever = rule.isHard && rule.atMost === 0;
  if (kind === 'food' || kind === 'group') {
    const foodKey = kind === 'food' ? value : tag;
    const hasFood = (contents: Contents): boolean =>
      contents.foodIds.has(foodKey) || (isNever && !contents.isCertain);
    return hasFood(facts) || (isNever && variant !== undefined && hasFood(variant));
  }
  if (kind === 'protein') {
    const group = `group:${value}`;
    const isAdded = isNever && !facts.foodIds.has(group) && variant?.foodIds.has(group);
    return recipe.protein.toLowerCase() === value || isAdded === true;
  }
  if (kind === 'cuisine') return value !== '' && recipe.cuisine.toLowerCase() === value;
  if (kind === 'tag') return ownTags.some((own) => own.toLowerCase() === value);
  if (kind === 'diet') return isCertain && ![...broken].some((diet) => diet === value);
  return ` ${wordsOf(recipe.title)} `.includes(` ${wordsOf(value)} `);
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(' ');
}
