/** What the board shows after it is rendered, in elements of the board. */
import type { ReactNode, RefObject } from 'react';
import { type Meals, mealsIn } from '#domain/plan/plan.ts';
import { useMe } from '#web/data/session.ts';
import { DayFigures } from './day-figures.tsx';
import { useStoredRecipes } from '#web/features/week/store-recipes.ts';
import { LoadPictures } from './load-pictures.tsx';
import { useToday } from '#web/data/today.ts';
import { WeekWarnings } from '#web/features/week/warnings/week-warnings.tsx';

export type BoardDetailsProps = { board: RefObject<HTMLElement | null>; week: string; meals: Meals };

export function BoardDetails({ board, week, meals }: BoardDetailsProps): ReactNode {
  useStoredRecipes(week, meals, useToday(useMe().family.timeZone));
  const { hasEaterRules, showsNutrition } = useMe().family;
  return (
    <>
      {mealsIn(meals).some(({ recipeId }) => recipeId) && <LoadPictures meals={meals} />}
      {showsNutrition && <DayFigures board={board} meals={meals} />}
      {hasEaterRules && <WeekWarnings board={board} week={week} meals={meals} />}
    </>
  );
}
