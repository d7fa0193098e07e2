/** Proposals with the titles of a language: the planner knows dishes by their English ones. */
import { findTranslation } from '#cookbook/translations.ts';
import type { Proposal } from '#domain/proposal/proposal.ts';
import type { BookLanguage } from '#domain/recipe/book-recipe.ts';

export function translateProposal(proposal: Proposal, language: BookLanguage): Proposal {
  const meals = proposal.meals.map((meal) => ('title' in meal ? withTitleIn(meal, language) : meal));
  return { ...proposal, meals };
}

export function withTitleIn<Dish extends { recipeId: string; title: string }>(
  dish: Dish,
  language: BookLanguage,
): Dish {
  return { ...dish, title: findTranslation(dish.recipeId, language)?.title ?? dish.title };
}
