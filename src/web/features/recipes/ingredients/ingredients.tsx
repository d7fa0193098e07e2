/** The ingredient lines of a recipe, scaled. */
import { headingText, isHeadingLine } from '#domain/recipe/headings.ts';
import { possibleAllergensOf } from '#domain/preferences/warnings.ts';
import type { WarnedRecipe } from '#web/data/queries/recipe-queries.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { LineNote } from './line-note.tsx';
import { RecipeLine } from '#web/meals/recipe-line.tsx';
import { unscaledText } from '#web/meals/recipe-text.ts';

export function Ingredients({ recipe }: { recipe: WarnedRecipe }) {
  const { t } = useTranslation();
  const { ingredients } = recipe;
  const avoided = possibleAllergensOf(recipe.warnings);
  if (ingredients.length === 0) return <p className="recipe-none">{t('recipes.ingredients-none')}</p>;
  return (
    <>
      <ul>
        {ingredients.map(({ text, shown, recipe: used, ...status }, at) => (
          <li key={at} className={status.question ? 'recipe-as-typed' : undefined}>
            {isHeadingLine(text) ? (
              <h3>{headingText(text)}</h3>
            ) : (
              <RecipeLine used={used}>{shown}</RecipeLine>
            )}
            <LineNote line={text} isRecipe={used !== undefined} status={status} avoided={avoided} />
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
