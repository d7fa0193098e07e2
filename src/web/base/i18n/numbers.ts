/** Formats numbers with `Intl`. */

const formats = new Map<string, Intl.NumberFormat>();

/** Caches formats: creating one costs a hundred times as much as using it, and a list has a hundred amounts. */
export function showNumber(value: number, locale: string, shape: Intl.NumberFormatOptions): string {
  const key = locale + JSON.stringify(shape);
  let made = formats.get(key);
  if (!made) formats.set(key, (made = new Intl.NumberFormat(locale, shape)));
  return made.format(value);
}
