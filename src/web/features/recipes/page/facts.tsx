/** Nutrition, allergens and diets of a recipe, derived from its foods, with a note if incomplete. */
import type { RecipeView } from '#domain/recipe-view/recipe-view.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { useMe } from '#web/data/session.ts';
import { showMoney } from '#web/base/i18n/money.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Figure, NutritionFigures } from '#web/meals/figures.tsx';
import { distinctDiets } from '#web/meals/recipe-text.ts';
import './facts.css';

export function Facts({ recipe }: { recipe: RecipeView }) {
  const { t } = useTranslation();
  const { diets, isComplete } = recipe;
  return (
    <aside className="recipe-facts" aria-label={t('recipes.facts')}>
      <Figures recipe={recipe} />
      <section>
        <h2>{t('recipes.allergens')}</h2>
        <Allergens recipe={recipe} />
      </section>
      <section>
        <h2>{t('recipes.diets')}</h2>
        <Tags names={distinctDiets(diets).map((diet) => `diets.name.${diet}` as const)} kind="good" />
        {diets.length === 0 && <p>{t(isComplete ? 'recipes.diets-none' : 'recipes.diets-maybe')}</p>}
      </section>
    </aside>
  );
}

/** What the recipe contains, what some brands contain, and whether there may be more. */
function Allergens({ recipe: { allergens, mayContain, isComplete } }: { recipe: RecipeView }) {
  const { t } = useTranslation();
  const hasNone = allergens.length + mayContain.length === 0;
  return (
    <>
      {allergens.length > 0 && (
        <div className="recipe-state">
          <h3>{t('recipes.contains')}</h3>
          <Tags names={allergens.map((allergen) => `recipes.allergen.${allergen}` as const)} kind="warn" />
        </div>
      )}
      {mayContain.length > 0 && (
        <div className="recipe-state">
          <h3>{t('recipes.may-contain')}</h3>
          <Tags names={mayContain.map((allergen) => `recipes.allergen.${allergen}` as const)} kind="maybe" />
        </div>
      )}
      {!isComplete && (
        <div className="recipe-state">
          <h3>{t('recipes.not-sure')}</h3>
          <p className="recipe-doubt">
            <Icon name="warn" size={18} />
            {t('recipes.allergens-maybe')}
          </p>
        </div>
      )}
      {isComplete && hasNone && <p>{t('recipes.allergens-none')}</p>}
    </>
  );
}

function Figures({ recipe: { nutrition, cost } }: { recipe: RecipeView }) {
  const { t, locale } = useTranslation();
  const { currency, showsNutrition } = useMe().family;
  const money = (
    <Figure name={t('recipes.cost')} isAtLeast={cost.isAtLeast}>
      {showMoney(cost.costCents, locale, currency)}
    </Figure>
  );
  if (!showsNutrition) {
    return (
      <section>
        <h2>{t('recipes.nutrition')}</h2>
        <dl className="recipe-figures">{money}</dl>
      </section>
    );
  }
  return (
    <section>
      <h2>{t('recipes.nutrition')}</h2>
      <NutritionFigures nutrition={nutrition}>{money}</NutritionFigures>
      {nutrition.atLeast.length > 0 && <p className="recipe-least">{t('recipes.nutrition-at-least')}</p>}
    </section>
  );
}

export function Tags({ names, kind }: { names: MessageId[]; kind: 'warn' | 'maybe' | 'good' }) {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  return (
    <ul className={`recipe-tags recipe-tags-${kind}`}>
      {names.map((name) => (
        <li key={name}>{t(name)}</li>
      ))}
    </ul>
  );
}
