/** Loads the cookbook's recipes from `cookbook/recipes`, once. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCooklang } from '#domain/recipe/cooklang.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { UserError } from '#domain/user-error.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import type { Recipe } from '#domain/recipe/recipe.ts';
import { getFoods } from './foods.ts';
import { lazy, type Steps } from './lazy.ts';

export type RecipeCatalogue = {
  readonly recipes: readonly Recipe[];
  readonly find: (id: string) => Recipe | undefined;
};

export const RECIPES_FOLDER = fileURLToPath(new URL('../../cookbook/recipes', import.meta.url));

export const lazyRecipes = lazy(() => recipesByFile(RECIPES_FOLDER, getFoods()));

export function getRecipes(): RecipeCatalogue {
  return lazyRecipes.get();
}

export function readRecipes(folder: string, foods: FoodCatalogue): RecipeCatalogue {
  return lazy(() => recipesByFile(folder, foods)).get();
}

/** One folder per slot; the file name is the id of the recipe and must be unique. */
function* recipesByFile(folder: string, foods: FoodCatalogue): Steps<RecipeCatalogue> {
  const byId = new Map<string, Recipe>();
  for (const meal of SLOTS) {
    for (const file of readdirSync(join(folder, meal)).toSorted()) {
      const id = basename(file, '.cook');
      if (byId.has(id)) throw new UserError(`There are two recipes with the id ${id}.`);
      byId.set(id, parseCooklang(id, readFileSync(join(folder, meal, file), 'utf8'), foods));
      yield;
    }
  }
  return { recipes: [...byId.values()], find: (id) => byId.get(id) };
}
