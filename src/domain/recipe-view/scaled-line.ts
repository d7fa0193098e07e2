/**
 * An ingredient line for another number of servings, in its own words: every amount of an understood line is scaled,
 * also both ends of a range and the same amount in another unit. Sizes ("5 cm", "into 8 wedges", "400 g each") and times
 * ("for 2 hours") are not.
 */
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Food } from '#domain/food/food.ts';
import type { IngredientLine, UnderstoodLine } from '#domain/ingredient-line/ingredient-line.ts';
import {
  compare,
  type Fraction,
  fraction,
  fractionNumber,
  multiply,
  ONE,
  ZERO,
} from '#domain/quantity/fraction.ts';
import { NUMBERS, parseNumber, parseThousands } from '#domain/quantity/number.ts';
import { pluralOf, singularOf } from '#domain/quantity/unit-number.ts';
import { SIZES } from '#domain/quantity/unit.ts';
import { type Language, LANGUAGES } from '#languages/language.ts';
import { translation } from '#languages/translate.ts';
import { isHeadingLine } from '#domain/recipe/headings.ts';
import { readWords } from '#languages/words.ts';

const { numbers, oneOf } = readWords('scaled-lines');

export type Scale = {
  readonly times: Fraction;
  readonly language: Language;
  readonly foods: FoodCatalogue;
};

type Amount = { readonly from: number; readonly to: number; readonly value: Fraction };

/** Undefined if the line has, or may have, an amount that is not understood. */
export function scaleLine(line: IngredientLine, scale: Scale): string | undefined {
  const { text, understood, isHarmless } = line;
  const isAsTyped = isHarmless || isHeadingLine(text) || (understood && !understood.quantity);
  if (isAsTyped || compare(scale.times, ONE) === 0) return text;
  const amounts = understood && amountsOf(text, understood);
  return amounts && understood && withAmounts(text, amounts, understood, scale);
}

function withAmounts(
  text: string,
  amounts: readonly Amount[],
  { food, quantity, packs }: UnderstoodLine,
  { times, language, foods }: Scale,
): string {
  const unit = packs ? packs.unit : quantity?.unit;
  const counted = unit === 'piece' || (unit && SIZES.has(unit)) ? foods.find(food) : undefined;
  let shown = text;
  // From the end, so that the places before stay valid.
  for (const { from, to, value } of amounts.toReversed()) {
    const scaled = multiply(value, times);
    const isPlural = compare(scaled, ONE) > 0;
    const rest = shown.slice(to);
    const isFirst = from === amounts[0]?.from;
    const named =
      counted && isFirst ? withFoodInNumber(rest, counted, isPlural) : withUnitInNumber(rest, isPlural);
    shown = `${shown.slice(0, from)}${amountText(scaled, language)}${named}`;
  }
  return shown;
}

/** The numbers of a line that are amounts; undefined if that is not certain. */
function amountsOf(text: string, { quantity, packs }: UnderstoodLine): Amount[] | undefined {
  const numbers = Array.from(text.matchAll(NUMBERS), ({ 0: words, index }) => ({
    from: index,
    to: index + words.length,
    value: parseNumber(words) ?? parseThousands(words),
  }));
  const amounts = [...leadingWord(text), ...numbers].filter(
    (number): number is Amount => number.value !== undefined && !isSize(text, number),
  );
  const [first, second] = amounts;
  if (!first || !quantity || numbers.some(({ value }) => !value)) return undefined;
  // The weight of each of several packs stays: "2 (400 g) cans".
  if (packs) return compare(first.value, packs.count) === 0 ? [first] : undefined;
  const isStated = [first, second].some((amount) => amount && compare(amount.value, quantity.amount) === 0);
  return isStated || isSum(text, first, second) ? amounts : undefined;
}

const SUM = new RegExp(String.raw`^ ?\p{L}{1,12}\.?(?: ${oneOf('plus')}| \+)? $`, 'u');

/** "1 tbsp plus 1 tsp", "1 lb 4 oz": two amounts before anything else is said. */
function isSum(text: string, first: Amount, second: Amount | undefined): boolean {
  return second !== undefined && SUM.test(text.slice(first.to, second.from));
}

/** Before a number, they say that it is a part, a size or a kind: "cut into 8", "je 150 g", "Type 405". */
const SIZE_BEFORE = new RegExp(
  String.raw`(?:^|[^\p{L}])${oneOf('before a size')}\.? (?:${oneOf('about')} )?$`,
  'iu',
);
/** After a number or a range, they say that it is a size, a share or a time: "2-3 cm", "for 8 to 12 hours". */
const SIZE_AFTER = new RegExp(`^ ?-?(?:${oneOf('behind a size')}|["”″%°])`, 'i');
const TIME_AFTER = new RegExp(String.raw`^ ?-?${oneOf('times')}(?:[^\p{L}]|$)`, 'iu');
const RANGE_END = new RegExp(String.raw`^ ?(?:[-–]|${oneOf('to or')}) ?[\d.,/½¼¾⅓⅔ ]{1,8}`, 'i');
const EACH_AFTER = new RegExp(String.raw`^[^,()]{0,20}\b${oneOf('each')}\b`, 'i');

function isSize(text: string, { from, to }: Pick<Amount, 'from' | 'to'>): boolean {
  const [before, after] = [text.slice(Math.max(0, from - 20), from), text.slice(to)];
  const unit = after.replace(RANGE_END, '');
  return SIZE_BEFORE.test(before) || SIZE_AFTER.test(unit) || TIME_AFTER.test(unit) || EACH_AFTER.test(after);
}

const MORE: ReadonlyMap<string, number> = new Map(numbers('numbers'));
const LEADING_WORD = new RegExp(
  `^(?:(?<half>${oneOf('half')})|(?<one>${oneOf('one')})|(?<more>${[...MORE.keys()].join('|')}))(?= )`,
  'i',
);

/** A number in words at the start of the line: "two onions", "eine Prise Salz", "half a lemon". */
function leadingWord(text: string): Amount[] {
  const found = LEADING_WORD.exec(text);
  if (!found) return [];
  const { half, more } = found.groups as Record<string, string | undefined>;
  const value = half ? fraction(1, 2) : more ? fraction(MORE.get(more.toLowerCase()) ?? 1) : ONE;
  return [{ from: 0, to: found[0].length, value }];
}

/** Replaces the unit, the first word, by its singular or plural. */
function withUnitInNumber(text: string, isPlural: boolean): string {
  return text.replace(/^ (\p{L}+)/u, (_, word: string) => ` ${isPlural ? pluralOf(word) : singularOf(word)}`);
}

/** Replaces the food's name by its singular or plural. */
function withFoodInNumber(text: string, { names }: Food, isPlural: boolean): string {
  for (const { singular, plural } of LANGUAGES.flatMap((language) => names[language])) {
    const [from, to] = isPlural ? [singular, plural] : [plural, singular];
    const whole = new RegExp(`(?<![\\p{L}])${RegExp.escape(from)}(?![\\p{L}])`, 'iu');
    if (whole.test(text)) return text.replace(whole, to);
  }
  return text;
}

const SMALL_PARTS = new Set([2n, 3n, 4n, 8n]);

/** `1 1/2`, or a decimal if the fraction is unusual. */
export function amountText(amount: Fraction, language: Language): string {
  const { numerator, denominator } = amount;
  if (denominator === 1n) return `${numerator}`;
  const whole = numerator / denominator;
  if (SMALL_PARTS.has(denominator) && whole < 20n) {
    const part = `${numerator % denominator}/${denominator}`;
    return whole === 0n ? part : `${whole} ${part}`;
  }
  const number = fractionNumber(amount);
  const shown = number >= 100 ? Math.round(number) : Number(number.toPrecision(3));
  if (compare(amount, ZERO) > 0 && shown === 0) return translation(language)('lines.a-little');
  return new Intl.NumberFormat(language, { useGrouping: false, maximumSignificantDigits: 15 }).format(shown);
}
