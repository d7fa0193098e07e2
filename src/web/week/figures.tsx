/**
 * Loads the nutrition of each day after the board is rendered. The board reserves a line for it where a
 * recipe is planned, so that the layout does not shift.
 */
import { lazy, Suspense, useDeferredValue } from 'react';
import { type Meals, mealsIn } from '#domain/plan/plan.ts';
import { loadMessages } from '#web/i18n/language.ts';
import type { FiguresProps } from './day-figures.tsx';

const DayFigures = lazy(() =>
  Promise.all([import('./day-figures.tsx'), loadMessages('recipes')]).then(
    ([module]) => ({ default: module.DayFigures }),
    () => ({ default: () => [] }),
  ),
);

export function Figures({ board, meals }: FiguresProps) {
  const isDrawn = useDeferredValue(true, false);
  if (!isDrawn || !hasRecipe(meals)) return null;
  return (
    <Suspense>
      <DayFigures board={board} meals={meals} />
    </Suspense>
  );
}

export function hasRecipe(meals: Meals): boolean {
  return mealsIn(meals).some(({ recipeId }) => recipeId !== undefined);
}
