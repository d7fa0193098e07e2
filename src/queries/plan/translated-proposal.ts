/** Proposals with the titles of a language: the planner knows dishes by their English ones. */
import { findTranslation } from '#cookbook/translations.ts';
import type { Proposal, ProposedMeal } from '#domain/proposal/proposal.ts';
import type { Language } from '#languages/language.ts';

export function translateProposal(proposal: Proposal, language: Language): Proposal {
  const meals = proposal.meals.map((meal) =>
    'title' in meal ? withVariantIn(withTitleIn(meal, language), language) : meal,
  );
  const offers = proposal.offers.map((offer) =>
    offer.cause ? { ...offer, cause: withTitleIn(offer.cause, language) } : offer,
  );
  return { ...proposal, meals, offers };
}

function withVariantIn(meal: ProposedMeal, language: Language): ProposedMeal {
  if (meal.kind !== 'cooked' || !meal.variant) return meal;
  const title = findTranslation(meal.recipeId, language)?.variant?.title ?? meal.variant.title;
  return { ...meal, variant: { ...meal.variant, title } };
}

export function withTitleIn<Dish extends { recipeId: string; title: string }>(
  dish: Dish,
  language: Language,
): Dish {
  return { ...dish, title: findTranslation(dish.recipeId, language)?.title ?? dish.title };
}
