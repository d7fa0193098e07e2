/** The totals of a proposed week: cost, time, nutrition and leftover food. */
import type { WeekTotals } from '#domain/proposal/proposal.ts';
import { DAYS } from '#domain/week/week.ts';
import { Link } from '#web/base/ui/link.tsx';
import { NUTRITION_FIGURES } from '#web/meals/figures.tsx';
import { showFigure, showTime } from '#web/meals/recipe-text.ts';
import { showMoney } from '#web/base/i18n/money.ts';
import { useMe } from '#web/data/session.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { Names } from '#web/features/week/proposal/texts/reason-text.ts';

const FIGURES = NUTRITION_FIGURES.filter(([figure]) => figure !== 'saltG');

export function Totals({ names, totals }: { names: Names; totals: WeekTotals }) {
  const { t, locale } = useTranslation();
  const { showsNutrition, currency } = useMe().family;
  const { preferences, foods } = names;
  const { costCents, minutes, leftOver } = totals;
  const budget = preferences?.budgetCents;
  const rest = leftOver.map(({ foodId, grams }) =>
    t('proposal.rest', { grams: showFigure(grams, locale), food: foods.nameOf(foodId) }),
  );
  return (
    <div className="proposal-totals">
      <dl>
        <div>
          <dt>{t('proposal.cost')}</dt>
          <dd>
            {showMoney(costCents, locale, currency)}
            {budget !== undefined && (
              <small> {t('proposal.of-budget', { budget: showMoney(budget, locale, currency) })}</small>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('proposal.time')}</dt>
          <dd>{showTime(minutes, t)}</dd>
        </div>
      </dl>
      <details>
        <summary>{t(showsNutrition ? 'proposal.more' : 'proposal.left-over')}</summary>
        {showsNutrition && (
          <>
            <h3>{t('proposal.nutrition')}</h3>
            <Nutrition totals={totals} />
            <h3>{t('proposal.left-over')}</h3>
          </>
        )}
        <p>{rest.length > 0 ? rest.join(' · ') : t('proposal.nothing-left')}</p>
      </details>
      <Link href="/preferences" className="proposal-preferences">
        {t('proposal.preferences')}
      </Link>
    </div>
  );
}

function Nutrition({ totals: { nutrition } }: { totals: WeekTotals }) {
  const { t, locale } = useTranslation();
  const days = DAYS.flatMap((day) => (nutrition[day] ? [[day, nutrition[day]] as const] : []));
  return (
    <table className="proposal-nutrition">
      <thead>
        <tr>
          <td />
          {FIGURES.map(([figure, name]) => (
            <th key={figure} scope="col">
              {t(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(([day, figures]) => (
          <tr key={day}>
            <th scope="row">{dayName(day, locale, 'short')}</th>
            {FIGURES.map(([figure, , unit]) => (
              <td key={figure}>{t(unit, { amount: showFigure(Math.round(figures[figure]), locale) })}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
