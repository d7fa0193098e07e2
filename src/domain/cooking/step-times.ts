/**
 * Finds the times in a step of a recipe, for timers: "simmer for 20 to 25 minutes", "anderthalb
 * Stunden". Leaves out times that nobody waits for: "stir every 5 minutes", "eat within an hour".
 */
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { NUMBERS, parseNumber } from '#domain/quantity/number.ts';
import { readWords } from '#languages/words.ts';

export type StepTime = {
  /** Where the words of the time are in the step. */
  readonly from: number;
  readonly to: number;
  /** Of a range, the lower end. */
  readonly seconds: number;
  /** The upper end of a range. */
  readonly toSeconds?: number;
};

type Token = { readonly from: number; readonly to: number; readonly word: string; readonly number?: number };
/** `end` is the token after it. */
type Read = { readonly value: number; readonly end: number };
type ReadTime = { readonly seconds: number; readonly toSeconds?: number; readonly end: number };

const MINUTE = 60;
const HOUR = 3600;
/** Longer than a day is no time of cooking. */
const MAX_SECONDS = 24 * HOUR;

const TOKEN = new RegExp(`(?<number>${NUMBERS.source})|(?<word>\\p{L}+)|(?<mark>\\S)`, 'gu');

const { list, numbers, set } = readWords('step-times');

const UNITS = new Map<string, number>([
  ...list('seconds').map((word) => [word, 1] as const),
  ...list('minutes').map((word) => [word, MINUTE] as const),
  ...list('hours').map((word) => [word, HOUR] as const),
  ...numbers('minutes of other units').map(([word, minutes]) => [word, minutes * MINUTE] as const),
]);
/** "20-minütig", "zweistündig". */
const ADJECTIVES = new Map<string, number>([
  ...list('adjectives of minutes, without ending').map((word) => [word, MINUTE] as const),
  ...list('adjectives of hours, without ending').map((word) => [word, HOUR] as const),
]);
/** "Min.", "Std." */
const ABBREVIATIONS = set('with a full stop');

const NUMBER_WORDS = new Map(numbers('numbers'));
const ARTICLES = set('articles');
const HALF = set('half');
const ARTICLES_BEHIND_HALF = set('articles behind half');
const QUARTER = set('quarter');
const AND_A_HALF = phrases('and a half');
const A_HALF = phrases('a half');
const THREE_QUARTERS = phrases('three quarters');
const OF_A_UNIT = phrases('of a unit');
/** "5 more minutes", "eine gute Stunde". */
const FILLERS = set('between a number and its unit');
const TO = new Set([...list('to'), '-', '–', '—', '−', '‐', '‑', '/']);
const OR = set('or');
const AND = new Set([...list('and'), '&', '+', ',']);
const BETWEEN = set('between');

/** The words before a time that nobody waits for: "every 5 minutes". */
const NOT_AFTER = set('no wait behind');
/** The words behind a time that nobody waits for: "30 minutes before serving", "20 minutes per 500 g". */
const NOT_BEFORE = set('no wait before');
const PER = set('per');
const WEIGHTS = set('weights');
const MAX_SENTENCE_WORDS = 40;
/** They make a wait of "10 minutes before": "let it rest 10 minutes before you cut it". */
const WAITS = set('waits');

export function findStepTimes(step: string): StepTime[] {
  const tokens = tokenize(step);
  const found: StepTime[] = [];
  for (let at = 0; at < tokens.length;) {
    const time = readTime(tokens, at);
    if (time && isWaitedFor(tokens, at, time)) {
      const { seconds, toSeconds, end } = time;
      const to = endOf(tokens, end, step);
      found.push({
        from: (tokens[at] as Token).from,
        to,
        seconds,
        ...(toSeconds !== undefined && { toSeconds }),
      });
    }
    at = time?.end ?? at + 1;
  }
  return found;
}

/** The point of "Min." is part of the time unless it ends the sentence. */
function endOf(tokens: readonly Token[], end: number, step: string): number {
  const [last, point] = [tokens[end - 1] as Token, tokens[end]];
  const isShort = ABBREVIATIONS.has(last.word);
  const goesOn =
    point?.word === '.' && point.from === last.to && /^\s+[\p{Ll}\d(]/u.test(step.slice(point.to));
  return isShort && goesOn ? point.to : last.to;
}

function tokenize(step: string): Token[] {
  return Array.from(step.matchAll(TOKEN), (match) => {
    const [text] = match;
    const place = { from: match.index, to: match.index + text.length };
    const number = match.groups?.number === undefined ? undefined : parseNumber(text);
    return { ...place, word: text.toLowerCase(), ...(number && { number: fractionNumber(number) }) };
  });
}

/** A time, or a range of two: "20 to 25 minutes", "45 minutes to 1 hour", "a minute or two". */
function readTime(tokens: readonly Token[], at: number): ReadTime | undefined {
  const isBetween = BETWEEN.has(wordAt(tokens, at - 1));
  const low = readNumber(tokens, at);
  const isRange = low && (TO.has(wordAt(tokens, low.end)) || (isBetween && AND.has(wordAt(tokens, low.end))));
  const high = isRange ? readSingle(tokens, low.end + 1) : undefined;
  if (low && high) {
    // "1-1/2 hours" is one and a half, since no range descends.
    if (low.value >= high.number && high.number < 1)
      return { seconds: low.value * high.unit + high.seconds, end: high.end };
    const seconds = low.value * high.unit;
    if (seconds < high.seconds) return { seconds, toSeconds: high.seconds, end: high.end };
  }
  const first = readSingle(tokens, at);
  if (!first) return undefined;
  const { seconds, end, unit } = first;
  if (!TO.has(wordAt(tokens, end))) return { seconds, end };
  const second = readSingle(tokens, end + 1);
  if (second)
    return second.seconds > seconds
      ? { seconds, toSeconds: second.seconds, end: second.end }
      : { seconds, end };
  const more = OR.has(wordAt(tokens, end)) ? readNumber(tokens, end + 1) : undefined;
  return more && more.value * unit > seconds
    ? { seconds, toSeconds: more.value * unit, end: more.end }
    : { seconds, end };
}

type Single = {
  readonly seconds: number;
  readonly number: number;
  readonly unit: number;
  readonly end: number;
};

/** "1 hour 30 minutes", "an hour and a half", "1h30", "1:30 hours". */
function readSingle(tokens: readonly Token[], at: number): Single | undefined {
  const clock = readClock(tokens, at);
  if (clock) return clock;
  const number = readNumber(tokens, at);
  const unit = number && readUnit(tokens, number.end);
  if (!number || !unit || isOrdinal(tokens, at, unit)) return undefined;
  const first = { seconds: number.value * unit.value, number: number.value, unit: unit.value, end: unit.end };
  const rest = readRest(tokens, unit);
  return rest ? { ...first, seconds: first.seconds + rest.value, end: rest.end } : first;
}

/** "A second pan" is no time, nor is "for a second". */
function isOrdinal(tokens: readonly Token[], at: number, unit: Read): boolean {
  return unit.value === 1 && ARTICLES.has(wordAt(tokens, at));
}

/** What follows an hour or a minute: "30 minutes", "and a half", "30" in "1h30". */
function readRest(tokens: readonly Token[], unit: Read): Read | undefined {
  const point = wordAt(tokens, unit.end) === '.' ? unit.end + 1 : unit.end;
  const isJoined = AND.has(wordAt(tokens, point));
  const start = isJoined ? point + 1 : point;
  const halfEnd = phraseEnd(tokens, start, A_HALF);
  if (isJoined && halfEnd) return { value: unit.value / 2, end: halfEnd };
  const number = tokens[start];
  if (number?.number === undefined) return undefined;
  const smaller = readUnit(tokens, start + 1);
  if (smaller && smaller.value < unit.value)
    return { value: number.number * smaller.value, end: smaller.end };
  const isAttached =
    !smaller && unit.value === HOUR && number.from === tokens[start - 1]?.to && point === unit.end;
  return isAttached && !isJoined ? { value: number.number * MINUTE, end: start + 1 } : undefined;
}

function readClock(tokens: readonly Token[], at: number): Single | undefined {
  const [hours, minutes] = [tokens[at]?.number, tokens[at + 2]?.number];
  if (hours === undefined || minutes === undefined || wordAt(tokens, at + 1) !== ':') return undefined;
  const unit = readUnit(tokens, at + 3);
  if (unit?.value !== HOUR || minutes >= 60) return undefined;
  return { seconds: hours * HOUR + minutes * MINUTE, number: hours, unit: HOUR, end: unit.end };
}

/** "20", "two", "a", "one and a half", "half an", "eine halbe", "three quarters of an". */
function readNumber(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at];
  if (!token) return undefined;
  const isArticle = ARTICLES.has(token.word);
  const next = wordAt(tokens, at + 1);
  if (isArticle && HALF.has(next)) return { value: 0.5, end: at + 2 };
  if (QUARTER.has(token.word)) return endOfPart(tokens, { value: 0.25, end: at + 1 });
  if (isArticle && QUARTER.has(next)) return endOfPart(tokens, { value: 0.25, end: at + 2 });
  const quartersEnd = phraseEnd(tokens, at, THREE_QUARTERS);
  if (quartersEnd) return endOfPart(tokens, { value: 0.75, end: quartersEnd });
  const tens = joinedTens(tokens, at);
  if (tens) return tens;
  const value = token.number ?? NUMBER_WORDS.get(token.word) ?? (isArticle ? 1 : undefined);
  if (value === undefined) return undefined;
  if (HALF.has(token.word) && ARTICLES_BEHIND_HALF.has(next)) return { value, end: at + 2 };
  const andHalfEnd = phraseEnd(tokens, at + 1, AND_A_HALF);
  return andHalfEnd ? { value: value + 0.5, end: andHalfEnd } : { value, end: at + 1 };
}

/** "Of an hour". */
function endOfPart(tokens: readonly Token[], { value, end }: Read): Read | undefined {
  const unit = phraseEnd(tokens, end, OF_A_UNIT);
  return unit ? { value, end: unit } : undefined;
}

/** Where one of the phrases ends that may begin at this token. */
function phraseEnd(tokens: readonly Token[], at: number, of: readonly string[][]): number | undefined {
  const phrase = of.find((words) => words.every((word, ahead) => wordAt(tokens, at + ahead) === word));
  return phrase && at + phrase.length;
}

/** "Forty-five". */
function joinedTens(tokens: readonly Token[], at: number): Read | undefined {
  const [tens, ones] = [NUMBER_WORDS.get(wordAt(tokens, at)), NUMBER_WORDS.get(wordAt(tokens, at + 2))];
  const isJoined = wordAt(tokens, at + 1) === '-' && tens && ones && tens >= 20 && ones < 10 && ones >= 1;
  return isJoined ? { value: tens + ones, end: at + 3 } : undefined;
}

function readUnit(tokens: readonly Token[], at: number): Read | undefined {
  // "A 30-minute rest", "20-minütig".
  const start = ['-', '‐', '‑'].includes(wordAt(tokens, at)) || FILLERS.has(wordAt(tokens, at)) ? at + 1 : at;
  const word = wordAt(tokens, start);
  const unit = UNITS.get(word) ?? ADJECTIVES.get(word.replace(/e[mnrs]?$/, ''));
  return unit === undefined ? undefined : { value: unit, end: start + 1 };
}

function isWaitedFor(tokens: readonly Token[], at: number, { seconds, end }: ReadTime): boolean {
  if (seconds < 1 || seconds > MAX_SECONDS) return false;
  if (NOT_AFTER.has(wordAt(tokens, at - 1))) return false;
  if (NOT_BEFORE.has(wordAt(tokens, end)) && !isWaitBefore(tokens, at)) return false;
  // "20 minutes per 500 g", but "per side".
  return !(PER.has(wordAt(tokens, end)) && isMeasure(tokens, end + 1));
}

/** Whether the sentence up to here says to wait. */
function isWaitBefore(tokens: readonly Token[], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - MAX_SENTENCE_WORDS), at);
  const start = before.findLastIndex(({ word }) => ['.', ';', '!'].includes(word)) + 1;
  return before.slice(start).some(({ word }) => WAITS.has(word));
}

function isMeasure(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.number !== undefined || WEIGHTS.has(wordAt(tokens, at));
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '';
}

function phrases(name: string): string[][] {
  return list(name).map((phrase) => phrase.split(' '));
}
