/** Reads the food catalogue from `cookbook/foods`, once. What a food is, the domain decides. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AISLES } from '#domain/food.ts';
import { type FoodCatalogue, makeFoodCatalogue } from '#domain/food-catalogue.ts';
import { parseFoods } from '#domain/food-text.ts';
import { Mistake } from '#domain/mistake.ts';

const FOLDER = fileURLToPath(new URL('../../cookbook/foods', import.meta.url));
let catalogue: FoodCatalogue | undefined;

export function getFoods(): FoodCatalogue {
  catalogue ??= readFoods();
  return catalogue;
}

export function readFoods(folder = FOLDER): FoodCatalogue {
  const foods = readdirSync(folder).flatMap((file) => {
    const aisle = AISLES.find((name) => file === `${name}.txt`);
    if (!aisle) throw new Mistake(`${join(folder, file)} is none of the aisles: ${AISLES.join(', ')}.`);
    return parseFoods(aisle, readFileSync(join(folder, file), 'utf8'));
  });
  return makeFoodCatalogue(foods);
}
