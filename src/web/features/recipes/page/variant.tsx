/** The same dish for eaters who do not eat one of its ingredients. */
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Tags } from './facts.tsx';
import { DIET_NAMES, distinctDiets } from '#web/meals/recipe-text.ts';
import './variant.css';

type VariantProps = { variant: NonNullable<RecipeView['variant']> };

export function Variant({ variant: { title, without, ingredients, step, diets, picture } }: VariantProps) {
  const { t, locale } = useTranslation();
  const foods = new Intl.ListFormat(locale, { type: 'conjunction' }).format(without);
  return (
    <section className="recipe-variant" aria-labelledby="recipe-variant">
      <DishPicture className="recipe-variant-picture" picture={picture} />
      <h3 id="recipe-variant">{t('recipes.variant', { title })}</h3>
      <Tags names={distinctDiets(diets).map((diet) => DIET_NAMES[diet])} kind="good" />
      <p>{without.length > 0 ? t('recipes.variant-instead', { foods }) : t('recipes.variant-added')}</p>
      <ul>
        {ingredients.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>{step}</p>
    </section>
  );
}
