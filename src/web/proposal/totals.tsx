/** What the proposed week costs, takes and contains, and what will be left over. */
import type { WeekTotals } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { Link } from '#web/ui/link.tsx';
import { showFigure, showTime } from '#web/recipes/recipe-words.ts';
import { showMoney } from '#web/preferences/money.ts';
import { dayName } from '#web/i18n/dates.ts';
import { useWords } from '#web/i18n/words.ts';
import type { Names } from './reason-words.ts';

const FIGURES = [
  ['energyKcal', 'recipes.energy', 'recipes.kcal'],
  ['proteinG', 'recipes.protein', 'recipes.grams'],
  ['carbohydrateG', 'recipes.carbohydrate', 'recipes.grams'],
  ['fatG', 'recipes.fat', 'recipes.grams'],
  ['fibreG', 'recipes.fibre', 'recipes.grams'],
] as const;

export function Totals({ names, totals }: { names: Names; totals: WeekTotals }) {
  const { say, locale } = useWords();
  const { wishes, foods } = names;
  const { costCents, minutes, leftOver } = totals;
  const budget = wishes?.budgetCents;
  const rest = leftOver.map(({ foodId, grams }) =>
    say('proposal.rest', { grams: showFigure(grams, locale), food: foods.nameOf(foodId) }),
  );
  return (
    <div className="proposal-totals">
      <dl>
        <div>
          <dt>{say('proposal.cost')}</dt>
          <dd>
            {showMoney(costCents, locale)}
            {budget !== undefined && (
              <small> {say('proposal.of-budget', { budget: showMoney(budget, locale) })}</small>
            )}
          </dd>
        </div>
        <div>
          <dt>{say('proposal.time')}</dt>
          <dd>{showTime(minutes, say)}</dd>
        </div>
      </dl>
      <details>
        <summary>{say('proposal.more')}</summary>
        <h3>{say('proposal.nutrition')}</h3>
        <Nutrition totals={totals} />
        <h3>{say('proposal.left-over')}</h3>
        <p>{rest.length > 0 ? rest.join(' · ') : say('proposal.nothing-left')}</p>
      </details>
      <Link href="/wishes" className="proposal-wishes">
        {say('proposal.wishes')}
      </Link>
    </div>
  );
}

function Nutrition({ totals: { nutrition } }: { totals: WeekTotals }) {
  const { say, locale } = useWords();
  const days = DAYS.flatMap((day) => (nutrition[day] ? [[day, nutrition[day]] as const] : []));
  return (
    <table className="proposal-nutrition">
      <thead>
        <tr>
          <td />
          {FIGURES.map(([figure, name]) => (
            <th key={figure} scope="col">
              {say(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(([day, figures]) => (
          <tr key={day}>
            <th scope="row">{dayName(day, locale, 'short')}</th>
            {FIGURES.map(([figure, , unit]) => (
              <td key={figure}>{say(unit, { amount: showFigure(Math.round(figures[figure]), locale) })}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
