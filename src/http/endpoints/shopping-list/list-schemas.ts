/** Schemas of a shopping list as the app shows it (domain/shopping-list/item). */
import { z } from 'zod';
import { SLOTS } from '#domain/plan/plan.ts';
import { UNIT_NAMES } from '#domain/quantity/unit.ts';
import { UNIT_SYSTEMS } from '#domain/quantity/unit-system.ts';
import { LIST_AISLES } from '#domain/shopping-list/item.ts';
import { DAYS } from '#domain/week/week.ts';
import { cost, warnings } from '#http/endpoints/response-schemas.ts';

const ids = z.array(z.string());
const aisle = z.enum(LIST_AISLES);
const amount = z.strictObject({ amount: z.number(), unit: z.enum(UNIT_NAMES) });
const required = z.array(
  z.strictObject({
    ...amount.shape,
    name: z.string().exactOptional(),
    isDrained: z.boolean().exactOptional(),
  }),
);
/** Exact amounts by unit, as fractions. */
const exact = z.record(z.string(), z.string());

export const item = z.strictObject({
  id: z.string(),
  state: z.enum(['probably-at-home', 'open', 'ticked', 'dropped']),
  foodId: z.string().exactOptional(),
  name: z.string(),
  aisle,
  buy: z.array(z.union([z.strictObject({ packs: z.int(), size: amount }), amount])),
  isSome: z.boolean(),
  times: z.string().exactOptional(),
  forMeals: required.exactOptional(),
  needed: required.exactOptional(),
  isLess: z.boolean().exactOptional(),
  alternatives: z.array(z.string()).exactOptional(),
  needs: exact,
  buys: exact,
  for: z.array(
    z.union([
      z.strictObject({ day: z.enum(DAYS), slot: z.enum(SLOTS), description: z.string() }),
      z.strictObject({ added: z.string(), opId: z.string() }),
    ]),
  ),
  marks: ids,
  typed: z.string().exactOptional(),
  set: z.string().exactOptional(),
  changes: ids.exactOptional(),
  moves: ids.exactOptional(),
});

/** A food of the pantry. */
export const pantryEntry = z.strictObject({
  foodId: z.string(),
  name: z.string(),
  quantityText: z.string().exactOptional(),
  bestBefore: z.string().exactOptional(),
});

export type PantryEntry = z.output<typeof pantryEntry>;

export const listResponse = z.strictObject({
  list: z.strictObject({
    probablyAtHome: z.array(item),
    aisles: z.array(z.strictObject({ aisle, items: z.array(item) })),
    dropped: z.array(item),
    atHome: z.array(z.strictObject({ foodId: z.string(), name: z.string(), marks: ids })),
    shops: z.array(z.strictObject({ name: z.string(), aisles: z.array(aisle), marks: ids })),
    aisleOrder: z.array(aisle),
  }),
  /** The number of the family's last change; it only grows. */
  version: z.int(),
  /** How many operations changed an item; it only grows. */
  versions: z.record(z.string(), z.int()),
  units: z.enum(UNIT_SYSTEMS),
  pantry: z.array(pantryEntry),
  cost,
  /** By food: whom it may harm. */
  warnings: z.record(z.string(), warnings),
});

/** The price of a food on a list, and the amounts that a price can be typed for. */
export const pricedFood = z.strictObject({
  ...cost.shape,
  foodId: z.string(),
  name: z.string(),
  centsPerKg: z.int(),
  /** Whether the price is the family's own. */
  isOwn: z.boolean(),
  amounts: z.array(
    z.strictObject({ per: z.string(), ...amount.shape, grams: z.number(), isPack: z.boolean() }),
  ),
  /** The family's own price as typed, if not per kilogram. */
  offer: z.strictObject({ cents: z.int(), per: z.string() }).exactOptional(),
});
