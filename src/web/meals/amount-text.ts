/** Formats the amounts to buy and the amounts that recipes need. The server has chosen amounts and units. */
import { showNumber } from '#web/base/i18n/numbers.ts';
import type { Buy, ShownAmount } from '#domain/shopping-list/shown-amounts.ts';
import type { Item, SharedItem } from '#domain/shopping-list/item.ts';
import { fractionNumber, parseFraction } from '#domain/quantity/fraction.ts';
import type { MessageId } from '#web/base/i18n/message-ids.ts';
import type { Translation } from '#web/base/i18n/translation.ts';
type Amount = { amount: number; unit: string };

/** Unit symbols that are the same in every language. */
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
  inch: 'in',
  mg: 'mg',
  cl: 'cl',
  dl: 'dl',
  tl: 'TL',
  el: 'EL',
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
  cup: 'list.unit.cup',
  tasse: 'list.unit.cup',
  ear: 'list.unit.ear',
  fillet: 'list.unit.fillet',
  handful: 'list.unit.handful',
  head: 'list.unit.head',
  jar: 'list.unit.jar',
  large: 'list.unit.large',
  leaf: 'list.unit.leaf',
  loaf: 'list.unit.loaf',
  medium: 'list.unit.medium',
  package: 'list.unit.package',
  pinch: 'list.unit.pinch',
  punnet: 'list.unit.punnet',
  sachet: 'list.unit.sachet',
  sheet: 'list.unit.sheet',
  slice: 'list.unit.slice',
  small: 'list.unit.small',
  sprig: 'list.unit.sprig',
  stalk: 'list.unit.stalk',
  stick: 'list.unit.stick',
  tbsp: 'list.unit.tbsp',
  tsp: 'list.unit.tsp',
  tub: 'list.unit.tub',
  tube: 'list.unit.tube',
  wedge: 'list.unit.wedge',
};

/** Units with decimals instead of fractions. */
const DECIMAL = new Set(['g', 'kg', 'ml', 'l', 'cm']);
const PARTS: Record<number, string> = { 0.25: '¼', 0.5: '½', 0.75: '¾' };

/** "2", "1 pack of 500 g", "10 g + 1 bunch", or empty if no amount is known. */
export function buyText(translation: Translation, { buy, times }: Pick<SharedItem, 'buy' | 'times'>): string {
  const amounts = buy.map((one) => offerText(translation, one));
  const count = times === undefined ? undefined : numberOf(times);
  return [
    ...amounts,
    ...(count ? [`${numberText(translation, { amount: count, unit: 'times' })} ×`] : []),
  ].join(' + ');
}

/** The amount and the name, as a person reads them out: "2 packs of 500 g" and "flour". */
export function itemText(translation: Translation, item: SharedItem): { amount: string; name: string } {
  const amount = item.typed === undefined ? (item.set ?? buyText(translation, item)) : '';
  return { amount, name: item.typed ?? item.name };
}

function offerText(translation: Translation, offer: Buy): string {
  if (!('packs' in offer)) return amountText(translation, offer);
  const { packs, size } = offer;
  // One pack of a liquid is shown by its size: "250 ml cream".
  if (packs === 1 && isLiquid(size)) return amountText(translation, size);
  return translation.t('list.packs', { packs, size: amountText(translation, size) });
}

function isLiquid({ unit }: ShownAmount): boolean {
  return unit === 'ml' || unit === 'l';
}

/** The needed amount, if it differs from the amount to buy. */
export function needText(translation: Translation, { needed = [] }: Item): string | undefined {
  const amounts = needed.map((one) => {
    const drained = one.isDrained ? translation.t('list.drained') : undefined;
    return [amountText(translation, one), one.name ?? drained].filter(Boolean).join(' ');
  });
  return amounts.length === 0 ? undefined : translation.t('list.need', { amount: amounts.join(' + ') });
}

/** The parsed amount of an ingredient line, such as `1 1/2`. */
export function readText(translation: Translation, amount = '', unit = 'piece'): string {
  const count = amount.split(' ').reduce((sum, part) => sum + (numberOf(part) ?? NaN), 0);
  const isNamed = unit in COUNTED || unit in SYMBOLS || unit === 'piece';
  if (!Number.isNaN(count) && isNamed) return amountText(translation, { amount: count, unit });
  return unit === 'piece' ? amount : `${amount} ${unit.replaceAll('-', ' ')}`.trim();
}

export function amountText(translation: Translation, { amount, unit }: Amount): string {
  const counted = COUNTED[unit];
  const number = numberText(translation, { amount, unit });
  if (counted) return translation.t(counted, { count: Math.max(amount, 1), number });
  // Pieces have no unit: "2 onions".
  return unit in SYMBOLS ? `${number}\u{A0}${SYMBOLS[unit]}` : number;
}

function numberText({ locale }: Translation, { amount, unit }: Amount): string {
  const whole = Math.floor(amount);
  const part = DECIMAL.has(unit) ? undefined : PARTS[amount - whole];
  if (part) return whole > 0 ? `${whole}${part}` : part;
  return showNumber(amount, locale, { maximumFractionDigits: amount < 10 ? 2 : amount < 100 ? 1 : 0 });
}

function numberOf(text: string): number | undefined {
  const exact = parseFraction(text);
  return exact && fractionNumber(exact);
}
