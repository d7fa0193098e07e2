/** What a card says about a recipe besides its title, and how many cards come first. */
import type { Diet } from '#domain/food/food.ts';
import type { WarnedCard } from '#http/app/contracts/contract.ts';
import type { Me } from '#web/shared/me.ts';
import type { Translation } from '#web/i18n/translation.ts';
import { distinctDiets, showFigure, showTime } from './recipe-text.ts';

/** As many as a desktop shows at once. The preview shows them, and the app renders them first. */
export const FIRST_CARDS = 12;

/** True for most dishes, or too long: not worth the space. The page of the recipe has them. */
const NOT_ON_CARDS: ReadonlySet<Diet> = new Set(['no-alcohol', 'halal-style', 'kosher-style']);

export function cardDiets({ diets }: WarnedCard): Diet[] {
  return distinctDiets(diets.filter((diet) => !NOT_ON_CARDS.has(diet)));
}

type Figures = { time: string | undefined; kcal: string | undefined };

/** Undefined where it is not known, or not wanted. */
export function cardFigures(
  { t, locale }: Translation,
  { showsNutrition }: Me['family'],
  { totalMinutes, energyKcal, isAtLeast }: WarnedCard,
): Figures {
  const kcal = t('recipes.kcal', { amount: showFigure(energyKcal, locale) });
  return {
    time: totalMinutes > 0 ? showTime(totalMinutes, t) : undefined,
    kcal:
      showsNutrition && energyKcal > 0 ? (isAtLeast ? `${t('recipes.at-least')} ${kcal}` : kcal) : undefined,
  };
}
