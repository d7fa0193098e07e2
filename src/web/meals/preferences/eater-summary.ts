/** What an eater eats and does not eat, in one line. */
import type { Eater, Portion } from '#domain/preferences/preferences.ts';
import { ALLERGEN_NAMES, DIET_NAMES } from '#web/meals/recipe-text.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useFoods } from '#web/data/queries/preferences-queries.ts';

/** The portion of an eater without one. */
export const ADULT: Portion = 'adult';

export const PORTION_NAMES: Record<Portion, MessageId> = {
  toddler: 'preferences.portion.toddler',
  child: 'preferences.portion.child',
  adult: 'preferences.portion.adult',
  hungry: 'preferences.portion.hungry',
};

export function useEaterSummary({ allergens, diets, dislikes, portion = ADULT }: Eater): string {
  const { t } = useTranslation();
  const { labelOf } = useFoods();
  const named = (isHard: boolean) =>
    dislikes.filter((dislike) => dislike.isHard === isHard).map(({ foodId }) => labelOf(foodId));
  const never = [...allergens.map((allergen) => t(ALLERGEN_NAMES[allergen])), ...named(true)];
  const rather = named(false);
  const parts = [
    portion !== ADULT && t(PORTION_NAMES[portion]),
    ...diets.map((diet) => t(DIET_NAMES[diet])),
    never.length > 0 && t('preferences.about-never', { foods: never.join(', ') }),
    rather.length > 0 && t('preferences.about-rather-not', { foods: rather.join(', ') }),
  ];
  const eatsEverything = diets.length + allergens.length + dislikes.length === 0;
  return [...parts, eatsEverything && t('preferences.about-everything')].filter(Boolean).join(' · ');
}
