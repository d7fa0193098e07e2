/** The variant of a dish: what it needs, among the ingredients; how it is cooked, at the step that it changes. */
import type { WarnedRecipe } from '#web/data/queries/recipe-queries.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { tickKey, type TickProps, toggled } from './cooking-state.ts';
import { StepText } from './step-text.tsx';
import { Tick } from './tick.tsx';

type VariantProps = TickProps & {
  recipe: WarnedRecipe;
  /** The step that it changes; absent among the ingredients. */
  step?: { number: number; text: string };
};

export function CookVariant({ recipe, step, cooking, onChange }: VariantProps) {
  const { t, locale } = useTranslation();
  if (!recipe.variant) return null;
  const { title, without, ingredients, step: text, servings } = recipe.variant;
  const foods = new Intl.ListFormat(locale, { type: 'conjunction' }).format(without);
  return (
    <div className="cook-variant">
      <h3>{t('recipes.variant', { title })}</h3>
      <p className="cook-note">
        {without.length > 0 ? t('recipes.variant-instead', { foods }) : t('recipes.variant-added')}
      </p>
      <ul className="cook-ingredients">
        {ingredients.map((line, at) => {
          const key = tickKey('variant', at, title);
          return (
            <li key={line}>
              <Tick isTicked={cooking.ticks.includes(key)} onToggle={() => onChange(toggled(cooking, key))}>
                {line}
              </Tick>
            </li>
          );
        })}
      </ul>
      {step ? (
        <StepText dish={recipe} step={step.number} text={text} offset={step.text.length + 1} />
      ) : (
        <p className="cook-note">
          {servings === undefined
            ? t('cook.variant-servings', { servings: recipe.shownServings })
            : t('cook.variant-some', { servings })}
        </p>
      )}
    </div>
  );
}

/** Who gets what, where the meal has both: `3 servings with beef, 1 with tofu: 112 g tofu`. */
export function CookSplit({ recipe: { variant, shownServings } }: { recipe: WarnedRecipe }) {
  const { t, locale } = useTranslation();
  if (!variant?.servings) return null;
  const { title, without, ingredients, servings } = variant;
  const listOf = (words: readonly string[]) =>
    new Intl.ListFormat(locale, { type: 'conjunction' }).format(words);
  const others = shownServings - servings;
  // The first food is what the dish is named by.
  const [food] = without;
  const texts = { title, servings, others, food, lines: listOf(ingredients) };
  return (
    <p className="cook-split">
      {others === 0
        ? t('cook.split-all', texts)
        : t(food === undefined ? 'cook.split-added' : 'cook.split', texts)}
    </p>
  );
}
