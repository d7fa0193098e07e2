/** Behind an ingredient that is a recipe itself: how that one is made. */
import { useTranslation } from '#web/base/i18n/translation.ts';
import { type LineOfRecipe, RecipeLine } from '#web/meals/recipe-line.tsx';
import './used-recipe.css';

export function UsedRecipe({ used }: { used: LineOfRecipe }) {
  const { t } = useTranslation();
  if (used?.title === undefined) return null;
  return (
    <p className="cook-used-recipe">
      <RecipeLine used={used}>{t('cook.open-recipe', { title: used.title })}</RecipeLine>
    </p>
  );
}
