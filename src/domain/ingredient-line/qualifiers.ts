/**
 * Qualifiers: words beside a food's name that do not make it another food. "Chopped" is one, since chopped parsley
 * is parsley. "Cooked" is not, since cooked rice weighs three times as much, nor is any colour, since a red onion
 * is another food. A doubtful word is left out: the line is then not understood, which is better than wrong.
 */
import type { Aisle } from '#domain/food/food.ts';
import { type Unit, findUnit } from '#domain/quantity/unit.ts';

const ALWAYS = new Set(
  `at room temperature very lightly finely roughly coarsely thinly thickly freshly
  chopped diced sliced grated shredded crushed peeled cubed halved quartered torn crumbled sifted packed
  softened melted ripe raw uncooked lean boneless skinless
  bone-in skin-on trimmed washed rinsed drained toasted pitted seeded deseeded hulled shelled slivered flaked
  squeezed zested good good-quality quality organic free-range plain natural firm level clear runny
  long-grain mature floury waxy russet yukon gold kosher low-sodium reduced-sodium
  thumb-sized old-fashioned fat streaky thick thin generous some etwas bio`.split(/\s+/),
);

const GERMAN = new RegExp(
  `^(?:gehackt|gewürfelt|gerieben|geschält|geschnitten|gepresst|reif|weich|fein|grob|geröstet
  |geschmolzen|entkernt|abgetropft|mehligkochend|festkochend|vorwiegend|gewaschen)(?:e[mnrs]?)?$`.replace(
    /\s+/g,
    '',
  ),
);

const POURED: readonly Aisle[] = ['drinks', 'dairy', 'condiments', 'plant'];
/** Qualifiers in some aisles; in all others they mean another food. */
const IN_AISLES: Readonly<Record<string, readonly Aisle[]>> = {
  fresh: ['vegetables', 'fruit', 'herbs', 'meat', 'fish'],
  frisch: ['vegetables', 'fruit', 'herbs', 'meat', 'fish'],
  dried: ['spices', 'grains', 'legumes'],
  dry: ['drinks'],
  ...Object.fromEntries(
    ['cold', 'chilled', 'warm', 'lukewarm', 'hot', 'boiling'].map((word) => [word, POURED]),
  ),
  ground: ['spices'],
  gemahlen: ['spices'],
  minced: ['vegetables', 'herbs'],
  baby: ['vegetables'],
  frozen: ['frozen', 'fish', 'meat'],
  canned: ['tins'],
  tinned: ['tins'],
};

/** Parts that are named after their food: garlic cloves, basil leaves. A lime leaf is no part of a lime. */
const PARTS: Readonly<Partial<Record<Unit, readonly Aisle[]>>> = {
  clove: ['vegetables'],
  stalk: ['vegetables'],
  stick: ['vegetables', 'spices'],
  head: ['vegetables'],
  ear: ['vegetables'],
  sprig: ['herbs'],
  leaf: ['herbs'],
  fillet: ['fish', 'meat'],
  slice: ['bakery', 'meat', 'dairy', 'fruit', 'vegetables'],
  wedge: ['fruit', 'vegetables'],
};

/** A qualifier for every food. */
export function isPreparation(word = ''): boolean {
  const low = word.toLowerCase();
  return ALWAYS.has(low) || GERMAN.test(low);
}

/** A qualifier for at least some foods. */
export function isQualifier(word: string): boolean {
  return isPreparation(word) || aislesOf(word) !== undefined;
}

export function fitsAisle(word: string, aisle: Aisle): boolean {
  const part = findPart(word);
  return (aislesOf(word) ?? (part && PARTS[part]))?.includes(aisle) ?? true;
}

/** The part that a word after a food means. */
export function findPart(word: string): Unit | undefined {
  const unit = findUnit(word);
  return unit && PARTS[unit] && unit;
}

function aislesOf(word: string): readonly Aisle[] | undefined {
  const low = word.toLowerCase().replace(/^(frisch|gemahlen)e[mnrs]?$/, '$1');
  return Object.hasOwn(IN_AISLES, low) ? IN_AISLES[low] : undefined;
}
