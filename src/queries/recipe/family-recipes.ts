/** Finds recipes that a family can cook: the cookbook's and its own. */
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import type { KnownRecipes, Meal } from '#domain/plan/plan.ts';
import { allLinesOf, type AnyRecipe, type BookRecipe, withLines } from '#domain/recipe/book-recipe.ts';
import { recipeFrom } from '#domain/recipe/recipe-source.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { findRecipe, findRecipeIds, findRecipes, type OwnRecipe } from '#storage/tables/recipe/recipes.ts';
import type { Db } from '#storage/schema.ts';
import { parseFamilyLines, withAnswers } from './family-lines.ts';
import { readSubRecipes, subRecipeFinder, usableSources } from './sub-recipes.ts';

/** `own` is the recipe as it was typed, if it is the family's own. */
export type FamilyRecipe = { recipe: Recipe; own?: OwnRecipe };

export async function findFamilyRecipe(
  db: Db,
  family: string,
  id: string,
): Promise<FamilyRecipe | undefined> {
  const recipe = getRecipes().find(id);
  if (recipe) {
    const [answered = recipe] = await withAnswersToBook(db, family, [recipe]);
    return { recipe: answered };
  }
  const own = await findRecipe(db, family, id);
  return own && { recipe: await parseOwnRecipe(db, family, own), own };
}

/** The recipes of these meals, by the id that the meal has, which can be a former one. Without deleted recipes. */
export async function findRecipesOfMeals(
  db: Db,
  family: string,
  meals: readonly RecipeReference[],
): Promise<ReadonlyMap<string, AnyRecipe>> {
  const { find } = getRecipes();
  const ids = recipeIdsOf(meals);
  const own = await findRecipes(
    db,
    family,
    ids.filter((id) => !find(id)),
  );
  const recipes = new Map<string, AnyRecipe>();
  // By this id, not by the recipe's own: a plan may name a dish that was merged into another.
  const book = ids.flatMap((id) => {
    const recipe = find(id);
    return recipe ? [{ id, recipe }] : [];
  });
  const answered = await withAnswersToBook(
    db,
    family,
    book.map(({ recipe }) => recipe),
  );
  for (const [at, { id }] of book.entries()) recipes.set(id, answered[at] as BookRecipe);
  for (const recipe of await parseOwnRecipes(db, family, own)) recipes.set(recipe.id, recipe);
  return recipes;
}

/** Those recipes of these meals that exist, by the id that the meal names. */
export async function findKnownRecipes(
  db: Db,
  family: string,
  meals: readonly RecipeReference[],
): Promise<KnownRecipes> {
  const { find } = getRecipes();
  const ids = recipeIdsOf(meals);
  const own = await findRecipeIds(
    db,
    family,
    ids.filter((id) => !find(id)),
  );
  const known = new Map(own.map((id) => [id, { hasVariant: false }]));
  for (const id of ids) {
    const recipe = find(id);
    if (recipe) known.set(id, { hasVariant: recipe.variant !== undefined });
  }
  return known;
}

export async function parseOwnRecipe(
  db: Db,
  family: string,
  own: Pick<OwnRecipe, 'id' | 'source'>,
): Promise<Recipe> {
  const [recipe] = await parseOwnRecipes(db, family, [own]);
  if (!recipe) throw new Error('A recipe was not parsed.');
  return recipe;
}

/** Recipes of the cookbook with what the family said about its brands, with one query for all of their lines. */
async function withAnswersToBook(
  db: Db,
  family: string,
  recipes: readonly BookRecipe[],
): Promise<BookRecipe[]> {
  const lines = new Set(recipes.flatMap(allLinesOf));
  const answered = await withAnswers(db, family, [...lines]);
  const byLine = new Map([...lines].map((line, at) => [line, answered[at] ?? line]));
  return recipes.map((recipe) => withLines(recipe, byLine));
}

/** With one query for the answers to all of their lines, and one for each level of the recipes that they use. */
async function parseOwnRecipes(
  db: Db,
  family: string,
  own: readonly Pick<OwnRecipe, 'id' | 'source'>[],
): Promise<Recipe[]> {
  const roots = own.map(({ source }) => source);
  const read = await readSubRecipes(roots, (ids) => findRecipes(db, family, ids));
  const used = usableSources(roots, read).map(({ source }) => source);
  const texts = new Set([...roots, ...used].flatMap(({ ingredients }) => ingredients));
  const lines = await parseFamilyLines(db, family, [...texts]);
  const byText = new Map(lines.map((line) => [line.text, line]));
  const parse = (text: string): IngredientLine => byText.get(text) ?? { text };
  const find = subRecipeFinder(read, parse);
  return own.map(({ id, source }) =>
    recipeFrom(id, source, { lines: source.ingredients.map(parse), find }, getFoods()),
  );
}

/** All ids under which the dish may be stored. */
export function recipeIdsOfDish(id: string): string[] {
  const recipe = getRecipes().find(id);
  return recipe ? [recipe.id, ...recipe.formerIds] : [id];
}

type RecipeReference = Pick<Meal, 'recipeId'> | null | undefined;

function recipeIdsOf(meals: readonly RecipeReference[]): string[] {
  return [...new Set(meals.flatMap((meal) => meal?.recipeId ?? []))];
}
