/** Loads the food catalogue from `cookbook/foods`, `food-groups.txt` and `food-kinds.txt`, once. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AISLES, type Food } from '#domain/food/food.ts';
import { type FoodCatalogue, foodCatalogueInSteps } from '#domain/food/food-catalogue.ts';
import { parseFoods } from '#domain/food/food-file.ts';
import type { FoodGroup } from '#domain/food/food-group.ts';
import { parseFoodKinds } from '#domain/food/food-kind-file.ts';
import { parseFoodGroups } from '#domain/food/food-group-file.ts';
import { UserError } from '#domain/user-error.ts';
import { lazy, type LoadSteps } from './lazy.ts';

export const FOODS_FOLDER = fileURLToPath(new URL('../../cookbook/foods', import.meta.url));
export const FOOD_GROUPS_FILE = fileURLToPath(new URL('../../cookbook/food-groups.txt', import.meta.url));
export const FOOD_KINDS_FILE = fileURLToPath(new URL('../../cookbook/food-kinds.txt', import.meta.url));

export const lazyFoods = lazy(() => foodsByFile(FOODS_FOLDER, FOOD_GROUPS_FILE));

export function getFoods(): FoodCatalogue {
  return lazyFoods.get();
}

/** Without groups, whose file is for the foods of this program. */
export function readFoods(folder = FOODS_FOLDER): FoodCatalogue {
  return lazy(() => foodsByFile(folder)).get();
}

/** Whether a dislike or a rule can name it: a food by its id, or a group by its key. */
export function isFoodOrGroup(foodKey: string): boolean {
  const { find, findGroup } = getFoods();
  return (find(foodKey) ?? findGroup(foodKey)) !== undefined;
}

function* foodsByFile(folder: string, groupsFile?: string): LoadSteps<FoodCatalogue> {
  const foods: Food[] = [];
  for (const file of readdirSync(folder)) {
    const aisle = AISLES.find((name) => file === `${name}.txt`);
    if (!aisle) throw new UserError(`${join(folder, file)} is none of the aisles: ${AISLES.join(', ')}.`);
    foods.push(...parseFoods(aisle, readFileSync(join(folder, file), 'utf8')));
    yield;
  }
  const groups = groupsFile === undefined ? [] : readGroups(groupsFile, foods);
  const kinds = parseFoodKinds(basename(FOOD_KINDS_FILE), readFileSync(FOOD_KINDS_FILE, 'utf8'));
  return yield* foodCatalogueInSteps(foods, groups, kinds);
}

function readGroups(file: string, foods: readonly Food[]): FoodGroup[] {
  const ids = new Set(foods.map(({ id }) => id));
  return parseFoodGroups(basename(file), readFileSync(file, 'utf8'), (id) => ids.has(id));
}
