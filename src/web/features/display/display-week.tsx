/** The display's content: today's next meal, very large, and the six days after today. */
import { useSyncExternalStore } from 'react';
import type { PicturesByRecipe } from '#domain/dish-picture/dish-picture.ts';
import type { Slot } from '#domain/plan/plan.ts';
import { warningsAt } from '#domain/preferences/warnings.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { addDays, dateAt, dayOf, weekOf } from '#web/base/calendar.ts';
import { DishPicture } from '#web/meals/picture/dish-picture.tsx';
import { Icon, Drawing } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { useMinuteMs } from '#web/base/ui/now.ts';
import { usePageTitle } from '#web/base/ui/page.tsx';
import { isSignedIn } from '#web/data/session.ts';
import { NO_WARNINGS } from '#web/data/queries/meal-warnings.ts';
import { MealSign } from '#web/meals/warnings/warning-sign.tsx';
import { showDate, showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { DisplayDay, type SlotWarnings } from './display-day.tsx';
import { MealText } from './meal-text.tsx';
import type { Display } from './display-query.ts';
import { hourAt } from '#web/meals/slot-hours.ts';
import { isNight, mealsToCome, type SlotMeal } from './today.ts';

const DAYS_AFTER = [1, 2, 3, 4, 5, 6];
/** Small shifts over time, against burn-in. */
const SHIFTS = ['0 0', '2px 1px', '3px 3px', '1px 2px'];

export function DisplayWeek({ shown, seenAtMs }: Display) {
  const { t, locale } = useTranslation();
  const nowMs = useMinuteMs();
  const { name, timeZone } = shown.family;
  // Absent in what a device cached before there were pictures.
  const pictures = shown.pictures ?? {};
  const hour = hourAt(nowMs, timeZone);
  const today = dateAt(nowMs, timeZone);
  const clock = { timeZone, hour: 'numeric', minute: '2-digit' } as const;
  return (
    <main className="display" data-night={isNight(hour) || undefined}>
      <header className="display-head" style={{ translate: shiftAt(nowMs) }}>
        {isSignedIn() ? (
          <Link href="/" className="display-family">
            {name}
            <span className="sr-only"> {t('display.home')}</span>
          </Link>
        ) : (
          <p className="display-family">{name}</p>
        )}
        <p className="display-date">
          {showDate(today, locale, { weekday: 'long', day: 'numeric', month: 'long' })}
          <time className="display-clock">{showInstant(nowMs, locale, clock)}</time>
        </p>
      </header>
      <Today
        toCome={mealsToCome(mealsOn(shown, today) ?? {}, hour)}
        warnings={warningsOn(shown, today)}
        pictures={pictures}
        shift={shiftAt(nowMs)}
      />
      <ol className="display-days" aria-label={t('display.days')} style={{ translate: shiftAt(nowMs) }}>
        {DAYS_AFTER.map((days) => addDays(today, days)).map((date) => (
          <DisplayDay
            key={date}
            date={date}
            meals={mealsOn(shown, date)}
            warnings={warningsOn(shown, date)}
            pictures={pictures}
          />
        ))}
      </ol>
      <footer className="display-foot">
        <p role="status" className="display-as-of">
          {seenAtMs !== undefined && (
            <>
              <Icon name="no-answer" size={24} />
              {t('display.as-of', {
                time: showInstant(seenAtMs, locale, { ...clock, weekday: 'long' }),
              })}
            </>
          )}
        </p>
        <FullScreenButton />
      </footer>
    </main>
  );
}

const NEXT: Record<Slot, MessageId> = {
  breakfast: 'display.for-breakfast',
  lunchbox: 'display.for-lunchbox',
  lunch: 'display.for-lunch',
  snack: 'display.for-snack',
  dinner: 'display.tonight',
};

type TodayProps = { toCome: SlotMeal[]; warnings: SlotWarnings; pictures: PicturesByRecipe; shift: string };

function Today({ toCome: [next, ...later], warnings, pictures, shift }: TodayProps) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('display.title'));
  const slot = next?.slot ?? 'dinner';
  return (
    <section className={`display-today display-${slot}`} style={{ translate: shift }}>
      <h1 ref={heading} tabIndex={-1} className="display-next">
        <span className="display-when">{t(NEXT[slot])}</span>
        {next ? (
          <MealText meal={next.meal} className={`display-meal display-meal-${lengthOf(next)}`} />
        ) : (
          <span className="display-meal display-nothing">{t('display.nothing-tonight')}</span>
        )}
      </h1>
      {next?.meal.recipeId && (
        <DishPicture className="display-picture" picture={pictures[next.meal.recipeId]} />
      )}
      {next && <MealSign meal={next.meal} {...warnings(next.slot)} form="short" />}
      {later.length > 0 && (
        <ul className="display-later">
          {later.map(({ slot, meal }) => (
            <li key={slot} className={`display-${slot}`}>
              <span className="display-when">{t(NEXT[slot])}</span>{' '}
              <MealText meal={meal} className="display-later-meal" />
              <MealSign meal={meal} {...warnings(slot)} form="short" />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The warnings for those who eat on that day. */
function warningsOn({ warnings }: ResponseOf<'GET /app/api/display'>, date: string): SlotWarnings {
  // A device may have cached a week before there were names of variants.
  const known = { ...NO_WARNINGS, ...warnings[weekOf(date)] };
  return (slot) => ({
    warnings: warningsAt(known.warnings, known.absent, { day: dayOf(date), slot }),
    variantNames: known.variantNames,
  });
}

/** Selects the type size of the main dish. The longest texts are cut off. */
function lengthOf({ meal }: SlotMeal): 'short' | 'medium' | 'long' {
  const { length } = meal.description;
  if (length <= 28) return 'short';
  return length <= 80 ? 'medium' : 'long';
}

/**
 * Undefined if the response does not contain the date, because the clocks of device and server differ by
 * weeks.
 */
function mealsOn({ plans }: ResponseOf<'GET /app/api/display'>, date: string) {
  const plan = plans[weekOf(date)];
  return plan === undefined ? undefined : (plan?.meals[dayOf(date)] ?? {});
}

function shiftAt(nowMs: number): string {
  return SHIFTS[Math.floor(nowMs / 60_000) % SHIFTS.length] as string;
}

const CORNERS = 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5';

/** Enters full-screen mode where the browser supports it. */
function FullScreenButton() {
  const { t } = useTranslation();
  const isFull = useSyncExternalStore(listen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled || isFull) return null;
  return (
    <IconButton
      label={t('display.full-screen')}
      // Ignore a refusal.
      onClick={() => void document.documentElement.requestFullscreen().catch(() => {})}
    >
      <Drawing path={CORNERS} size={20} />
    </IconButton>
  );
}

function listen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
