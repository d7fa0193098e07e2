/** Swaps all meals of a day with those of another day of the week. */
import { DAYS, type Day } from '#domain/week/week.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { Button } from '#web/base/ui/button.tsx';
import { usePlan } from '#web/data/sync.ts';
import { swapDays } from '#web/meals/plan-commands.ts';
import './swap-days.css';

export function SwapDays({ week, day, onDone }: { week: string; day: Day; onDone: () => void }) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const { meals, state } = usePlan(week);
  if (state !== 'ready') return null;
  return (
    <section className="week-swap-days" aria-labelledby="week-swap-days">
      <h3 id="week-swap-days">{t('week.swap-days', { day: dayName(day, locale) })}</h3>
      <div>
        {DAYS.filter((other) => other !== day).map((other) => (
          <Button
            key={other}
            onClick={() => {
              onDone();
              swapDays(translation, { week, meals }, day, other);
            }}
          >
            {dayName(other, locale)}
          </Button>
        ))}
      </div>
    </section>
  );
}
