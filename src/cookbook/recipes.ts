/** Loads the cookbook's recipes from `cookbook/recipes`, once. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCooklang } from '#domain/recipe/cooklang.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { UserError } from '#domain/user-error.ts';
import { BASE_LANGUAGE, type Language } from '#languages/language.ts';
import type { BookRecipe } from '#domain/recipe/book-recipe.ts';
import { getFoods } from './foods.ts';
import { lazy, type LoadSteps } from './lazy.ts';

export type RecipeCatalogue = {
  readonly recipes: readonly BookRecipe[];
  readonly find: (id: string) => BookRecipe | undefined;
};

export const RECIPES_FOLDER = fileURLToPath(new URL('../../cookbook/recipes', import.meta.url));

export const lazyRecipes = lazy(() => recipesByFile(RECIPES_FOLDER, getFoods()));

export function getRecipes(): RecipeCatalogue {
  return lazyRecipes.get();
}

/** The id itself, or that of the dish into which its dish was merged. */
export function currentRecipeId(id: string): string {
  return getRecipes().find(id)?.id ?? id;
}

export function readRecipes(folder: string, foods: FoodCatalogue): RecipeCatalogue {
  return lazy(() => recipesByFile(folder, foods)).get();
}

/** Paths of the recipes in all folders: `dinner/borscht.cook`. Translations are beside them: `borscht.de.cook`. */
export function recipeFiles(folder: string, language: Language = BASE_LANGUAGE): string[] {
  const ending = language === BASE_LANGUAGE ? '.cook' : `.${language}.cook`;
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
    .filter((path) => path.endsWith(ending) && !path.slice(0, -ending.length).includes('.'))
    .toSorted();
}

/** The name of a file is the id of its recipe and must be unique in all folders. */
function* recipesByFile(folder: string, foods: FoodCatalogue): LoadSteps<RecipeCatalogue> {
  const byId = new Map<string, BookRecipe>();
  const add = (id: string, recipe: BookRecipe): void => {
    if (byId.has(id)) throw new UserError(`There are two recipes with the id ${id}.`);
    byId.set(id, recipe);
  };
  const recipes: BookRecipe[] = [];
  for (const file of recipeFiles(folder)) {
    const id = basename(file, '.cook');
    const recipe = parseCooklang(id, readFileSync(join(folder, file), 'utf8'), foods);
    recipes.push(recipe);
    add(id, recipe);
    for (const former of recipe.formerIds) add(former, recipe);
    yield;
  }
  return { recipes, find: (id) => byId.get(id) };
}
