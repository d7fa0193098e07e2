/** The page to cook from: large type, a step at a time or all, ticks, timers, and a screen that stays on. */
import { useEffect, useEffectEvent, useState } from 'react';
import { isHeadingLine } from '#domain/recipe/headings.ts';
import { navigate } from '#web/base/router.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { usePageTitle } from '#web/base/ui/page.tsx';
import { NoRecipe } from '#web/meals/no-recipe.tsx';
import { useScaledRecipe, type WarnedRecipe } from '#web/data/queries/recipe-queries.ts';
import { cookPath, pathWithServings, servingsInAddress } from '#web/meals/recipe-path.ts';
import { toneOf } from '#web/meals/tone.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useCooking, useShowsAll } from './cooking.ts';
import { CookStep, type ShownStep } from './cook-step.tsx';
import { Preparation } from './preparation.tsx';
import { useScreenOn } from '#web/base/wake-lock.ts';
import './cook-page.css';

export function CookPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState(servingsInAddress);
  const { recipe, shownServings: shown, error, refetch } = useScaledRecipe(id, wanted);
  if (error && !recipe) return <NoRecipe error={error} onRetry={() => void refetch()} />;
  if (!recipe || shown === undefined) return <Skeleton label={t('recipes.loading')} lines={8} />;
  const changeServings = (next: number) => {
    const changed = { ...wanted, servings: next };
    setWanted(changed);
    history.replaceState(null, '', cookPath(id, changed));
  };
  return <Cook recipe={recipe} servings={shown} onServings={changeServings} />;
}

type CookProps = { recipe: WarnedRecipe; servings: number; onServings: (servings: number) => void };

function Cook({ recipe, servings, onServings }: CookProps) {
  const { t } = useTranslation();
  const steps = stepsOf(recipe);
  const [cooking, change] = useCooking(recipe.id);
  const [showsAll, setShowsAll] = useShowsAll();
  const isScreenOn = useScreenOn();
  // Page 0 has all ingredients.
  const at = Math.min(cooking.step, steps.length);
  const go = (step: number) => {
    if (step < 0 || step > steps.length) return;
    change({ ...cooking, step });
    scrollTo(0, 0);
  };
  useArrowKeys((move) => {
    if (!showsAll) go(at + move);
  });
  const back = pathWithServings(`/recipes/${recipe.id}`, {
    servings: servings === recipe.servings ? undefined : servings,
    variantServings: recipe.variant?.servings,
  });
  const step = steps[at - 1];
  const ticks = { cooking, onChange: change };
  return (
    <article className={`cook ${toneOf(recipe)} ${showsAll ? 'cook-all' : ''}`}>
      <Head title={recipe.title} back={back} showsAll={showsAll} onShowsAll={setShowsAll} />
      {!isScreenOn && <p className="cook-note">{t('cook.screen')}</p>}
      {(showsAll || !step) && (
        <Preparation recipe={recipe} servings={servings} onServings={onServings} {...ticks} />
      )}
      {showsAll && steps.map((each) => <CookStep key={each.number} recipe={recipe} step={each} {...ticks} />)}
      {!showsAll && step && <CookStep key={at} recipe={recipe} step={step} count={steps.length} {...ticks} />}
      {!showsAll && <Pager at={at} count={steps.length} onGo={go} onDone={() => navigate(back)} />}
    </article>
  );
}

/** The steps without headings; each has the heading of its group. */
function stepsOf({ steps, stepIngredients, variant }: WarnedRecipe): ShownStep[] {
  let heading: string | undefined;
  const shown: ShownStep[] = [];
  for (const [index, text] of steps.entries()) {
    if (isHeadingLine(text)) heading = text;
    // A recipe that an earlier version stored has no ingredients of its steps.
    else {
      const [uses, hasVariant] = [stepIngredients?.[index] ?? [], variant?.atStep === index];
      shown.push({ number: shown.length + 1, text, heading, uses, hasVariant });
    }
  }
  return shown;
}

type HeadProps = {
  title: string;
  back: string;
  showsAll: boolean;
  onShowsAll: (showsAll: boolean) => void;
};

function Head({ title, back, showsAll, onShowsAll }: HeadProps) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('cook.title', { title }));
  return (
    <header className="cook-head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className="cook-switch" role="group" aria-label={t('cook.shown')}>
        {[false, true].map((all) => (
          <button
            key={String(all)}
            type="button"
            aria-pressed={showsAll === all}
            onClick={() => onShowsAll(all)}
          >
            {t(all ? 'cook.all-steps' : 'cook.one-step')}
          </button>
        ))}
      </div>
      <Link href={back} className="button button-icon" aria-label={t('cook.close')}>
        <Icon name="close" size={28} />
      </Link>
    </header>
  );
}

type PagerProps = { at: number; count: number; onGo: (step: number) => void; onDone: () => void };

function Pager({ at, count, onGo, onDone }: PagerProps) {
  const { t } = useTranslation();
  const isLast = at === count;
  return (
    <nav className="cook-pager" aria-label={t('cook.steps')}>
      {/* Not `disabled`, which would lose the focus. */}
      <button
        type="button"
        className="button button-plain"
        aria-disabled={at === 0}
        onClick={() => onGo(at - 1)}
      >
        <Icon name="back" size={28} />
        {t('cook.previous')}
      </button>
      <Button kind="primary" onClick={() => (isLast ? onDone() : onGo(at + 1))}>
        {t(isLast ? 'cook.done' : at === 0 ? 'cook.begin' : 'cook.next')}
        {!isLast && <Icon name="arrow" size={28} />}
      </Button>
    </nav>
  );
}

function useArrowKeys(onMove: (move: -1 | 1) => void): void {
  const move = useEffectEvent(onMove);
  useEffect(() => {
    const press = ({ key, altKey, ctrlKey, metaKey, target }: KeyboardEvent) => {
      if (
        altKey ||
        ctrlKey ||
        metaKey ||
        (target as Element).matches?.('input:not([type=checkbox]), dialog *')
      )
        return;
      if (key === 'ArrowRight') move(1);
      if (key === 'ArrowLeft') move(-1);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
