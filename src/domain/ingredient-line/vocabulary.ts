/**
 * The closed vocabulary of ingredient lines: words that do not make a food another food. "Chopped" is one, since
 * chopped parsley is parsley. "Cooked" is not, since cooked rice weighs three times as much; nor is any colour, since a
 * red onion is another food. A doubtful word is left out: the line is then not understood, or its allergens are not
 * sure, which is better than wrong.
 */
import type { Aisle } from '#domain/food/food.ts';
import { type Unit } from '#domain/quantity/unit.ts';
import { findUnit } from '#domain/quantity/unit-words.ts';
import { LIST_NAMES, listOf, setOf } from './line-words.ts';
import { phrasesAt } from './phrase.ts';
import type { Token } from './tokens.ts';

/** Where a qualifier keeps its meaning: with every food, or with those of some aisles. */
type Scope = 'every' | ReadonlySet<Aisle>;

/** Lists of words that belong to the foods of the aisles in their names. */
const AISLES_LIST = 'with foods of ';
const CLASS_LIST = 'ends names of ';

/** Beside the name of any food. A phrase may have several words. */
const WITH_ANY_FOOD = setOf('with any food');
/** Adjectives and participles without their endings. */
const WITHOUT_ENDING = setOf('with any food, without ending');
/** Qualifiers with the foods of some aisles; elsewhere they mean another food. */
const IN_AISLES = listsByAisles();
/** Words that make another food of any food, or of some, although no name in the catalogue has them. */
const CHANGES_FOOD = setOf('changes any food');
/** Where a food is from or in fashion: "Spanish sherry vinegar". Not with every food; "French dressing" has its name. */
const ORIGINS = setOf('origins');
/** Words that may follow the name of a food and begin its tail. */
const FOLLOWERS = setOf('behind a food');
/** What a tail may say without naming a food. */
const HARMLESS = setOf('names no food');
/** Things that recipes list and nobody eats. */
const UNEATEN = setOf('not eaten');

export function isOrigin(key: string): boolean {
  return ORIGINS.has(key);
}

export function changesFood(key: string): boolean {
  return CHANGES_FOOD.has(key);
}

/** Parts that are named after their food: garlic cloves, basil leaves. A lime leaf is no part of a lime. */
const PARTS: Readonly<Partial<Record<Unit, readonly Aisle[]>>> = {
  clove: ['vegetables'],
  stalk: ['vegetables', 'herbs'],
  stick: ['vegetables', 'spices'],
  head: ['vegetables'],
  ear: ['vegetables'],
  sprig: ['herbs'],
  leaf: ['herbs', 'vegetables'],
  fillet: ['fish', 'meat'],
  slice: ['bakery', 'meat', 'dairy', 'fruit', 'vegetables'],
  wedge: ['fruit', 'vegetables'],
  bunch: ['herbs', 'vegetables'],
  piece: ['meat', 'fish', 'vegetables', 'fruit', 'nuts'],
  cube: ['meat', 'vegetables', 'fruit', 'bakery'],
};

/** Nouns that a name may end with: "gouda cheese", "bucatini pasta", "shiitake mushrooms". */
const CLASS_NOUNS = new Map(
  LIST_NAMES.filter((name) => name.startsWith(CLASS_LIST)).map((name) => [
    name.slice(CLASS_LIST.length),
    setOf(name),
  ]),
);

const CONJUNCTIONS = setOf('conjunctions');
const ALTERNATIVES = setOf('alternatives');

const PERCENT = /^\d+(?:[.,]\d+)?%$/;

export function findScope(key: string): Scope | undefined {
  if (WITH_ANY_FOOD.has(key) || PERCENT.test(key)) return 'every';
  return IN_AISLES.get(key) ?? scopeOfStem(key);
}

function scopeOfStem(key: string): Scope | undefined {
  const stem = key.replace(/e[mnrs]?$/, '');
  if (WITHOUT_ENDING.has(key) || WITHOUT_ENDING.has(stem)) return 'every';
  return IN_AISLES.get(stem);
}

export function isConjunction(key: string): boolean {
  return CONJUNCTIONS.has(key);
}

export function isAlternative(key: string): boolean {
  return ALTERNATIVES.has(key);
}

export function isFollower(key: string): boolean {
  return FOLLOWERS.has(key);
}

export function isHarmless(key: string): boolean {
  if (HARMLESS.has(key) || FOLLOWERS.has(key)) return true;
  return findScope(key) !== undefined || findUnit(key) !== undefined || /^\d[^ ]*$/.test(key);
}

export function isClassNoun(key: string, aisle: Aisle): boolean {
  return CLASS_NOUNS.get(aisle)?.has(key) ?? false;
}

/** The part that a word after a food means. */
export function findPart(word: string): Unit | undefined {
  const unit = findUnit(word);
  return unit && PARTS[unit] && unit;
}

export function isPartOf(part: Unit, aisle: Aisle): boolean {
  return PARTS[part]?.includes(aisle) ?? false;
}

/** The place of the words in a line that name something which nobody eats. */
export function findUneaten(tokens: readonly Token[]): { start: number; end: number } | undefined {
  const found = tokens
    .keys()
    .flatMap((start) => phrasesAt(tokens, start, (key) => UNEATEN.has(key) || undefined));
  return found.next().value;
}

/** A phrase in several lists keeps its meaning with the foods of all of them. */
function listsByAisles(): ReadonlyMap<string, ReadonlySet<Aisle>> {
  const scopes = new Map<string, Set<Aisle>>();
  for (const name of LIST_NAMES.filter((each) => each.startsWith(AISLES_LIST))) {
    const aisles = name.slice(AISLES_LIST.length).split(' ') as Aisle[];
    for (const key of listOf(name)) scopes.set(key, new Set([...(scopes.get(key) ?? []), ...aisles]));
  }
  return scopes;
}
