/** The course of a recipe as a category, in the words that apps and pages use for it. */
import type { Course } from '#domain/recipe/course.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';

const WORDS: Readonly<Record<Exclude<Course, 'main'>, string>> = {
  side: 'side dish',
  salad: 'salad',
  dessert: 'dessert',
  drink: 'drink',
};

/** None for a main dish, and none if the source of the recipe has this category. */
export function courseWords({ course = 'main', about }: RecipeSource): string[] {
  if (course === 'main') return [];
  const has = about?.categories?.some((category) => category.toLowerCase() === WORDS[course]);
  return has ? [] : [WORDS[course]];
}
