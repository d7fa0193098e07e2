/** What an eater eats and does not eat, in one line. */
import type { Eater, Portion } from '#domain/preferences/preferences.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useFoods } from '#web/data/queries/preferences-queries.ts';

/** The portion of an eater without one. */
export const ADULT: Portion = 'adult';

export function useEaterSummary({ allergens, diets, dislikes, portion = ADULT }: Eater): string {
  const { t } = useTranslation();
  const { labelOf } = useFoods();
  const named = (isHard: boolean) =>
    dislikes.filter((dislike) => dislike.isHard === isHard).map(({ foodId }) => labelOf(foodId));
  const never = [...allergens.map((allergen) => t(`recipes.allergen.${allergen}`)), ...named(true)];
  const rather = named(false);
  const parts = [
    portion !== ADULT && t(`preferences.portion.${portion}`),
    ...diets.map((diet) => t(`diets.name.${diet}`)),
    never.length > 0 && t('preferences.about-never', { foods: never.join(', ') }),
    rather.length > 0 && t('preferences.about-rather-not', { foods: rather.join(', ') }),
  ];
  const eatsEverything = diets.length + allergens.length + dislikes.length === 0;
  return [...parts, eatsEverything && t('preferences.about-everything')].filter(Boolean).join(' · ');
}
