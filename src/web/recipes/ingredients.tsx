/** The ingredient lines of a recipe, scaled. */
import { headingText, isHeadingLine } from '#domain/recipe/headings.ts';
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { LineNote } from './line-note.tsx';

export function Ingredients({ recipe: { ingredients } }: { recipe: RecipeView }) {
  const { t } = useTranslation();
  if (ingredients.length === 0) return <p className="recipe-none">{t('recipes.ingredients-none')}</p>;
  return (
    <ul>
      {ingredients.map(({ text, shown, question, settled }, at) => (
        <li key={at} className={question ? 'recipe-as-typed' : undefined}>
          {isHeadingLine(text) ? <h3>{headingText(text)}</h3> : shown}
          <LineNote line={text} status={{ ...(question && { question }), ...(settled && { settled }) }} />
        </li>
      ))}
    </ul>
  );
}
