/** What the board shows after it is rendered, in elements of the board. */
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createPortal } from 'react-dom';
import { dishesIn, hasDishForSome, type Meals, mealsIn } from '#domain/plan/plan.ts';
import { type Nutrition, nutritionOfDay } from '#domain/recipe/nutrition.ts';
import { type Day, DAYS } from '#domain/week/week.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { useMe, queries } from '#web/data/session.ts';
import { useStoredRecipes } from '#web/features/week/store-recipes.ts';
import { useToday } from '#web/data/today.ts';
import { WeekWarnings } from '#web/features/week/warnings/week-warnings.tsx';
import { usePictures } from '#web/meals/picture/pictures.ts';
import { slotPictures } from '#web/features/week/slot/slot-picture.tsx';
import { api } from '#web/base/api.ts';
import { NutritionFigures } from '#web/meals/figures.tsx';
import { showFigure } from '#web/meals/recipe-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './day-figures.css';

export type BoardDetailsProps = { board: RefObject<HTMLElement | null>; week: string; meals: Meals };

export function BoardDetails({ board, week, meals }: BoardDetailsProps): ReactNode {
  useStoredRecipes(week, meals, useToday(useMe().family.timeZone));
  const { hasEaterRules, showsNutrition } = useMe().family;
  return (
    <>
      {mealsIn(meals).some(({ recipeId }) => recipeId) && <LoadPictures meals={meals} />}
      {showsNutrition && <DayFigures board={board} meals={meals} />}
      {(hasEaterRules || hasDishForSome(meals)) && <WeekWarnings board={board} week={week} meals={meals} />}
    </>
  );
}

/** Loads the pictures of the meals of the week, which the slots show. */
function LoadPictures({ meals }: { meals: Meals }) {
  const known = usePictures(mealsIn(meals).map(({ recipeId }) => recipeId));
  useEffect(() => slotPictures.set(known), [known]);
  return null;
}

type NutritionResponse = ResponseOf<'GET /app/api/nutrition'>;

type FiguresProps = { board: RefObject<HTMLElement | null>; meals: Meals };

/** The nutrition of one serving of each meal of a day: one line per day, which opens to all six figures. */
function DayFigures({ board, meals }: FiguresProps) {
  const known = useNutrition(dishesIn(meals).flatMap(({ recipeId }) => recipeId ?? []));
  const lines = useLines(board, meals);
  return DAYS.map((day) => {
    const line = lines.get(day);
    const nutrition = nutritionOfDay(mealsIn({ [day]: meals[day] }), (id) => known[id]);
    return line && nutrition && createPortal(<DayLine nutrition={nutrition} />, line, day);
  });
}

function DayLine({ nutrition }: { nutrition: Nutrition }) {
  const { t, locale } = useTranslation();
  const kcal = t('recipes.kcal', { amount: showFigure(nutrition.energyKcal, locale) });
  return (
    <details className="day-figures">
      <summary>
        {nutrition.atLeast.includes('energyKcal') && `${t('recipes.at-least')} `}
        <span>{kcal}</span>
      </summary>
      <p>{t('recipes.day-figures')}</p>
      <NutritionFigures nutrition={nutrition} />
    </details>
  );
}

/** Retains earlier results, so that a line does not disappear while editing or offline. */
function useNutrition(ids: string[]): NutritionResponse['nutrition'] {
  const [known, setKnown] = useState<NutritionResponse['nutrition']>({});
  const recipes = [...new Set(ids)].toSorted().join(',');
  const { data } = useQuery(
    {
      queryKey: ['nutrition', recipes],
      queryFn: () => api('GET /app/api/nutrition', { query: { recipes } }),
      enabled: recipes !== '',
    },
    queries,
  );
  useEffect(() => setKnown((before) => ({ ...before, ...data?.nutrition })), [data]);
  return known;
}

/** The elements that the board reserves for the figures. */
function useLines(
  { current }: FiguresProps['board'],
  meals: FiguresProps['meals'],
): ReadonlyMap<Day, Element> {
  const [lines, setLines] = useState<ReadonlyMap<Day, Element>>(new Map());
  useEffect(() => {
    const found = DAYS.flatMap((day) => {
      const line = current?.querySelector(`[data-figures="${day}"]`);
      return line ? [[day, line] as const] : [];
    });
    setLines(new Map(found));
  }, [current, meals]);
  return lines;
}
