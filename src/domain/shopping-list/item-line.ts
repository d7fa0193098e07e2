/** An item of a shopping list as one line of text, for programs that show nothing else: "2 tins chopped tomatoes". */
import { byLanguage, type Language } from '#languages/language.ts';
import { translation } from '#languages/translate.ts';
import { fractionNumber, parseFraction } from '#domain/quantity/fraction.ts';
import type { Unit } from '#domain/quantity/unit.ts';
import type { Item } from './item.ts';
import { unitText } from './unit-text.ts';
import type { Buy, ShownAmount } from './shown-amounts.ts';

const PARTS: { readonly [part: number]: string } = { 0.25: '¼', 0.5: '½', 0.75: '¾' };
const DECIMAL: ReadonlySet<Unit> = new Set<Unit>(['g', 'kg', 'ml', 'l', 'cm']);
const FORMATS = byLanguage(
  (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false }),
);
/** More lines than anyone reads in one. */
const MAX_SOURCES = 4;

export function itemLine(item: Item, language: Language): string {
  if (item.typed !== undefined) return item.typed;
  const times = item.times === undefined ? undefined : parseFraction(item.times);
  const amounts = item.set === undefined ? item.buy.map((buy) => buyText(buy, language)) : [item.set];
  const count = times ? [`${numberText(fractionNumber(times), language, true)} ×`] : [];
  const text = [[...amounts, ...count].join(' + '), item.name].filter((part) => part !== '').join(' ');
  return text + sourcesNote(item, language);
}

/** " (3 lemons for recipes + 2 lemons)": why there is more than somebody has just added. */
export function sourcesNote({ state, for: purposes, forMeals = [] }: Item, language: Language): string {
  const lines = purposes.flatMap((purpose) => ('added' in purpose ? [purpose.added] : []));
  if (state !== 'open' || lines.length === 0 || purposes.length === 1) return '';
  const amounts = forMeals.map((meal) => [amountText(meal, language), meal.name].filter(Boolean).join(' '));
  const meals = [amounts.join(' + '), translation(language)('lines.for-recipes')]
    .filter((part) => part !== '')
    .join(' ');
  const sources = [...(lines.length < purposes.length ? [meals] : []), ...lines];
  const shown = sources.slice(0, MAX_SOURCES);
  return ` (${[...shown, ...(sources.length > MAX_SOURCES ? ['…'] : [])].join(' + ')})`;
}

function buyText(buy: Buy, language: Language): string {
  if (!('packs' in buy)) return amountText(buy, language);
  const size = amountText(buy.size, language);
  return buy.packs === 1 ? size : `${buy.packs} × ${size}`;
}

function amountText({ amount, unit }: ShownAmount, language: Language): string {
  const number = numberText(amount, language, !DECIMAL.has(unit));
  return unitText(translation(language), { amount, unit, number }).replace('\u{A0}', ' ');
}

function numberText(amount: number, language: Language, hasParts: boolean): string {
  const whole = Math.floor(amount);
  const part = hasParts ? PARTS[amount - whole] : undefined;
  if (part !== undefined) return whole > 0 ? `${whole}${part}` : part;
  return FORMATS[language].format(amount);
}
