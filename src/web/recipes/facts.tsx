/** Nutrition, allergens and diets of a recipe, derived from its foods, with a note if incomplete. */
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import { Icon } from '#web/ui/icon.tsx';
import { showMoney } from '#web/preferences/money.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { Figure, NutritionFigures } from './figures.tsx';
import { ALLERGEN_NAMES, DIET_NAMES, distinctDiets } from './recipe-text.ts';
import './facts.css';

export function Facts({ recipe }: { recipe: RecipeView }) {
  const { t } = useTranslation();
  const { allergens, diets, isComplete } = recipe;
  return (
    <aside className="recipe-facts" aria-label={t('recipes.nutrition')}>
      <Figures recipe={recipe} />
      <section>
        <h2>{t('recipes.allergens')}</h2>
        <Tags names={allergens.map((allergen) => ALLERGEN_NAMES[allergen])} kind="warn" />
        {!isComplete && (
          <p className="recipe-doubt">
            <Icon name="warn" size={18} />
            {t('recipes.allergens-maybe')}
          </p>
        )}
        {isComplete && allergens.length === 0 && <p>{t('recipes.allergens-none')}</p>}
      </section>
      <section>
        <h2>{t('recipes.diets')}</h2>
        <Tags names={distinctDiets(diets).map((diet) => DIET_NAMES[diet])} kind="good" />
        {diets.length === 0 && <p>{t(isComplete ? 'recipes.diets-none' : 'recipes.diets-maybe')}</p>}
      </section>
    </aside>
  );
}

function Figures({ recipe: { nutrition, cost } }: { recipe: RecipeView }) {
  const { t, locale } = useTranslation();
  return (
    <section>
      <h2>{t('recipes.nutrition')}</h2>
      <NutritionFigures nutrition={nutrition}>
        <Figure name={t('recipes.cost')} isAtLeast={cost.isAtLeast}>
          {showMoney(cost.costCents, locale)}
        </Figure>
      </NutritionFigures>
      {nutrition.atLeast.length > 0 && <p className="recipe-least">{t('recipes.nutrition-at-least')}</p>}
    </section>
  );
}

function Tags({ names, kind }: { names: MessageId[]; kind: 'warn' | 'good' }) {
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
