/** What is in a serving, and for whom: derived from the foods, and said to be incomplete where it is. */
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import { Icon } from '#web/ui/icon.tsx';
import { showMoney } from '#web/preferences/money.ts';
import type { MessageId } from '#web/i18n/message-ids.ts';
import { useWords } from '#web/i18n/words.ts';
import { Figure, NutritionFigures } from './figures.tsx';
import { ALLERGEN_NAMES, DIET_NAMES, tellingDiets } from './recipe-words.ts';
import './facts.css';

export function Facts({ recipe }: { recipe: RecipeView }) {
  const { say } = useWords();
  const { allergens, diets, isComplete } = recipe;
  return (
    <aside className="recipe-facts" aria-label={say('recipes.nutrition')}>
      <Figures recipe={recipe} />
      <section>
        <h2>{say('recipes.allergens')}</h2>
        <Tags names={allergens.map((allergen) => ALLERGEN_NAMES[allergen])} kind="warn" />
        {!isComplete && (
          <p className="recipe-doubt">
            <Icon name="warn" size={18} />
            {say('recipes.allergens-maybe')}
          </p>
        )}
        {isComplete && allergens.length === 0 && <p>{say('recipes.allergens-none')}</p>}
      </section>
      <section>
        <h2>{say('recipes.diets')}</h2>
        <Tags names={tellingDiets(diets).map((diet) => DIET_NAMES[diet])} kind="good" />
        {diets.length === 0 && <p>{say(isComplete ? 'recipes.diets-none' : 'recipes.diets-maybe')}</p>}
      </section>
    </aside>
  );
}

function Figures({ recipe: { nutrition, cost } }: { recipe: RecipeView }) {
  const { say, locale } = useWords();
  return (
    <section>
      <h2>{say('recipes.nutrition')}</h2>
      <NutritionFigures nutrition={nutrition}>
        <Figure name={say('recipes.cost')} isAtLeast={cost.isAtLeast}>
          {showMoney(cost.costCents, locale)}
        </Figure>
      </NutritionFigures>
      {nutrition.isAtLeast && <p className="recipe-least">{say('recipes.nutrition-at-least')}</p>}
    </section>
  );
}

function Tags({ names, kind }: { names: MessageId[]; kind: 'warn' | 'good' }) {
  const { say } = useWords();
  if (names.length === 0) return null;
  return (
    <ul className={`recipe-tags recipe-tags-${kind}`}>
      {names.map((name) => (
        <li key={name}>{say(name)}</li>
      ))}
    </ul>
  );
}
