/**
 * Amounts as people read them on a list: what to buy, and what the recipes need exactly. Rounds for the
 * eye only; what is bought and summed was decided by the service.
 */
import type { Buy, ShownAmount, UnitSystem } from '#domain/shopping-list-amount.ts';
import type { Item } from '#domain/shopping-list-item.ts';
import type { Amounts } from '#domain/shopping-list-operations.ts';
import { fractionNumber, parseFraction } from '#domain/quantity-fraction.ts';
import type { MessageId } from '#web/words/message-ids.ts';
import type { Say } from '#web/words/words.ts';

type Words = { say: Say; locale: string };
type Amount = { amount: number; unit: string };

/** Written behind the number, in every language. */
const SYMBOLS: Record<string, string> = {
  g: 'g',
  kg: 'kg',
  ml: 'ml',
  l: 'l',
  cm: 'cm',
  oz: 'oz',
  lb: 'lb',
  'fl-oz': 'fl oz',
  quart: 'qt',
  tsp: 'tsp',
  tbsp: 'tbsp',
  inch: 'in',
};

const COUNTED: Record<string, MessageId> = {
  bag: 'list.unit.bag',
  ball: 'list.unit.ball',
  bar: 'list.unit.bar',
  block: 'list.unit.block',
  bottle: 'list.unit.bottle',
  box: 'list.unit.box',
  bunch: 'list.unit.bunch',
  can: 'list.unit.can',
  carton: 'list.unit.carton',
  clove: 'list.unit.clove',
  cube: 'list.unit.cube',
  ear: 'list.unit.ear',
  fillet: 'list.unit.fillet',
  head: 'list.unit.head',
  jar: 'list.unit.jar',
  large: 'list.unit.large',
  leaf: 'list.unit.leaf',
  loaf: 'list.unit.loaf',
  medium: 'list.unit.medium',
  package: 'list.unit.package',
  punnet: 'list.unit.punnet',
  sachet: 'list.unit.sachet',
  sheet: 'list.unit.sheet',
  slice: 'list.unit.slice',
  small: 'list.unit.small',
  sprig: 'list.unit.sprig',
  stalk: 'list.unit.stalk',
  stick: 'list.unit.stick',
  tub: 'list.unit.tub',
  tube: 'list.unit.tube',
  wedge: 'list.unit.wedge',
};

/** Said in quarters, not in tenths. */
const SPLIT = new Set(['oz', 'lb', 'fl-oz', 'quart', 'tsp', 'tbsp', 'times']);
const PARTS: Record<number, string> = { 0.25: '¼', 0.5: '½', 0.75: '¾' };

/** "2", "1 pack of 500 g", "10 g + 1 bunch"; nothing where no amount is known. */
export function buyText(words: Words, { buy, times }: Item): string {
  const amounts = buy.map((one) => offerText(words, one));
  const count = times === undefined ? undefined : numberOf(times);
  return [...amounts, ...(count ? [`${numberText(words, { amount: count, unit: 'times' })} ×`] : [])].join(
    ' + ',
  );
}

function offerText(words: Words, offer: Buy): string {
  if (!('packs' in offer)) return amountText(words, offer);
  const { packs, size } = offer;
  // Who reads "250 ml cream" takes one of them.
  if (packs === 1 && isLiquid(size)) return amountText(words, size);
  return words.say('list.packs', { packs, size: amountText(words, size) });
}

function isLiquid({ unit }: ShownAmount): boolean {
  return unit === 'ml' || unit === 'l';
}

/** What is needed exactly, where that is not what one buys. */
export function needText(words: Words, { needs, buys }: Item, units: UnitSystem): string | undefined {
  const isExact = JSON.stringify(needs) === JSON.stringify(buys);
  const amounts = amountsIn(needs).map((one) => amountText(words, handy(one, units)));
  return isExact || amounts.length === 0
    ? undefined
    : words.say('list.need', { amount: amounts.join(' + ') });
}

function amountsIn(needs: Amounts): Amount[] {
  return Object.entries(needs).flatMap(([unit, text]) => {
    const amount = numberOf(text);
    return amount ? [{ amount, unit }] : [];
  });
}

const OUNCE_G = 28.349_523_125;
const FLUID_OUNCE_ML = 29.573_529_562_5;

/** Exact amounts come in grams and millilitres; nobody reads 1,500 of them. */
function handy({ amount, unit }: Amount, units: UnitSystem): Amount {
  if (units === 'us' && unit === 'g') {
    const ounces = amount / OUNCE_G;
    return ounces < 16 ? { amount: ounces, unit: 'oz' } : { amount: ounces / 16, unit: 'lb' };
  }
  if (units === 'us' && unit === 'ml') return { amount: amount / FLUID_OUNCE_ML, unit: 'fl-oz' };
  const large = ({ g: 'kg', ml: 'l' } as Record<string, string>)[unit];
  return large && amount >= 1_000 ? { amount: amount / 1_000, unit: large } : { amount, unit };
}

function amountText(words: Words, { amount, unit }: Amount): string {
  const counted = COUNTED[unit];
  const number = numberText(words, { amount, unit });
  if (counted) return words.say(counted, { count: amount, number });
  // What is counted by the piece needs no unit: "2 onions".
  return unit in SYMBOLS ? `${number}\u{A0}${SYMBOLS[unit]}` : number;
}

function numberText({ locale }: Words, { amount, unit }: Amount): string {
  const whole = Math.floor(amount);
  const part = SPLIT.has(unit) ? PARTS[amount - whole] : undefined;
  if (part) return whole > 0 ? `${whole}${part}` : part;
  return amount.toLocaleString(locale, { maximumFractionDigits: amount < 10 ? 2 : amount < 100 ? 1 : 0 });
}

function numberOf(text: string): number | undefined {
  const exact = parseFraction(text);
  return exact && fractionNumber(exact);
}
