/** The recipes that are suggested for a typed text. Suggestions are optional: a failed request is not repeated. */
import { useQuery } from '@tanstack/react-query';
import type { Meal } from '#domain/plan/plan.ts';
import type { WarnedCard } from '#http/endpoints/recipe/recipe-schemas.ts';
import { queries } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { findRecipes, type SearchOptions } from './link-title.ts';
import { variantOf } from './warnings/variant-toggle.tsx';

export function useSuggestedRecipes(
  search: string,
  isEnabled: boolean,
  { limit, place }: SearchOptions = {},
) {
  const { language } = useTranslation();
  return useQuery(
    {
      queryKey: ['suggestions', search, language, limit, place],
      queryFn: ({ signal }) => findRecipes(search, language, { signal, limit, place }),
      placeholderData: (before) => before,
      enabled: isEnabled,
      retry: false,
    },
    queries,
  );
}

/** With the variant that the sign of the recipe promises. */
export function mealOfRecipe({ title, id, servings, variantOffer }: WarnedCard): Meal {
  return {
    description: title,
    recipeId: id,
    servings,
    ...(variantOffer && { variant: variantOf(variantOffer) }),
  };
}
