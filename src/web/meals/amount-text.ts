/** Formats the amounts to buy and the amounts that recipes need. The server has chosen amounts and units. */
import { showNumber } from '#web/base/i18n/numbers.ts';
import type { Buy, ShownAmount } from '#domain/shopping-list/shown-amounts.ts';
import type { Item, SharedItem } from '#domain/shopping-list/item.ts';
import { hasUnitText, unitText } from '#domain/shopping-list/unit-text.ts';
import { fractionNumber, parseFraction } from '#domain/quantity/fraction.ts';
import type { Translation } from '#web/base/i18n/translation.ts';
type Amount = { amount: number; unit: string };

/** Units with decimals instead of fractions. */
const DECIMAL = new Set(['g', 'kg', 'ml', 'l', 'cm']);
const PARTS: Record<number, string> = { 0.25: '¼', 0.5: '½', 0.75: '¾' };

/** "2", "1 pack of 500 g", "10 g + 1 bunch", or empty if no amount is known. */
export function buyText(translation: Translation, { buy, times }: Pick<SharedItem, 'buy' | 'times'>): string {
  const amounts = buy.map((amount) => offerText(translation, amount));
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
  const amounts = needed.map((amount) => {
    const drained = amount.isDrained ? translation.t('list.drained') : undefined;
    return [amountText(translation, amount), amount.name ?? drained].filter(Boolean).join(' ');
  });
  return amounts.length === 0 ? undefined : translation.t('list.need', { amount: amounts.join(' + ') });
}

/** The parsed amount of an ingredient line, such as `1 1/2`. */
export function readText(translation: Translation, amount = '', unit = 'piece'): string {
  const count = amount.split(' ').reduce((sum, part) => sum + (numberOf(part) ?? NaN), 0);
  const isNamed = hasUnitText(unit) || unit === 'piece';
  if (!Number.isNaN(count) && isNamed) return amountText(translation, { amount: count, unit });
  return unit === 'piece' ? amount : `${amount} ${unit.replaceAll('-', ' ')}`.trim();
}

export function amountText(translation: Translation, { amount, unit }: Amount): string {
  const number = numberText(translation, { amount, unit });
  return unitText(translation.t, { amount, unit, number });
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
