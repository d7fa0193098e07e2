/**
 * Headings of ingredient lists ("For the sauce:") and labels before a food ("To serve: lemon wedges"). A heading is
 * harmless, so nothing that may name a food to eat is one.
 */
import type { Token } from './tokens.ts';
import { isHarmless } from './vocabulary.ts';

const FOR = new Set(['for', 'to', 'fur', 'zum', 'zur']);
const ARTICLES = new Set(['the', 'die', 'das', 'den', 'der', 'dem']);
/** What a heading calls a part of a dish: "For the peanut sauce". */
const PARTS_OF_DISHES = new Set(
  `sauce dressing salad soup filling topping toppings marinade dough batter crust glaze frosting icing cake base broth mixture
  rub coating crumble syrup gravy curry stew brine pastry garnish assembly sosse teig fullung salat suppe glasur belag boden
  creme guss streusel deko garnitur`.split(/\s+/),
);

export function isHeading(tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  const isLabel = last?.kind === 'mark' && last.text === ':';
  const words = wordsOf(isLabel ? withoutBracket(tokens.slice(0, -1)) : tokens);
  if (!words || words.length === 0) return false;
  return isLabel || isPurpose(words);
}

/** "Tempering (tadka):". */
function withoutBracket(tokens: readonly Token[]): readonly Token[] {
  const [opening, closing] = ['(', ')'].map((mark) =>
    tokens.findIndex((token) => token.kind === 'mark' && token.text === mark),
  );
  return opening && closing === tokens.length - 1 ? tokens.slice(0, opening) : tokens;
}

/** Where the line begins behind a label: "For garnish: chopped parsley". */
export function labelEnd(tokens: readonly Token[]): number {
  const colon = tokens.findIndex((token) => token.kind === 'mark' && token.text === ':');
  const words = colon > 0 ? wordsOf(tokens.slice(0, colon)) : undefined;
  const isLabel = words !== undefined && (isPurpose(words) || words.every((word) => isHarmless(word)));
  return isLabel && colon < tokens.length - 1 ? colon + 1 : 0;
}

/** Undefined if there is anything else, such as a comma, which separates foods. */
function wordsOf(tokens: readonly Token[]): string[] | undefined {
  const words = tokens.flatMap((token) => (token.kind === 'word' ? [token.key] : []));
  return words.length === tokens.length ? words : undefined;
}

/** "For the sauce", "to serve", "for the chicken", "for peanut sauce"; not "for the topping peanuts". */
function isPurpose([first = '', ...rest]: readonly string[]): boolean {
  if (!FOR.has(first) || rest.length === 0) return false;
  if (rest.every((word) => isHarmless(word))) return true;
  const named = rest.slice(ARTICLES.has(rest[0] ?? '') ? 1 : 0);
  // Behind a purpose comes what is eaten: "for serving peanut sauce".
  if (isHarmless(named[0] ?? '')) return false;
  if (named.length === 1) return named.length < rest.length;
  return named.length <= 3 && PARTS_OF_DISHES.has(named.at(-1) ?? '');
}
