/** Dishes for an empty slot, which are for everyone who eats there: a tap places one. */
import { useLayoutEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Meal } from '#domain/plan/plan.ts';
import type { WarnedCard } from '#http/endpoints/recipe/recipe-schemas.ts';
import { api, ApiError } from '#web/base/api.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import type { WeekPlace } from '#web/data/edit.ts';
import { queries } from '#web/data/session.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { showTime } from '#web/meals/recipe-text.ts';
import { OfferSign } from '#web/meals/warnings/warning-sign.tsx';
import { mealOfRecipe } from '#web/meals/suggested-recipes.ts';
import './slot-suggestions.css';

type SuggestionsProps = { place: WeekPlace; onChoose: (meal: Meal) => void };

export function SlotSuggestions({ place: { week, day, slot }, onChoose }: SuggestionsProps) {
  const { t, language } = useTranslation();
  const { data, error } = useQuery(
    {
      queryKey: ['suggestions', week, day, slot, language],
      queryFn: ({ signal }) =>
        api('GET /app/api/weeks/:week/suggestions', {
          params: { week },
          query: { day, slot, language },
          signal,
        }),
      // Who eats may have changed since.
      gcTime: 0,
      retry: false,
    },
    queries,
  );
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // In the last row, they would be below the visible area.
    if (data) list.current?.closest('.week-editor')?.scrollIntoView({ block: 'nearest' });
  }, [data]);
  if (error) {
    const isOffline = error instanceof ApiError && error.status === 0;
    return (
      <p className="slot-suggestions-none">
        {isOffline ? t('recipes.ideas-offline') : problemText(t, error)}
      </p>
    );
  }
  if (!data) return <Skeleton label={t('app.loading')} lines={5} />;
  if (data.groups.length === 0) return <p className="slot-suggestions-none">{t('recipes.ideas-none')}</p>;
  return (
    <div ref={list} className="slot-suggestions">
      {data.groups.map(({ kind, recipes }) => (
        <section key={kind} aria-labelledby={`suggestions-${kind}`}>
          <h3 id={`suggestions-${kind}`}>{t(`recipes.ideas.${kind}`)}</h3>
          <ul>
            {recipes.map((recipe) => (
              <li key={recipe.id}>
                <button
                  type="button"
                  className="slot-suggestion"
                  onClick={() => onChoose(kind === 'frozen' ? frozenMeal(recipe) : mealOfRecipe(recipe))}
                >
                  <DishPicture className="slot-suggestion-picture" picture={recipe.picture} />
                  <span>
                    {recipe.title} <small>{showTime(recipe.totalMinutes, t)}</small>
                    <OfferSign recipe={recipe} form="button" />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** It is cooked already, or all of its food is at home. */
function frozenMeal({ title, id }: WarnedCard): Meal {
  return { description: title, recipeId: id, kind: 'leftovers' };
}
