/** The six nutrition figures, each marked "at least" if it may be higher. */
import type { ReactNode } from 'react';
import type { Nutrition } from '#domain/recipe/nutrition.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { showFigure } from './recipe-text.ts';
import './figures.css';

export const NUTRITION_FIGURES = [
  ['energyKcal', 'recipes.energy', 'recipes.kcal'],
  ['proteinG', 'recipes.protein', 'recipes.grams'],
  ['carbohydrateG', 'recipes.carbohydrate', 'recipes.grams'],
  ['fatG', 'recipes.fat', 'recipes.grams'],
  ['fibreG', 'recipes.fibre', 'recipes.grams'],
  ['saltG', 'recipes.salt', 'recipes.grams'],
] as const;

type NutritionProps = { nutrition: Nutrition; children?: ReactNode };

/** `children` are further figures. */
export function NutritionFigures({ nutrition, children }: NutritionProps) {
  const { t, locale } = useTranslation();
  return (
    <dl className="recipe-figures">
      {NUTRITION_FIGURES.map(([figure, name, unit]) => (
        <Figure key={figure} name={t(name)} isAtLeast={nutrition.atLeast.includes(figure)}>
          {t(unit, { amount: showFigure(nutrition[figure], locale) })}
        </Figure>
      ))}
      {children}
    </dl>
  );
}

type FigureProps = { name: string; isAtLeast: boolean; children: ReactNode };

export function Figure({ name, isAtLeast, children }: FigureProps) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {isAtLeast && <small>{t('recipes.at-least')} </small>}
        <span>{children}</span>
      </dd>
    </div>
  );
}
