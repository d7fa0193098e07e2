/** Ingredient lines of the parts that apps store apart: amount, unit, food and note. */
import { isFields, numberOf, pick, textOf } from './fields.ts';

/** "250 g red lentils, rinsed", of whatever parts there are. */
export function ingredientLine(parts: {
  amount?: unknown;
  unit?: unknown;
  food?: unknown;
  note?: unknown;
}): string {
  const [unit, food, note] = [textOf(parts.unit), textOf(parts.food), textOf(parts.note)];
  const amount = amountText(parts.amount, unit);
  // "g ham" means nothing; "pinch nutmeg" does.
  const isShown = amount !== undefined || !isMetric(unit);
  const measured = [amount, isShown ? unit : undefined, food].filter((part) => part !== undefined).join(' ');
  if (note === undefined) return measured;
  if (food === undefined) return [measured, note].join(' ').trim();
  return note.startsWith('(') ? `${measured} ${note}` : `${measured}, ${note}`;
}

/** The name of a food or a unit, which is a text or an object; in the plural, if it has one, for more than one. */
export function nameFor(value: unknown, amount: unknown): string | undefined {
  if (!isFields(value)) return textOf(value);
  const isPlural = (numberOf(amount) ?? 0) > 1;
  return (
    (isPlural ? textOf(pick(value, 'pluralName', 'plural_name')) : undefined) ??
    textOf(pick(value, 'name', 'abbreviation'))
  );
}

/** With these units people write 0.5, with others 1/2. */
const METRIC = /^(?:m?g|kg|[mcd]?l|(?:kilo|milli)?gramm?e?s?|(?:milli|centi|dezi|deci)?lit(?:er|re)s?)$/i;

const isMetric = (unit: string | undefined): boolean => METRIC.test(unit ?? '');

const THIRDS: readonly [number, string][] = [
  [1 / 3, '1/3'],
  [2 / 3, '2/3'],
];
const FRACTIONS: readonly [number, string][] = [
  ...THIRDS,
  [1 / 2, '1/2'],
  [1 / 4, '1/4'],
  [3 / 4, '3/4'],
  [1 / 8, '1/8'],
];

/** Apps store 1/3 as 0.333. Zero means that there is no amount. */
export function amountText(amount: unknown, unit?: string): string | undefined {
  const number = numberOf(amount);
  if (number === undefined) return typeof amount === 'string' ? textOf(amount) : undefined;
  if (number <= 0) return undefined;
  const whole = Math.floor(number);
  const fractions = isMetric(unit) ? THIRDS : FRACTIONS;
  const found = fractions.find(([value]) => Math.abs(number - whole - value) < 0.005);
  if (found) return whole === 0 ? found[1] : `${whole} ${found[1]}`;
  return String(Number(number.toFixed(3)));
}
