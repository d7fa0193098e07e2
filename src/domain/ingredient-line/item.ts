/**
 * Reads one food of a description with what stands before it, and a part of it:
 *
 *     item = {qualifier | size | unit | brand | unknown word} name [part]
 */
import type { Aisle } from '#domain/food/food.ts';
import { CONDITION } from '#domain/food/food-kind.ts';
import { SIZES, type Unit, unitKind } from '#domain/quantity/unit.ts';
import { findUnit, unitWords } from '#domain/quantity/unit-words.ts';
import { isBrandName } from './brands.ts';
import { findName, type Finder, type KnownFood, type KnownFoods } from './known-food.ts';
import { longestPhrase, type Phrase, phrasesAt } from './phrase.ts';
import type { Token } from './tokens.ts';
import {
  changesFood,
  findPart,
  findScope,
  isClassNoun,
  isConjunction,
  isFollower,
  isHarmless,
  isOrigin,
  isPartOf,
} from './vocabulary.ts';
import { setOf } from './line-words.ts';

export type Item = {
  readonly food: KnownFood;
  readonly name: Phrase<KnownFood>;
  readonly unit: Unit | undefined;
  readonly size: Unit | undefined;
  /** "Garlic [cloves]", "basil [leaves]". */
  readonly part: Unit | undefined;
  /** Where the item ends, behind the part. */
  readonly end: number;
  /** False behind an unknown word, and behind a brand of a prepared food, which may contain more than is usual. */
  readonly isSure: boolean;
  /** The tokens of the unit, the size and the name. */
  readonly consumed: readonly number[];
};

export type Context = { readonly tokens: readonly Token[]; readonly catalogue: KnownFoods };

/** More words and marks than any real line has in front of its food; bounds the work. */
const MAX_STEPS = 16;

/** Skips qualifiers, sizes and a unit in front of the name. */
export function readItem(context: Context, start: number, given: Unit | undefined): Item | undefined {
  const { tokens, catalogue } = context;
  const scopes: ReturnType<typeof findScope>[] = [];
  let [at, unit, size, isSure, unknown] = [start, given, undefined as Unit | undefined, true, 0];
  const consumed: number[] = [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const token = tokens[at];
    if (isSkipped(token)) {
      at += 1;
      continue;
    }
    const qualifier = longestPhrase(tokens, at, findScope);
    for (const name of phrasesAt(tokens, at, (key) => findForUnit(key, unit, catalogue))) {
      if (qualifier && qualifier.end > name.end) break;
      const item = finishItem(context, name, { unit, size, isSure, consumed, unknown });
      const fits = scopes.every((scope) => scope === 'every' || scope?.has(name.value.aisle));
      if (item && fits) return item;
    }
    const compound = token?.kind === 'word' ? readCompound(token.key, catalogue) : undefined;
    if (compound) {
      const name = { start: at, end: at + 1, value: compound.food };
      const item = finishItem(context, name, { unit, size, isSure, consumed, unknown });
      if (item) return { ...item, part: compound.part };
    }
    const brand = longestPhrase(tokens, at, (key) => isBrandName(key) || undefined);
    const typed = token?.kind === 'word' ? token.text : '';
    const found = findUnit(typed);
    const kind = longestPhrase(tokens, at, (key) => isKindWord(key, catalogue) || undefined);
    if (kind && kind.end >= (qualifier?.end ?? 0)) at = kind.end;
    else if (brand) {
      isSure = false;
      at = brand.end;
    } else if (qualifier) {
      scopes.push(qualifier.value);
      at = qualifier.end;
    } else if (found && SIZES.has(found)) {
      size = found;
      if (unit === undefined) consumed.push(at);
      at += 1;
    } else if (found && unit === undefined && unitKind(found) !== 'mass') {
      unit = found;
      // The size of a bunch is a note, that of an egg is not.
      consumed.splice(0, consumed.length, at);
      at += 1;
    } else if (isBrand(token)) {
      isSure = false;
      at += 1;
    } else if (unknown < MAX_UNKNOWN_WORDS && isUnknown(token, catalogue)) {
      unknown += 1;
      at += 1;
    } else if (token?.kind === 'mark' && token.text === '(') {
      const closing = closingBracket(tokens, at);
      if (closing === undefined) return undefined;
      at = closing + 1;
    } else return undefined;
  }
  return undefined;
}

/** "Vegan", "of choice": line-kinds.ts reads what it means. Not "or" and "substitute", which belong to no name. */
function isKindWord(key: string, { findKindWord }: KnownFoods): boolean {
  const kind = findKindWord(key)?.kind;
  return kind !== undefined && kind.id !== CONDITION;
}

const FRESH_AISLES: ReadonlySet<Aisle> = new Set<Aisle>(['vegetables', 'fruit', 'herbs', 'meat', 'fish']);

/**
 * The unit decides between forms of a food: an ear of corn is fresh, a can of peaches is tinned, a cube of stock is
 * not liquid, and "3 chopped tomatoes" are fresh ones, although tins are sold under that name.
 */
export function findForUnit<F extends KnownFood>(
  key: string,
  unit: Unit | undefined,
  catalogue: Finder<F>,
): F | undefined {
  const plain = findName(key, catalogue);
  if (unit === undefined) {
    const isTinned = plain?.aisle === 'tins' && findScope(key.split(' ', 1)[0] ?? '') === 'every';
    return isTinned ? undefined : plain;
  }
  if (unit === 'can') {
    const food = catalogue.findByKey(`canned ${key}`) ?? catalogue.findByKey(`tinned ${key}`) ?? plain;
    return food && !FRESH_AISLES.has(food.aisle) ? food : undefined;
  }
  if (unitKind(unit) !== 'count') return plain;
  const [word = ''] = unitWords(unit);
  const compound = GERMAN_FORMS[unit]?.(key);
  return (
    catalogue.findByKey(`${word} of ${key}`) ??
    catalogue.findByKey(`${key} ${word}`) ??
    (compound === undefined ? undefined : catalogue.findByKey(compound)) ??
    plain
  );
}

/** "1 Würfel Gemüsebrühe" is a Gemüsebrühwürfel, "1 Stange Sellerie" is Stangensellerie, "1 Glas Kirschen" is preserved. */
const GERMAN_FORMS: { readonly [unit in Unit]?: (key: string) => string } = {
  cube: (key) => `${key.replace(/e$/, '')}wurfel`,
  stalk: (key) => `stangen${key}`,
  jar: (key) => `glas ${key}`,
};

const GERMAN_PART =
  /^(.+?)(?:e?n|s)?-?(zehen?|blatter|blatt|zweige?|stangen?|scheiben?|filets?|stiele?|stangel|wurfel|kopf|knollen?)$/;

/** "Knoblauchzehen" are cloves of garlic. */
export function readCompound(
  key: string,
  catalogue: KnownFoods,
): { food: KnownFood; part: Unit } | undefined {
  const [, first = '', last = ''] = GERMAN_PART.exec(key) ?? [];
  const part = findPart(last === 'blatter' ? 'blätter' : last === 'stangel' ? 'stängel' : last);
  if (!part) return undefined;
  const food =
    catalogue.findByKey(first) ?? catalogue.findByKey(`${first}e`) ?? catalogue.findByKey(`${first}n`);
  return food && isPartOf(part, food.aisle) ? { food, part } : undefined;
}

const ARTICLES = setOf('between qualifiers');

/** A word or mark between qualifiers: "boneless, skinless", "firm but ripe", "peeled and diced". */
function isSkipped(token: Token | undefined): boolean {
  if (token?.kind === 'word') return ARTICLES.has(token.key);
  if (token?.kind !== 'mark') return false;
  return [',', '.', '&', '-', ':', '!', '"', '~'].includes(token.text);
}

/** "MILSANI Butter", "Pillsbury™ dough". */
function isBrand(token: Token | undefined): boolean {
  return token?.kind === 'word' && /^\p{Lu}[\p{Lu}'’]+$/u.test(token.text) && token.text.length > 1;
}

/** More than the words of a brand or a variety: "Aunt Ruby's German tomatoes". */
const MAX_UNKNOWN_WORDS = 4;

/** A word of another script could be a number: "三 eggs". */
const LATIN = /^[\p{Script=Latin}\p{M}'’]+$/u;

/**
 * A word that occurs in no name of a food, such as a variety, a brand or praise: "Cherokee tomatoes", "velvety yogurt".
 * The food is what follows; but the word could stand for an addition, so allergens are not sure.
 */
function isUnknown(token: Token | undefined, { isNameWord }: KnownFoods): boolean {
  if (token?.kind !== 'word' || !LATIN.test(token.text) || changesFood(token.key)) return false;
  if (isNameWord(token.key)) return isOrigin(token.key);
  const isCapitalised = /^\p{Lu}/u.test(token.text);
  return isCapitalised ? !isFollower(token.key) && !isConjunction(token.key) : !isHarmless(token.key);
}

function closingBracket(tokens: readonly Token[], at: number): number | undefined {
  const closing = tokens.findIndex(
    (token, index) => index > at && token.kind === 'mark' && token.text === ')',
  );
  return closing === -1 ? undefined : closing;
}

const PREPARED_AISLES: ReadonlySet<Aisle> = new Set<Aisle>([
  'bakery',
  'baking',
  'condiments',
  'drinks',
  'frozen',
  'meat',
  'plant',
  'sweets',
  'tins',
]);

/** Undefined if the word behind the name belongs to it: "coconut milk [powder]". */
function finishItem(
  context: Context,
  name: Phrase<KnownFood>,
  { unknown, ...around }: Pick<Item, 'unit' | 'size' | 'isSure' | 'consumed'> & { unknown: number },
): Item | undefined {
  const { tokens } = context;
  const after = tokens[name.end];
  const isNoun = after?.kind === 'word' && isClassNoun(after.key, name.value.aisle);
  const behind = isNoun ? name.end + 1 : name.end;
  const last = tokens[behind];
  const part = last?.kind === 'word' ? findPart(last.text) : undefined;
  const isPart = part !== undefined && isPartOf(part, name.value.aisle);
  const end = isPart ? behind + 1 : behind;
  if (!mayFollow(context, end, name.value.aisle)) return undefined;
  const named = isPart ? undefined : findNamedPart(context, name);
  const own = Array.from({ length: end - name.start }, (_, index) => name.start + index);
  return {
    ...around,
    isSure: unknown === 0 && (around.isSure || !PREPARED_AISLES.has(name.value.aisle)),
    food: name.value,
    name,
    part: isPart ? part : named,
    end,
    consumed: [...around.consumed, ...own],
  };
}

/** A strip of lemon zest is a slice of it, not the zest of a lemon. */
const STRIPS = setOf('strips');
const OF = setOf('of, in a name');

/** A name may include a part: "garlic clove", "clove of garlic", "salmon fillet". */
function findNamedPart(
  { tokens, catalogue }: Context,
  { start, end, value }: Phrase<KnownFood>,
): Unit | undefined {
  if (end - start < 2) {
    const compound = readCompound(keyOf(tokens, start, end), catalogue);
    return compound?.food.id === value.id ? compound.part : undefined;
  }
  const [first, last] = [tokens[start], tokens[end - 1]];
  const second = tokens[start + 1];
  const rest = second?.kind === 'word' && OF.has(second.key) ? start + 2 : start + 1;
  const [front, back] = [first, last].map((token) =>
    token?.kind === 'word' ? findPart(token.text) : undefined,
  );
  const isStrip =
    value.aisle === 'fruit' && [first, last].some((token) => token?.kind === 'word' && STRIPS.has(token.key));
  if (isStrip) return 'slice';
  if (back && catalogue.findByKey(keyOf(tokens, start, end - 1))?.id === value.id) return back;
  return front && catalogue.findByKey(keyOf(tokens, rest, end))?.id === value.id ? front : undefined;
}

function mayFollow({ tokens, catalogue }: Context, at: number, aisle: Aisle): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word') return true;
  const isKnown = (key: string) => isKnownBehindName(key, aisle) || isKindWord(key, catalogue) || undefined;
  return longestPhrase(tokens, at, isKnown) !== undefined;
}

function isKnownBehindName(key: string, aisle: Aisle): boolean {
  const scope = findScope(key);
  return isFollower(key) || isConjunction(key) || scope === 'every' || (scope?.has(aisle) ?? false);
}

export function keyOf(tokens: readonly Token[], start: number, end: number): string {
  return tokens
    .slice(start, end)
    .map((token) => (token.kind === 'word' ? token.key : ''))
    .filter((key) => key !== '')
    .join(' ');
}
