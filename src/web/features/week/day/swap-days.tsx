/** Swaps all meals of a day with those of another day of the week. */
import { DAYS, type Day } from '#domain/week/week.ts';
import { type Translation, useTranslation } from '#web/base/i18n/translation.ts';
import { dayName } from '#web/base/i18n/dates.ts';
import { Button } from '#web/base/ui/button.tsx';
import { usePlan } from '#web/data/sync.ts';
import { moveEdits, submit } from '#web/meals/plan-commands.ts';
import { type Meals, mealAt, SLOTS } from '#domain/plan/plan.ts';
import './swap-days.css';

export function SwapDays({ week, day, onDone }: { week: string; day: Day; onDone: () => void }) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const { meals, state } = usePlan(week);
  if (state !== 'ready') return null;
  return (
    <section className="week-swap-days" aria-labelledby="week-swap-days">
      <h3 id="week-swap-days">{t('day.swap', { day: dayName(day, locale) })}</h3>
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

/** Swaps all meals of two days. */
function swapDays(
  { t, locale }: Translation,
  { week, meals }: { week: string; meals: Meals },
  from: Day,
  to: Day,
): void {
  const edits = SLOTS.flatMap((slot) => {
    const here = { week, day: from, slot, meal: mealAt(meals, { day: from, slot }) ?? null };
    const there = { week, day: to, slot, meal: mealAt(meals, { day: to, slot }) ?? null };
    return here.meal || there.meal ? moveEdits(here, there) : [];
  });
  const what = t('week.did-swap', { meal: dayName(from, locale), other: dayName(to, locale) });
  if (edits.length > 0) submit(t, edits, what);
}
