/** A recipe in the search results, in the colour of its meal. */
import { memo, type Ref } from 'react';
import type { Diet } from '#domain/food/food.ts';
import type { WarnedCard } from '#http/endpoints/recipe/recipe-schemas.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { Drawing, Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { type Me, useMe } from '#web/data/session.ts';
import { OfferSign } from '#web/meals/warnings/warning-sign.tsx';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { cuisineText } from '#web/meals/cuisine-text.ts';
import { distinctDiets, namesOfUse, showFigure, showTime } from '#web/meals/recipe-text.ts';
import { toneOf } from '#web/meals/tone.ts';
import { WantedIcon } from '#web/features/recipes/notes/wanted.tsx';
import './recipe-card.css';

const CLOCK = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2';

/** True for most dishes, or too long: not worth the space. The page of the recipe has them. */
const NOT_ON_CARDS: ReadonlySet<Diet> = new Set(['no-alcohol', 'halal-style', 'kosher-style']);

type CardProps = {
  card: WarnedCard;
  tags?: readonly string[] | undefined;
  ref?: Ref<HTMLAnchorElement> | undefined;
};

/** Memoised: a key or a tap in the filter changes no card before the response comes. */
export const RecipeCardItem = memo(function RecipeCardItem({ card, tags = [], ref }: CardProps) {
  const translation = useTranslation();
  const { t } = translation;
  const { time, kcal } = cardFigures(translation, useMe().family, card);
  const diets = cardDiets(card);
  return (
    <li className={`recipes-card ${toneOf(card)}`}>
      <DishPicture className="recipes-card-picture" picture={card.picture} />
      <p className="recipes-card-meals">
        {namesOfUse(t, card).join(' · ')}
        {card.own && <span className="recipes-card-own">{t('recipes.own')}</span>}
      </p>
      <h2 className="recipes-card-title">
        <Link href={`/recipes/${card.id}`} ref={ref}>
          {card.title}
        </Link>
      </h2>
      {(card.cuisine || diets.length > 0) && (
        <p className="recipes-card-tags">
          {[cuisineText(t, card.cuisine), ...diets.map((diet) => t(`diets.name.${diet}`))]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {tags.length > 0 && (
        <ul className="recipes-card-own-tags" aria-label={t('recipes.own-tags')}>
          {tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
      <OfferSign recipe={card} form="button" />
      <ul className="recipes-card-facts">
        {time !== undefined && (
          <li>
            <Drawing path={CLOCK} size={16} />
            {time}
          </li>
        )}
        <li>
          <Icon name="people" size={16} />
          <span aria-hidden="true">{card.servings}</span>
          <span className="sr-only">{t('recipes.serves', { servings: card.servings })}</span>
        </li>
        {kcal !== undefined && <li>{kcal}</li>}
      </ul>
      <WantedIcon recipe={card} />
    </li>
  );
});

function cardDiets({ diets }: WarnedCard): Diet[] {
  return distinctDiets(diets.filter((diet) => !NOT_ON_CARDS.has(diet)));
}

type Figures = { time: string | undefined; kcal: string | undefined };

/** Undefined where it is not known, or not wanted. */
function cardFigures(
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
