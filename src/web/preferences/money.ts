/** Formats and parses amounts of money. Amounts have no currency: they are in the family's own. */
import { showNumber } from '#web/i18n/numbers.ts';

/** `62.40` */
export function showMoney(cents: number, locale: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false } as const;
  return showNumber(cents / 100, locale, digits);
}

/** Returns cents, undefined for empty text and NaN for invalid text. Accepts comma and point. */
export function parseMoney(text: string): number | undefined {
  const written = text.trim().replace(',', '.');
  if (written === '') return undefined;
  return /^\d+(\.\d{0,2})?$/.test(written) ? Math.round(Number(written) * 100) : Number.NaN;
}
