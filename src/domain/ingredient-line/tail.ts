/**
 * Reads what follows the food of a line: preparation, purpose, other choices. Every food in it counts, and a word that
 * is not known could be one, so it makes the allergens of the line not sure.
 */
import type { KnownFoods, KnownFood } from './known-food.ts';
import { longestPhrase } from './phrase.ts';
import type { Token } from './tokens.ts';
import { findScope, isHarmless } from './vocabulary.ts';

export type Tail = {
  readonly foods: readonly KnownFood[];
  /** Words that are neither foods nor in the vocabulary. */
  readonly unknown: readonly string[];
};

export function readTail(tokens: readonly Token[], start: number, catalogue: KnownFoods): Tail {
  const foods: KnownFood[] = [];
  const unknown: string[] = [];
  let at = start;
  while (at < tokens.length) {
    const token = tokens[at];
    const food = longestPhrase(tokens, at, catalogue.findByKey);
    const harmless = longestPhrase(
      tokens,
      at,
      (key) => isHarmless(key) || findScope(key) !== undefined || undefined,
    );
    if (food && food.end >= (harmless?.end ?? 0)) {
      foods.push(food.value);
      at = food.end;
    } else if (harmless && !isAddedMadeFood(tokens, at)) at = harmless.end;
    else if (isPurpose(tokens, at)) at += 1;
    else {
      if (token?.kind === 'word') unknown.push(token.text);
      at += 1;
    }
  }
  return { foods, unknown };
}

/** Made of several foods, so nobody knows of which: "in batter", "with seasoning". */
const MADE_FOODS = new Set(
  `batter cake coating cookies crumbs crust crusts dough dressing filling frosting glaze glazing icing marinade rub salad sauce
  seasoning soup spice topping bestreuung deko fullung garnitur sosse teig`.split(/\s+/),
);
const PURPOSES = new Set('for to as zum zur fur'.split(' '));
const ADDITIONS = new Set('with in into mit im'.split(' '));

/** "For the batter" says what a food is for; "in a light batter" adds one. */
function isAddedMadeFood(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word' || !MADE_FOODS.has(token.key)) return false;
  const before = tokens.slice(0, at).findLast((one) => one.kind !== 'word' || isPreposition(one.key));
  return before?.kind !== 'word' || !PURPOSES.has(before.key);
}

function isPreposition(key: string): boolean {
  return PURPOSES.has(key) || ADDITIONS.has(key);
}

const BEFORE_PURPOSE = new Set(['for', 'before', 'after', 'while', 'when', 'by']);

/** "For toasting": what is done with the food. */
function isPurpose(tokens: readonly Token[], at: number): boolean {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (before?.kind !== 'word' || token?.kind !== 'word') return false;
  return BEFORE_PURPOSE.has(before.key) && token.key.endsWith('ing');
}
