/** What comes before the first step: the servings, and all ingredients to tick. */
import { headingText, isHeadingLine } from '#domain/recipe/headings.ts';
import type { WarnedRecipe } from '#web/data/queries/recipe-queries.ts';
import { cookedLine, unscaledText } from '#web/meals/recipe-text.ts';
import { Servings } from '#web/meals/servings.tsx';
import { OfferSign, WarningSign } from '#web/meals/warnings/warning-sign.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { CookSplit, CookVariant } from './cook-variant.tsx';
import { tickKey, type TickProps, toggled } from './cooking-state.ts';
import { Tick } from './tick.tsx';
import { UsedRecipe } from './used-recipe.tsx';

type PreparationProps = TickProps & {
  recipe: WarnedRecipe;
  servings: number;
  onServings: (servings: number) => void;
};

export function Preparation({ recipe, servings, onServings, cooking, onChange }: PreparationProps) {
  const { t } = useTranslation();
  return (
    <section className="cook-preparation" aria-labelledby="cook-preparation">
      <div className="cook-step-head">
        <h2 id="cook-preparation">{t('recipes.ingredients')}</h2>
        <Servings servings={servings} onChange={onServings} />
      </div>
      <CookSplit recipe={recipe} />
      {isServed(recipe) ? (
        <OfferSign recipe={recipe} form="large" />
      ) : (
        <WarningSign warnings={recipe.warnings} form="large" />
      )}
      {recipe.ingredients.length === 0 && <p>{t('recipes.ingredients-none')}</p>}
      <ul className="cook-ingredients">
        {recipe.ingredients.map((line, at) => {
          const { text, recipe: used, forServings } = line;
          if (isHeadingLine(text)) {
            return (
              <li key={at} className="cook-ingredients-heading">
                <h3>{headingText(text)}</h3>
              </li>
            );
          }
          // Everyone gets the variant.
          if (forServings === 0) return null;
          const key = tickKey('ingredient', at, text);
          return (
            <li key={at}>
              <Tick isTicked={cooking.ticks.includes(key)} onToggle={() => onChange(toggled(cooking, key))}>
                {cookedLine(t, line)}
              </Tick>
              <UsedRecipe used={used} />
            </li>
          );
        })}
      </ul>
      <CookVariant recipe={recipe} cooking={cooking} onChange={onChange} />
      {unscaledText(t, recipe).map((text) => (
        <p key={text} className="cook-note">
          {text}
        </p>
      ))}
    </section>
  );
}

/** Whether there is enough of the variant for all who may have it, though not the dish. */
function isServed({ variant, variantOffer }: WarnedRecipe): boolean {
  return variantOffer !== undefined && (variant?.servings ?? 0) >= variantOffer.servings;
}
