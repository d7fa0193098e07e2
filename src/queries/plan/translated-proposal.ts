/** Proposals with the titles of a language: the planner knows dishes by their English ones. */
import { findTranslation } from '#cookbook/translations.ts';
import type { Proposal, ProposedMeal, ProposedVariant } from '#domain/proposal/proposal.ts';
import type { Language } from '#languages/language.ts';
import { titleOfVariant } from './warnings.ts';

export function translateProposal(proposal: Proposal, language: Language): Proposal {
  const meals = proposal.meals.map((meal) => translateMeal(meal, language));
  const offers = proposal.offers.map((offer) =>
    offer.cause ? { ...offer, cause: withTitleIn(offer.cause, language) } : offer,
  );
  return { ...proposal, meals, offers };
}

export function translateMeal(meal: ProposedMeal, language: Language): ProposedMeal {
  if (meal.kind === 'cooked') return withTitlesIn(meal, language);
  return 'title' in meal ? withTitleIn(meal, language) : meal;
}

/** Of the dish and of its variant. */
export function withTitlesIn<
  Dish extends { recipeId: string; title: string; variant?: ProposedVariant | undefined },
>(dish: Dish, language: Language): Dish {
  const { recipeId, variant } = dish;
  const titled = withTitleIn(dish, language);
  if (!variant) return titled;
  return { ...titled, variant: { ...variant, title: titleOfVariant(recipeId, variant, language) } };
}

function withTitleIn<Dish extends { recipeId: string; title: string }>(dish: Dish, language: Language): Dish {
  return { ...dish, title: findTranslation(dish.recipeId, language)?.title ?? dish.title };
}
