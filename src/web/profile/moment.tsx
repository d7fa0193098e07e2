/** A moment as people say it, "5 minutes ago", and beside it the minute itself, in the browser's zone. */
import { useMinuteMs } from '#web/ui/now.ts';
import { showInstant } from '#web/i18n/dates.ts';
import { useTranslation } from '#web/i18n/translation.ts';

const MINUTE_MS = 60_000;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 1440],
  ['month', 30 * 1440],
  ['week', 7 * 1440],
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
];

/** How long ago, or how long until; less than a minute is "this minute". */
export function Ago({ at }: { at: string }) {
  const { locale } = useTranslation();
  const minutes = Math.round((Date.parse(at) - useMinuteMs()) / MINUTE_MS);
  const [unit, length] = UNITS.find(([, length]) => Math.abs(minutes) >= length) ?? ['minute', 1];
  // What is past is counted in whole units, what is to come to the nearest: in a week is not in 6 days.
  const count = minutes < 0 ? Math.trunc(minutes / length) : Math.round(minutes / length);
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  return (
    <time dateTime={at}>
      {format.format(count, unit)} ({minuteOf(at, locale)})
    </time>
  );
}

/** The day alone. */
export function On({ at }: { at: string }) {
  const { locale } = useTranslation();
  return <time dateTime={at}>{showInstant(at, locale, { dateStyle: 'long' })}</time>;
}

function minuteOf(at: string, locale: string): string {
  return showInstant(at, locale, { dateStyle: 'medium', timeStyle: 'short' });
}
