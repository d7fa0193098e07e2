/** Durations as pages give them: ISO 8601 in its regular and irregular forms, or words in several languages. */
import { readWords } from '#languages/words.ts';

const { list, oneOf } = readWords('pages');

/** Longer than a month is a defect of the page. */
const MAX_MINUTES = 31 * 24 * 60;

const MINUTES_OF = new Map<string, number>([
  ...list('days').map((unit) => [unit, 1440] as const),
  ...list('hours').map((unit) => [unit, 60] as const),
  ...list('minutes').map((unit) => [unit, 1] as const),
  ...list('seconds').map((unit) => [unit, 1 / 60] as const),
]);

/** Whole minutes, or undefined for nothing, zero or a text that is no duration. */
export function parseMinutes(text: string): number | undefined {
  const trimmed = text.trim().slice(0, 100);
  const minutes = /^[+-]?P/i.test(trimmed) ? isoMinutes(trimmed) : wordMinutes(trimmed.toLowerCase());
  if (minutes === undefined || !Number.isFinite(minutes)) return undefined;
  const rounded = Math.round(minutes);
  return rounded > 0 && rounded <= MAX_MINUTES ? rounded : undefined;
}

/** Accepts PT1H30M, PT1H30, P0DT0H45M, P0Y0M0DT0H35M0.000S, PT 45 M, PT45min, P45M. */
function isoMinutes(text: string): number | undefined {
  const upper = text.toUpperCase();
  const timeStart = upper.indexOf('T');
  let total: number | undefined;
  let previous = '';
  for (const match of upper.matchAll(/(\d+(?:[.,]\d+)?) ?([A-Z]?)/g)) {
    const amount = Number((match[1] as string).replace(',', '.'));
    const isTime = timeStart >= 0 && match.index > timeStart;
    const unit = match[2] === '' ? (previous === 'H' ? 'M' : '') : (match[2] as string);
    const minutes = isoUnitMinutes(unit, isTime, timeStart < 0);
    if (minutes !== undefined) total = (total ?? 0) + amount * minutes;
    previous = unit;
  }
  return total;
}

function isoUnitMinutes(unit: string, isTime: boolean, hasNoTime: boolean): number | undefined {
  if (unit === 'H') return 60;
  // "P45M" means 45 months, but no recipe does.
  if (unit === 'M') return isTime || hasNoTime ? 1 : 0;
  if (unit === 'S') return 1 / 60;
  if (unit === 'D') return 1440;
  return unit === 'W' ? 7 * 1440 : undefined;
}

/** "1/2", "1 1/2" and "1-1/2", as one character. */
const HALVES: readonly [RegExp, string][] = [
  [new RegExp(String.raw`(?<![\d/])(?:1[/⁄]2|${oneOf('half')})(?![\d/])`, 'g'), '½'],
  [/(?<![\d/])1[/⁄]4(?![\d/])/g, '¼'],
  [/(?<![\d/])3[/⁄]4(?![\d/])/g, '¾'],
  [/(?<![\d/])1[/⁄]3(?![\d/])/g, '⅓'],
  [/(?<![\d/])2[/⁄]3(?![\d/])/g, '⅔'],
];

const BEFORE_FRACTION = new RegExp(String.raw`(\d)(?: ?- ?| ${oneOf('and')} )(?=[½¼¾⅓⅔])`, 'g');

const FRACTIONS: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75, '⅓': 1 / 3, '⅔': 2 / 3 };

/** "1 hour 30 minutes", "1 Std. 20 Min.", "1h30", "1:30", "45". Of a range, the longer time. */
function wordMinutes(given: string): number | undefined {
  const text = HALVES.reduce((rest, [pattern, sign]) => rest.replace(pattern, sign), given).replace(
    BEFORE_FRACTION,
    '$1 ',
  );
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  let total: number | undefined;
  let previous: number | undefined;
  for (const [, whole, fraction, word] of text.matchAll(/(\d+(?:[.,]\d+)?)? ?([½¼¾⅓⅔])? ?(\p{L}*)/gu)) {
    if (whole === undefined && fraction === undefined) continue;
    const amount = Number(whole?.replace(',', '.') ?? 0) + (FRACTIONS[fraction ?? ''] ?? 0);
    const unit = word === '' || word === undefined ? undefined : MINUTES_OF.get(word);
    if (unit !== undefined) total = (total ?? 0) + amount * unit;
    // The minutes of "1h30", or a plain number.
    else if (previous === 60) total = (total ?? 0) + amount;
    else if (/^\d+(?:\.\d+)?$/.test(text)) total = amount;
    previous = unit;
  }
  return total;
}
