/** Recurring meals that were not proposed, because they are not for every eater. */
import type { WarnedMeal } from '#domain/preferences/warnings.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { sentencesOf } from '#web/meals/warnings/warning-text.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { brief } from '#web/meals/meal-text.ts';

export function LeftOut({ meals }: { meals: readonly WarnedMeal[] }) {
  const translation = useTranslation();
  const { t, locale } = translation;
  if (meals.length === 0) return null;
  const change = (
    <Link href="/preferences#recurring" className="button button-plain">
      {t('proposal.left-out-change')}
    </Link>
  );
  return (
    <Banner kind="warn" icon="warn" action={change}>
      <ul className="proposal-missing">
        {meals.map(({ day, slot, meal, warnings }) => (
          <li key={day + slot}>
            <strong>
              {t('proposal.left-out', { day: dayName(day, locale), meal: brief(meal.description) })}
            </strong>{' '}
            {sentencesOf(translation, warnings)
              .map(({ text }) => `${text}.`)
              .join(' ')}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
