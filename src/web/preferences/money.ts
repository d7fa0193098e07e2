/** Money as people write it. Prices are rough and have no currency: it is the one the family shops with. */

/** `62.40` */
export function showMoney(cents: number, locale: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false } as const;
  return (cents / 100).toLocaleString(locale, digits);
}

/** In cents; undefined for nothing, NaN for what is no amount. A comma is as good as a point. */
export function parseMoney(text: string): number | undefined {
  const written = text.trim().replace(',', '.');
  if (written === '') return undefined;
  return /^\d+(\.\d{0,2})?$/.test(written) ? Math.round(Number(written) * 100) : Number.NaN;
}
