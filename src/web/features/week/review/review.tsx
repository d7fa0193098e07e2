/** Asks the day after a meal how it was, in one line that can be closed. */
import { useEffect, useState } from 'react';
import type { Meal } from '#domain/plan/plan.ts';
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { usePreferences } from '#web/data/queries/preferences-queries.ts';
import { Stars, useStars } from '#web/meals/stars.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { rememberAsked } from './asked.ts';
import './review.css';

type ReviewProps = { meal: Meal; date: string; onClose: () => void };

export function Review({ meal: { recipeId = '', description }, date, onClose }: ReviewProps) {
  const { t } = useTranslation();
  const eaters = usePreferences().data?.preferences.eaters;
  const stars = useStars()?.stars;
  const isLoaded = eaters !== undefined && stars !== undefined;
  const hasAll = isLoaded && eaters.every(({ id }) => stars[id]?.[recipeId] !== undefined);
  const given = isLoaded ? eaters.filter(({ id }) => stars[id]?.[recipeId]).length : 0;
  // As it was when the page was opened: the line stays while somebody gives stars.
  const [before, setBefore] = useState<{ hasAll: boolean; given: number }>();
  useEffect(() => {
    if (isLoaded) setBefore((known) => known ?? { hasAll, given });
  }, [isLoaded, hasAll, given]);
  useEffect(() => {
    if (before?.hasAll || (before && given !== before.given)) rememberAsked(date);
  }, [before, given, date]);
  const [showsAll, setShowsAll] = useState(false);
  if (!before || before.hasAll) return null;
  const close = () => {
    rememberAsked(date);
    onClose();
  };
  return (
    <aside
      className={showsAll ? 'review review-open' : 'review'}
      aria-label={t('week.review', { dish: description })}
    >
      <p>{t('week.review', { dish: description })}</p>
      <Stars recipeId={recipeId} />
      {!showsAll && (
        <Button kind="quiet" className="review-all" onClick={() => setShowsAll(true)}>
          {t('week.review-all')}
        </Button>
      )}
      <IconButton label={t('week.review-close')} onClick={close}>
        <Icon name="close" size={18} />
      </IconButton>
    </aside>
  );
}
