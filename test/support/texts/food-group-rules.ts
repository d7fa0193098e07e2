/**
 * Rules by which tests find foods that are missing from a food group. A rule does not read the lists of the groups, but
 * the names, allergens, diets and aisles of the foods.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { getFoods } from '#cookbook/foods.ts';
import type { Food } from '#domain/food/food.ts';

const { foods, findGroup } = getFoods();

/** Why foods that a rule finds do not belong to the group: ids with spaces between them, and the reason. */
export type Exceptions = { [foodIds: string]: string };

function isExcepted(food: Food, exceptions: Exceptions): boolean {
  return Object.keys(exceptions).some((ids) => ids.split(' ').includes(food.id));
}

export function members(id: string): ReadonlySet<string> {
  const found = findGroup(`group:${id}`);
  if (!found) throw new Error(`no group ${id}`);
  return found.foodIds;
}

export function namesOf({ names }: Food, language: 'en' | 'de'): string[] {
  return names[language].flatMap(({ singular, plural }) => [singular, plural]);
}

/** Fails with the foods that the rule finds and that are neither in the group nor exceptions, and stale exceptions. */
export function checkRule(id: string, isFound: (food: Food) => boolean, exceptions: Exceptions = {}): void {
  const outside = foods.filter((food) => !members(id).has(food.id) && isFound(food));
  deepStrictEqual(
    outside.filter((food) => !isExcepted(food, exceptions)).map((food) => food.id),
    [],
    `missing from ${id}`,
  );
  const stale = Object.keys(exceptions)
    .flatMap((ids) => ids.split(' '))
    .filter((id) => !outside.some((food) => food.id === id));
  deepStrictEqual(stale, [], 'no longer exceptions');
}

/** A reason of exceptions. */
export const VEGAN = 'without meat, fish, milk or eggs';
