/** An amount and the food that it is of: the last steps of the parser, for the first food of a line and for others. */
import type { Aisle } from '#domain/food/food.ts';
import { ONE } from '#domain/quantity/fraction.ts';
import type { Quantity } from '#domain/quantity/quantity.ts';
import type { Unit } from '#domain/quantity/unit.ts';
import type { Amount } from './amount.ts';
import type { Cursor } from './cursor.ts';
import { keyOf } from './item.ts';
import type { KnownFoods, KnownFood } from './known-food.ts';
import type { Token } from './tokens.ts';
import { type Description, readDescription } from './description.ts';

export type MeasuredFood = { readonly description: Description; readonly unit: Unit | undefined };

export function findMeasuredFood(
  cursor: Cursor,
  amount: Amount | undefined,
  catalogue: KnownFoods,
): MeasuredFood | undefined {
  const { tokens, consumed } = cursor;
  const unit = amount?.packs?.unit ?? amount?.unit;
  const description = readDescription(tokens, cursor.at, catalogue, unit);
  const last = consumed.at(-1);
  const isName =
    amount?.unit === 'sprig' && description && belongsToName(tokens, last, description, catalogue);
  if (description && !isName) return { description, unit: amount?.unit ?? description.unit };
  // "2 cloves": the word that is a unit elsewhere is the food.
  if (amount?.unit === undefined || last === undefined || tokens[last]?.kind !== 'word') return undefined;
  const named = readDescription(tokens, last, catalogue, undefined);
  if (!named) return undefined;
  consumed.pop();
  return { description: named, unit: isName ? 'piece' : undefined };
}

/** "2 stem ginger": the stem belongs to the name of another food. */
function belongsToName(
  tokens: readonly Token[],
  at: number | undefined,
  { name, food }: Description,
  { findByKey }: KnownFoods,
): boolean {
  if (at === undefined || at + 1 !== name.start) return false;
  const whole = findByKey(keyOf(tokens, at, name.end));
  return whole !== undefined && whole.id !== food.id;
}

export function quantityOf(
  amount: Amount | undefined,
  unit: Unit | undefined,
  { part, size }: Partial<Pick<Description, 'part' | 'size'>>,
  { aisle }: KnownFood,
): Quantity | undefined {
  if (!amount) return unit && { amount: ONE, unit };
  const counted = unit ?? part ?? amount.size ?? size ?? 'piece';
  return { amount: amount.amount, unit: unitFor(counted, aisle) };
}

/** A stick of celery is a stalk, one of butter is not; a knob of ginger is a piece. "Ein Glas" of wine is no jar. */
function unitFor(unit: Unit, aisle: Aisle): Unit {
  if (unit === 'stick' && aisle === 'vegetables') return 'stalk';
  if (unit === 'knob' && aisle === 'vegetables') return 'piece';
  return unit === 'jar' && aisle === 'drinks' ? 'glass' : unit;
}
