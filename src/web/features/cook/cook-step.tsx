/** One step, with what it uses beside it. */
import type { StepIngredient } from '#domain/cooking/step-ingredients.ts';
import { headingText } from '#domain/recipe/headings.ts';
import type { WarnedRecipe } from '#web/data/queries/recipe-queries.ts';
import { cookedLine } from '#web/meals/recipe-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { CookVariant } from './cook-variant.tsx';
import { tickKey, type TickProps, toggled } from './cooking-state.ts';
import { StepText } from './step-text.tsx';
import { Tick } from './tick.tsx';
import { UsedRecipe } from './used-recipe.tsx';

export type ShownStep = {
  /** From 1, without headings. */
  number: number;
  text: string;
  heading: string | undefined;
  uses: readonly StepIngredient[];
  /** Whether the variant of the dish is cooked with this step. */
  hasVariant: boolean;
};

/** `count` is the number of steps, if one is shown at a time. */
type StepProps = TickProps & { recipe: WarnedRecipe; step: ShownStep; count?: number };

export function CookStep({
  recipe,
  step: { number, text, heading, uses, hasVariant },
  count,
  cooking,
  onChange,
}: StepProps) {
  const { t } = useTranslation();
  const key = tickKey('step', number, text);
  const isDone = cooking.ticks.includes(key);
  return (
    <section
      className={isDone ? 'cook-step cook-step-done' : 'cook-step'}
      aria-labelledby={`cook-step-${number}`}
    >
      <div className="cook-step-head">
        <h2 id={`cook-step-${number}`}>
          {count ? t('cook.step-of', { step: number, count }) : t('cook.step', { step: number })}
          {heading && <span className="cook-step-group"> · {headingText(heading)}</span>}
        </h2>
        <Tick isTicked={isDone} onToggle={() => onChange(toggled(cooking, key))}>
          {t('cook.step-done')}
        </Tick>
      </div>
      {uses.length > 0 && (
        <ul className="cook-uses" aria-label={t('cook.for-this-step')}>
          {uses.map(({ line, isRest }) => {
            const ingredient = recipe.ingredients[line];
            if (!ingredient || ingredient.forServings === 0) return null;
            const { text: typed, recipe: used } = ingredient;
            const shown = cookedLine(t, ingredient);
            if (isRest) {
              return (
                <li key={line} className="cook-rest">
                  {t('cook.rest', { line: shown })}
                </li>
              );
            }
            const lineKey = tickKey('ingredient', line, typed);
            return (
              <li key={line}>
                <Tick
                  isTicked={cooking.ticks.includes(lineKey)}
                  onToggle={() => onChange(toggled(cooking, lineKey))}
                >
                  {shown}
                </Tick>
                <UsedRecipe used={used} />
              </li>
            );
          })}
        </ul>
      )}
      <StepText dish={recipe} step={number} text={text} />
      {hasVariant && (
        <CookVariant recipe={recipe} step={{ number, text }} cooking={cooking} onChange={onChange} />
      )}
    </section>
  );
}
