/** Formats and parses amounts of money, which are in the currency of the family. */
import type { Currency } from '#domain/family/currency.ts';
import { showNumber } from './numbers.ts';

/** `€62.40`; without a sign where the currency is not known. */
export function showMoney(cents: number, locale: string, currency: Currency | null | undefined): string {
  if (!currency) return moneyInput(cents, locale);
  return showNumber(cents / 100, locale, { style: 'currency', currency, useGrouping: false });
}

/** `62.40`, as typed into a field. */
export function moneyInput(cents: number, locale: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false } as const;
  return showNumber(cents / 100, locale, digits);
}

/** The text of a field: as typed while it is this amount, otherwise formatted; empty without a valid amount. */
export function moneyFieldText(typed: string, cents: number | undefined, locale: string): string {
  if (Object.is(parseMoney(typed), cents)) return typed;
  return cents === undefined || Number.isNaN(cents) ? '' : moneyInput(cents, locale);
}

/** Returns cents, undefined for empty text and NaN for invalid text. Accepts comma and point. */
export function parseMoney(text: string): number | undefined {
  const written = text.trim().replace(',', '.');
  if (written === '') return undefined;
  return /^\d+(\.\d{0,2})?$/.test(written) ? Math.round(Number(written) * 100) : Number.NaN;
}

/** `Weekly budget (€)` */
export function withCurrency(label: string, locale: string, currency: Currency | null | undefined): string {
  if (!currency) return label;
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0);
  return `${label} (${parts.find(({ type }) => type === 'currency')?.value ?? currency})`;
}
