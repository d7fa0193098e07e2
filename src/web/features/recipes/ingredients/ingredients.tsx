/** The ingredient lines of a recipe, scaled. */
import { headingText, isHeadingLine } from '#domain/recipe/headings.ts';
import type { RecipeView } from '#domain/recipe-view/recipe-view.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { LineNote } from './line-note.tsx';
import { unscaledText } from '#web/meals/recipe-text.ts';

export function Ingredients({ recipe }: { recipe: RecipeView }) {
  const { t } = useTranslation();
  const { ingredients } = recipe;
  if (ingredients.length === 0) return <p className="recipe-none">{t('recipes.ingredients-none')}</p>;
  return (
    <>
      <ul>
        {ingredients.map(({ text, shown, question, answer }, at) => (
          <li key={at} className={question ? 'recipe-as-typed' : undefined}>
            {isHeadingLine(text) ? <h3>{headingText(text)}</h3> : shown}
            <LineNote line={text} status={{ ...(question && { question }), ...(answer && { answer }) }} />
          </li>
        ))}
      </ul>
      {unscaledText(t, recipe).map((text) => (
        <p key={text} className="recipe-unscaled">
          {text}
        </p>
      ))}
    </>
  );
}
