/** The search results, one page of cards at a time. */
import { useDeferredValue, useLayoutEffect, useRef, useState } from 'react';
import type { WarnedCard } from '#http/endpoints/recipe/recipe-schemas.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Empty } from '#web/base/ui/page.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { RecipeCardItem } from '#web/features/recipes/recipe-card.tsx';
import { useRecipeNotes, useWantedRecipes } from '#web/data/queries/recipe-notes.ts';
import { useRecipeSearch } from '#web/data/queries/recipe-queries.ts';
import { useRestrictedNames } from './fits-filter.tsx';
import { type RecipeFilter, filterQuery, isFitting } from '#web/data/queries/recipe-filter.ts';

/** As many as a desktop shows at once are rendered first. */
const FIRST_CARDS = 12;

type ResultsProps = {
  filter: RecipeFilter;
  onClear: () => void;
  /** Also shows recipes that do not fit all eaters. */
  onShowAll: () => void;
};

export function SearchResults(props: ResultsProps) {
  const { filter } = props;
  const { t } = useTranslation();
  const { data, error, refetch } = useRecipeSearch({ filter, wanted: useWantedRecipes() });
  if (error && !data) {
    return (
      <Empty title={t('recipes.failed')} picture={<Icon name="no-answer" size={48} />}>
        <p>{problemText(t, error)}</p>
        <Button onClick={() => void refetch()}>{t('recipes.try-again')}</Button>
      </Empty>
    );
  }
  if (!data) return <Skeleton label={t('recipes.loading')} lines={6} />;
  const { recipes, next } = data;
  return (
    <>
      <p className="recipes-count" role="status">
        {t(next ? 'recipes.found-more' : 'recipes.found', { count: recipes.length })}
      </p>
      {recipes.length === 0 ? (
        <Nothing {...props} />
      ) : (
        <ul className="recipes-cards">
          <Cards recipes={recipes} />
          {next && <More key={filterQuery(filter) + next} filter={filter} after={next} />}
        </ul>
      )}
    </>
  );
}

/** Focuses the first card of a page that was requested with the button. */
function Cards({ recipes, takesFocus = false }: { recipes: WarnedCard[]; takesFocus?: boolean }) {
  const first = useRef<HTMLAnchorElement>(null);
  const notes = useRecipeNotes();
  useLayoutEffect(() => {
    if (takesFocus) first.current?.focus();
  }, [takesFocus]);
  // Renders the first cards alone, so that they are shown sooner, and then all.
  const isComplete = useDeferredValue(true, false);
  return recipes
    .slice(0, isComplete ? undefined : FIRST_CARDS)
    .map((card, at) => (
      <RecipeCardItem
        key={card.id}
        card={card}
        tags={notes[card.id]?.tags}
        ref={at === 0 ? first : undefined}
      />
    ));
}

type MoreProps = { filter: RecipeFilter; after: string };

/** A button that loads the next page in its place. */
function More({ filter, after }: MoreProps) {
  const { t } = useTranslation();
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <NextPage filter={filter} after={after} />;
  return (
    <li className="recipes-more">
      <Button onClick={() => setWanted(true)}>{t('recipes.more')}</Button>
    </li>
  );
}

function NextPage({ filter, after }: MoreProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useRecipeSearch({ filter, wanted: useWantedRecipes(), after });
  if (data) {
    return (
      <>
        <Cards recipes={data.recipes} takesFocus />
        {data.next && <More filter={filter} after={data.next} />}
      </>
    );
  }
  return (
    <li className="recipes-more">
      <Button busy={!error} onClick={() => void refetch()}>
        {t(error ? 'recipes.try-again' : 'recipes.loading')}
      </Button>
    </li>
  );
}

function Nothing({ filter, onClear, onShowAll }: ResultsProps) {
  const { t } = useTranslation();
  const { hasEaterRules } = useMe().family;
  const names = useRestrictedNames();
  const isFiltered = filterQuery({ ...filter, fits: '' }) !== '';
  if (isFitting(filter, hasEaterRules)) {
    return (
      <Empty title={t('recipes.fits-none', { names })} picture={<Icon name="bowl" size={48} />}>
        <p>{t('recipes.fits-none-why')}</p>
        <Button onClick={onShowAll}>{t('recipes.fits-off')}</Button>
        {isFiltered && (
          <Button kind="quiet" onClick={onClear}>
            {t('recipes.clear-filters')}
          </Button>
        )}
      </Empty>
    );
  }
  if (filterQuery(filter) === 'soon=true') {
    return (
      <Empty title={t('recipes.soon-none')} picture={<Icon name="bowl" size={48} />}>
        <p>{t('recipes.soon-none-why')}</p>
        <Button onClick={onClear}>{t('recipes.clear')}</Button>
      </Empty>
    );
  }
  const hasNone = filterQuery({ ...filter, fits: '' }) === 'own=true';
  return (
    <Empty title={t(hasNone ? 'recipes.none-own' : 'recipes.none')} picture={<Icon name="bowl" size={48} />}>
      <p>{t(hasNone ? 'recipes.none-own-why' : 'recipes.none-why')}</p>
      {hasNone ? (
        <Link href="/recipes/new" className="button button-plain">
          {t('recipes.write')}
        </Link>
      ) : (
        <Button onClick={onClear}>{t('recipes.clear')}</Button>
      )}
    </Empty>
  );
}
