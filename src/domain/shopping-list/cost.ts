/** The cost of a shopping list: of the amounts to buy, without the staples that are only asked about. */
import type { Language } from '#languages/language.ts';
import { type Cost, type FoodAmount, type Prices, centsPerKg, costOf } from '#domain/food/cost.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import type { Offer, SoldAmount } from '#domain/food/sold-amounts.ts';
import { parseFraction } from '#domain/quantity/fraction.ts';
import { UNIT_NAMES } from '#domain/quantity/unit.ts';
import type { Item, ShoppingList } from './item.ts';

/** The price of a food on a list, and its part of the total. */
type FoodCost = Cost & {
  readonly foodId: string;
  readonly name: string;
  readonly centsPerKg: number;
  /** Whether the price is the family's own. */
  readonly isOwn: boolean;
};

/** `offer`: the family's own price as typed, if not per kilogram. */
export type PricedFood = FoodCost & { readonly amounts: readonly SoldAmount[]; readonly offer?: Offer };

export function costOfList(list: ShoppingList, foods: FoodCatalogue, prices: Prices): Cost {
  return costOf(itemsIn(list).flatMap(amountsOf), foods, prices);
}

/** Each food once, in the order of the list. */
export function foodCosts(
  list: ShoppingList,
  foods: FoodCatalogue,
  prices: Prices,
  language: Language,
): FoodCost[] {
  const byFood = Map.groupBy(itemsIn(list), ({ foodId }) => foods.find(foodId ?? ''));
  return [...byFood].flatMap(([food, items]) => {
    if (!food) return [];
    const { id: foodId, names } = food;
    return {
      foodId,
      name: names[language][0]?.plural ?? foodId,
      centsPerKg: centsPerKg(food, prices),
      isOwn: prices.has(foodId),
      ...costOf(items.flatMap(amountsOf), foods, prices),
    };
  });
}

function itemsIn({ aisles }: ShoppingList): Item[] {
  return aisles.flatMap(({ items }) => items);
}

/** An item without an amount has an unknown cost. */
function amountsOf({ foodId: food, buys }: Item): FoodAmount[] {
  const amounts = Object.entries(buys).map(([name, text]) => {
    const [unit, amount] = [UNIT_NAMES.find((candidate) => candidate === name), parseFraction(text)];
    return { food, quantity: unit && amount && { amount, unit } };
  });
  return amounts.length > 0 ? amounts : [{ food }];
}
