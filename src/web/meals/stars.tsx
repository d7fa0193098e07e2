/** One to five stars for a dish from each eater. */
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Eater } from '#domain/preferences/preferences.ts';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { Drawing, Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { queries, useMe } from '#web/data/session.ts';
import { usePreferences } from '#web/data/queries/preferences-queries.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './stars.css';

type StarsResponse = ResponseOf<'GET /app/api/stars'>;

const STARS = [1, 2, 3, 4, 5];
const STAR = 'M12 3.5l2.6 5.5 5.9.8-4.3 4.2 1 6-5.2-2.9L6.8 20l1-6-4.3-4.2 5.9-.8z';

const KEY = ['stars'];

/** Undefined while they load. */
export function useStars(): StarsResponse | undefined {
  return useQuery({ queryKey: KEY, queryFn: () => api('GET /app/api/stars') }, queries).data;
}

type StarsProps = {
  recipeId: string;
  /** Whether to show a hint if there are no eaters. */
  hasHint?: boolean;
};

export function Stars({ recipeId, hasHint = false }: StarsProps) {
  const { t } = useTranslation();
  const me = useMe().member.eaterId;
  const { data: saved } = usePreferences();
  const data = useStars();
  if (saved === undefined || data === undefined) return null;
  // The member's own stars come first.
  const eaters = saved.preferences.eaters.toSorted(
    (first, second) => Number(second.id === me) - Number(first.id === me),
  );
  if (eaters.length === 0) {
    if (!hasHint) return null;
    return (
      <p className="stars-hint">
        {t('recipes.stars-nobody')} <Link href="/preferences">{t('recipes.stars-preferences')}</Link>
      </p>
    );
  }
  return (
    <div className="stars" role="group" aria-label={t('recipes.stars')}>
      {eaters.map((eater) => (
        <EaterStars
          key={eater.id}
          eater={eater}
          stars={data.stars[eater.id]?.[recipeId]}
          onGive={(stars) =>
            saveStars(eater.id, recipeId, stars).catch((error: unknown) =>
              showToast({ kind: 'bad', text: problemText(t, error) }),
            )
          }
        />
      ))}
    </div>
  );
}

type EaterProps = { eater: Eater; stars: number | undefined; onGive: (stars: number | null) => void };

function EaterStars({ eater: { name }, stars, onGive }: EaterProps) {
  const { t } = useTranslation();
  // A page may have the stars of the same eater for several dishes.
  const group = useId();
  return (
    <div className="stars-eater" role="group" aria-label={name}>
      <bdi aria-hidden="true">{name}</bdi>
      {STARS.map((count) => (
        <label key={count} className={count <= (stars ?? 0) ? 'stars-star stars-given' : 'stars-star'}>
          <input
            type="radio"
            className="sr-only"
            name={group}
            aria-label={t('recipes.stars-count', { stars: count })}
            checked={count === stars}
            onChange={() => onGive(count)}
          />
          <Drawing path={STAR} size={24} />
        </label>
      ))}
      <IconButton
        label={t('recipes.stars-take-back', { name })}
        className={stars === undefined ? 'stars-none' : ''}
        onClick={() => onGive(null)}
      >
        <Icon name="close" size={16} />
      </IconButton>
    </div>
  );
}

/** Updates the cache at once; the next response replaces it. */
async function saveStars(eaterId: string, recipeId: string, stars: number | null): Promise<void> {
  queries.setQueryData<StarsResponse>(KEY, (all) => {
    const { [recipeId]: _before, ...others } = all?.stars[eaterId] ?? {};
    const given = stars === null ? others : { ...others, [recipeId]: stars };
    return { stars: { ...all?.stars, [eaterId]: given } };
  });
  try {
    await api('PUT /app/api/stars', { body: { eaterId, recipeId, stars } });
  } finally {
    void queries.invalidateQueries({ queryKey: KEY });
  }
}
