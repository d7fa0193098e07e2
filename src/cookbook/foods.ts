/** Loads the food catalogue from `cookbook/foods`, once. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AISLES, type Food } from '#domain/food/food.ts';
import { type FoodCatalogue, foodCatalogueInSteps } from '#domain/food/food-catalogue.ts';
import { parseFoods } from '#domain/food/food-file.ts';
import { UserError } from '#domain/user-error.ts';
import { lazy, type Steps } from './lazy.ts';

export const FOODS_FOLDER = fileURLToPath(new URL('../../cookbook/foods', import.meta.url));

export const lazyFoods = lazy(() => foodsByFile(FOODS_FOLDER));

export function getFoods(): FoodCatalogue {
  return lazyFoods.get();
}

export function readFoods(folder = FOODS_FOLDER): FoodCatalogue {
  return lazy(() => foodsByFile(folder)).get();
}

function* foodsByFile(folder: string): Steps<FoodCatalogue> {
  const foods: Food[] = [];
  for (const file of readdirSync(folder)) {
    const aisle = AISLES.find((name) => file === `${name}.txt`);
    if (!aisle) throw new UserError(`${join(folder, file)} is none of the aisles: ${AISLES.join(', ')}.`);
    foods.push(...parseFoods(aisle, readFileSync(join(folder, file), 'utf8')));
    yield;
  }
  return yield* foodCatalogueInSteps(foods);
}
