/** Points in time as text: "5 minutes ago" with the date and time, or a date. Uses the browser's time zone. */
import { useMinuteMs } from './now.ts';
import { showInstant } from '#web/base/i18n/dates.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

const MINUTE_MS = 60_000;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 1440],
  ['month', 30 * 1440],
  ['week', 7 * 1440],
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
];

/** How long ago or how long until, with the date and time in parentheses. */
export function RelativeTime({ at }: { at: string }) {
  const { t, locale } = useTranslation();
  // Truncated, so that an event of the current minute is "just now" and not "in 1 minute".
  const minutes = Math.trunc((Date.parse(at) - useMinuteMs()) / MINUTE_MS);
  return (
    <time dateTime={at}>
      {minutes === 0 ? t('profile.just-now') : relativeTime(minutes, locale)} ({minuteOf(at, locale)})
    </time>
  );
}

function relativeTime(minutes: number, locale: string): string {
  const [unit, length] = UNITS.find(([, length]) => Math.abs(minutes) >= length) ?? ['minute', 1];
  // Round the past down and the future to the nearest unit: a key that lasts a week shows "in 1 week" at once.
  const count = minutes < 0 ? Math.trunc(minutes / length) : Math.round(minutes / length);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(count, unit);
}

export function DateText({ at }: { at: string }) {
  const { locale } = useTranslation();
  return <time dateTime={at}>{showInstant(at, locale, { dateStyle: 'long' })}</time>;
}

function minuteOf(at: string, locale: string): string {
  return showInstant(at, locale, { dateStyle: 'medium', timeStyle: 'short' });
}
