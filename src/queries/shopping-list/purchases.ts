/** What people type to buy or to have: several things in one line, "500 g flour, 2 onions", in English or German. */
import { nextTurn } from '#storage/paging.ts';
import { getFoods } from '#cookbook/foods.ts';
import { parseIngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { dividedLine } from '#domain/shopping-list/line-parts.ts';
import { splitLine } from '#domain/shopping-list/split-line.ts';

/** The things of a line, each with its amount. Other requests are served before a line that may be several. */
export async function splitPurchases(text: string): Promise<string[]> {
  if (dividedLine(text).length === 1) return [text];
  await nextTurn();
  const foods = getFoods();
  const sure = new Map<string, boolean>();
  const isSure = (part: string) => parseIngredientLine(part, foods).understood?.isSure ?? false;
  return splitLine(text, { foods, isSure: (part) => sure.getOrInsertComputed(part, isSure) });
}
