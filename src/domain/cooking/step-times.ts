/**
 * Finds the times in a step of a recipe, in English and German, for timers: "simmer for 20 to 25 minutes", "anderthalb
 * Stunden". Leaves out times that nobody waits for: "stir every 5 minutes", "eat within an hour".
 */
import { fractionNumber } from '#domain/quantity/fraction.ts';
import { NUMBERS, parseNumber } from '#domain/quantity/number.ts';

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

const UNITS = new Map<string, number>([
  ...toEntries(1, 'second seconds sec secs sekunde sekunden sek'),
  ...toEntries(MINUTE, 'minute minutes min mins minuten'),
  ...toEntries(HOUR, 'hour hours hr hrs h stunde stunden std'),
  ...toEntries(HOUR / 2, 'halbstunde'),
  ...toEntries(HOUR / 4, 'viertelstunde'),
  ...toEntries((HOUR * 3) / 4, 'dreiviertelstunde'),
]);
/** "20-minütig", "zweistündig". */
const ADJECTIVES = new Map<string, number>([
  ['minütig', MINUTE],
  ['stündig', HOUR],
]);

const NUMBER_WORDS = new Map<string, number>([
  ...toNumbers(1, 'one two three four five six seven eight nine ten eleven twelve'),
  ...toNumbers(1, 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf'),
  ...Object.entries({
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    ninety: 90,
    fünfzehn: 15,
    zwanzig: 20,
    fünfundzwanzig: 25,
    dreißig: 30,
    dreissig: 30,
    fünfunddreißig: 35,
    vierzig: 40,
    fünfundvierzig: 45,
    fünfzig: 50,
    sechzig: 60,
    neunzig: 90,
    anderthalb: 1.5,
    eineinhalb: 1.5,
    zweieinhalb: 2.5,
    dreieinhalb: 3.5,
    half: 0.5,
    halbe: 0.5,
    halben: 0.5,
    dreiviertel: 0.75,
  }),
]);
const ARTICLES = new Set(['a', 'an', 'another', 'ein', 'eine', 'einer', 'einen', 'weitere', 'weiteren']);
/** Between a number and its unit: "5 more minutes", "eine gute Stunde". */
const FILLERS = new Set(
  'more extra further additional full good whole short weitere weiteren weiterer gute guten ganze ganzen volle vollen knappe knappen'.split(
    ' ',
  ),
);
const TO = new Set(['to', 'or', 'bis', 'oder', '-', '–', '—', '−', '‐', '‑', '/']);
const AND = new Set(['and', 'und', '&', '+', ',']);

/** The words before a time that nobody waits for. */
const NOT_AFTER = new Set(
  'every each within under alle aller jede jeder innerhalb binnen unter nächste nächsten'.split(' '),
);
/** The words behind a time that nobody waits for: "30 minutes before serving", "20 minutes per 500 g". */
const NOT_BEFORE = new Set('before beforehand earlier ago vor vorher zuvor bevor eher'.split(' '));
const PER = new Set(['per', 'pro', 'je']);
const MAX_SENTENCE_WORDS = 40;
/** They make a wait of "10 minutes before": "let it rest 10 minutes before you cut it". */
const WAITS = new Set('for rest stand cool sit leave let wait chill soak marinate'.split(' '));

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
  const isShort = ['min', 'mins', 'std', 'sek', 'sec', 'hr', 'hrs'].includes(last.word);
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
  const isBetween = ['between', 'zwischen'].includes(wordAt(tokens, at - 1));
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
  const more = ['or', 'oder'].includes(wordAt(tokens, end)) ? readNumber(tokens, end + 1) : undefined;
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
  const isHalf = wordAt(tokens, start) === 'a' && wordAt(tokens, start + 1) === 'half';
  if (isJoined && isHalf) return { value: unit.value / 2, end: start + 2 };
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
  if (isArticle && ['half', 'halbe', 'halben'].includes(next)) return { value: 0.5, end: at + 2 };
  if ((isArticle && next === 'quarter') || token.word === 'quarter') {
    const end = token.word === 'quarter' ? at + 1 : at + 2;
    return endOfPart(tokens, { value: 0.25, end });
  }
  if (token.word === 'three' && next === 'quarters') return endOfPart(tokens, { value: 0.75, end: at + 2 });
  const tens = joinedTens(tokens, at);
  if (tens) return tens;
  const value = token.number ?? NUMBER_WORDS.get(token.word) ?? (isArticle ? 1 : undefined);
  if (value === undefined) return undefined;
  if (token.word === 'half' && ['a', 'an'].includes(next)) return { value, end: at + 2 };
  const isAndHalf = [next, wordAt(tokens, at + 2), wordAt(tokens, at + 3)].join(' ') === 'and a half';
  if (isAndHalf) return { value: value + 0.5, end: at + 4 };
  return { value, end: at + 1 };
}

/** "Of an hour". */
function endOfPart(tokens: readonly Token[], { value, end }: Read): Read | undefined {
  const isPart = wordAt(tokens, end) === 'of' && wordAt(tokens, end + 1) === 'an';
  return isPart ? { value, end: end + 2 } : undefined;
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
  return (
    tokens[at]?.number !== undefined ||
    ['pound', 'lb', 'kilo', 'kilogram', 'kg', 'pfund'].includes(wordAt(tokens, at))
  );
}

function wordAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.word ?? '';
}

function toEntries(seconds: number, words: string): [string, number][] {
  return words.split(' ').map((word) => [word, seconds]);
}

function toNumbers(first: number, words: string): [string, number][] {
  return words.split(' ').map((word, at) => [word, first + at]);
}
