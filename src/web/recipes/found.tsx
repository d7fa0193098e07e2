/** The recipes that were found, a page of cards at a time. */
import { useEffect, useRef, useState } from 'react';
import type { RecipeCard } from '#domain/recipe/recipe-card.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { Empty } from '#web/ui/page.tsx';
import { problemText } from '#web/ui/problem-text.ts';
import { Skeleton } from '#web/ui/waiting.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { Card } from './card.tsx';
import { useFound } from './recipe-queries.ts';
import { type Wish, wishText } from './wish.ts';

type FoundProps = { wish: Wish; onClear: () => void };

export function Found({ wish, onClear }: FoundProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useFound(wish, undefined);
  if (error) {
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
        <Nothing wish={wish} onClear={onClear} />
      ) : (
        <ul className="recipes-cards">
          <Cards recipes={recipes} />
          {next && <More key={wishText(wish) + next} wish={wish} after={next} />}
        </ul>
      )}
    </>
  );
}

/** The focus goes to the first of those that were asked for. */
function Cards({ recipes, takesFocus = false }: { recipes: RecipeCard[]; takesFocus?: boolean }) {
  const first = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (takesFocus) first.current?.focus();
  }, []);
  return recipes.map((card, at) => <Card key={card.id} card={card} ref={at === 0 ? first : undefined} />);
}

type MoreProps = { wish: Wish; after: string };

/** A button, and once it was pressed the next page in its place. */
function More({ wish, after }: MoreProps) {
  const { t } = useTranslation();
  const [isWanted, setWanted] = useState(false);
  if (isWanted) return <NextPage wish={wish} after={after} />;
  return (
    <li className="recipes-more">
      <Button onClick={() => setWanted(true)}>{t('recipes.more')}</Button>
    </li>
  );
}

function NextPage({ wish, after }: MoreProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useFound(wish, after);
  if (data) {
    return (
      <>
        <Cards recipes={data.recipes} takesFocus />
        {data.next && <More wish={wish} after={data.next} />}
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

function Nothing({ wish, onClear }: FoundProps) {
  const { t } = useTranslation();
  const hasNone = wishText(wish) === 'own=true';
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
