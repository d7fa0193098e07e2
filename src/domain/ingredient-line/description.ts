/**
 * Finds the food in the description of a line, which is what follows its amount: "large ripe tomatoes, chopped".
 *
 *     description = item {conjunction item} tail
 *     item        = {qualifier | size | unit} name [part]
 *
 * Everything beside the name must be in the closed vocabulary, or the line is not understood: an unknown word could
 * make another food of it.
 */
import type { Aisle, Food } from '#domain/food/food.ts';
import { findUnit, SIZES, type Unit, unitKind, unitWords } from '#domain/quantity/unit.ts';
import { longestPhrase, type Phrase, phrasesAt } from './phrase.ts';
import type { Token } from './tokens.ts';
import {
  findPart,
  findScope,
  isAlternative,
  isClassNoun,
  isConjunction,
  isFollower,
  isPartOf,
} from './vocabulary.ts';

/** The properties of a food that parsing depends on. */
export type KnownFood = Pick<Food, 'id' | 'aisle' | 'weights' | 'allergens' | 'breaks'>;
/** Finds a food by the key of one of its names (key.ts). */
export type FindFood = (key: string) => KnownFood | undefined;

type Item = {
  readonly food: KnownFood;
  readonly name: Phrase<KnownFood>;
  readonly unit: Unit | undefined;
  readonly size: Unit | undefined;
  /** "Garlic [cloves]", "basil [leaves]". */
  readonly part: Unit | undefined;
  /** Where the item ends, behind the part. */
  readonly end: number;
  /** False behind a brand of a prepared food, which may contain more than the food's usual ingredients. */
  readonly isSure: boolean;
  /** The tokens of the unit, the size and the name. */
  readonly consumed: readonly number[];
};

export type Description = Item & {
  /** Foods that may be used instead. */
  readonly alternatives: readonly KnownFood[];
  /** Foods that the line asks for as well: "salt and pepper". */
  readonly also: readonly KnownFood[];
};

type Context = { readonly tokens: readonly Token[]; readonly findFood: FindFood };

export function readDescription(
  tokens: readonly Token[],
  start: number,
  findFood: FindFood,
  given: Unit | undefined,
): Description | undefined {
  const context = { tokens, findFood };
  const first = readItem(context, start, given);
  return first ? readCoordinated(context, first) : readSharedNoun(context, start, given);
}

/** More words and marks than any real line has in front of its food; bounds the work. */
const MAX_STEPS = 16;

/** Skips qualifiers, sizes and a unit in front of the name. */
function readItem(context: Context, start: number, given: Unit | undefined): Item | undefined {
  const { tokens, findFood } = context;
  const scopes: ReturnType<typeof findScope>[] = [];
  let [at, unit, size, isSure] = [start, given, undefined as Unit | undefined, true];
  const consumed: number[] = [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const qualifier = longestPhrase(tokens, at, findScope);
    for (const name of phrasesAt(tokens, at, (key) => findForUnit(key, unit, findFood))) {
      if (qualifier && qualifier.end > name.end) break;
      const item = finishItem(context, name, { unit, size, isSure, consumed });
      const fits = scopes.every((scope) => scope === 'every' || scope?.has(name.value.aisle));
      if (item && fits) return item;
    }
    const token = tokens[at];
    const compound = token?.kind === 'word' ? readCompound(token.key, findFood) : undefined;
    if (compound) {
      const name = { start: at, end: at + 1, value: compound.food };
      const item = finishItem(context, name, { unit, size, isSure, consumed });
      if (item) return { ...item, part: compound.part };
    }
    const typed = token?.kind === 'word' ? token.text : '';
    const found = findUnit(typed);
    if (qualifier) {
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
    } else if (isSkipped(token, at > start)) at += 1;
    else if (isBrand(token)) {
      isSure = false;
      at += 1;
    } else if (token?.kind === 'mark' && token.text === '(') {
      const closing = closingBracket(tokens, at);
      if (closing === undefined) return undefined;
      at = closing + 1;
    } else return undefined;
  }
  return undefined;
}

const FRESH_AISLES: ReadonlySet<Aisle> = new Set<Aisle>(['vegetables', 'fruit', 'herbs', 'meat', 'fish']);

/**
 * The unit decides between forms of a food: an ear of corn is fresh, a can of peaches is tinned, a cube of stock is
 * not liquid, and "3 chopped tomatoes" are fresh ones, although tins are sold under that name.
 */
export function findForUnit<F extends KnownFood>(
  key: string,
  unit: Unit | undefined,
  findFood: (key: string) => F | undefined,
): F | undefined {
  const plain = findFood(key);
  if (unit === undefined) {
    const isTinned = plain?.aisle === 'tins' && findScope(key.split(' ', 1)[0] ?? '') === 'every';
    return isTinned ? undefined : plain;
  }
  if (unit === 'can') {
    const food = findFood(`canned ${key}`) ?? findFood(`tinned ${key}`) ?? plain;
    return food && !FRESH_AISLES.has(food.aisle) ? food : undefined;
  }
  if (unitKind(unit) !== 'count') return plain;
  const [word = ''] = unitWords(unit);
  const compound = GERMAN_FORMS[unit]?.(key);
  return (
    findFood(`${word} of ${key}`) ??
    findFood(`${key} ${word}`) ??
    (compound === undefined ? undefined : findFood(compound)) ??
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
export function readCompound(key: string, findFood: FindFood): { food: KnownFood; part: Unit } | undefined {
  const [, first = '', last = ''] = GERMAN_PART.exec(key) ?? [];
  const part = findPart(last === 'blatter' ? 'blätter' : last === 'stangel' ? 'stängel' : last);
  if (!part) return undefined;
  const food = findFood(first) ?? findFood(`${first}e`) ?? findFood(`${first}n`);
  return food && isPartOf(part, food.aisle) ? { food, part } : undefined;
}

const ARTICLES = new Set([
  'of',
  'the',
  'a',
  'an',
  'von',
  'der',
  'die',
  'das',
  'and',
  'but',
  'und',
  'or',
  'oder',
]);

/** A word or mark between qualifiers: "boneless, skinless", "firm but ripe", "peeled and diced". */
function isSkipped(token: Token | undefined, isInside: boolean): boolean {
  if (token?.kind === 'word') return ARTICLES.has(token.key);
  if (token?.kind !== 'mark') return false;
  return (token.text === ',' && isInside) || ['.', '&', '-', ':', '!', '"', '~'].includes(token.text);
}

/** "MILSANI Butter", "Pillsbury™ dough". */
function isBrand(token: Token | undefined): boolean {
  return token?.kind === 'word' && /^\p{Lu}[\p{Lu}'’]+$/u.test(token.text) && token.text.length > 1;
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
  around: Pick<Item, 'unit' | 'size' | 'isSure' | 'consumed'>,
): Item | undefined {
  const { tokens } = context;
  const after = tokens[name.end];
  const isNoun = after?.kind === 'word' && isClassNoun(after.key, name.value.aisle);
  const behind = isNoun ? name.end + 1 : name.end;
  const last = tokens[behind];
  const part = last?.kind === 'word' ? findPart(last.text) : undefined;
  const isPart = part !== undefined && isPartOf(part, name.value.aisle);
  const end = isPart ? behind + 1 : behind;
  if (!mayFollow(tokens, end)) return undefined;
  const named = isPart ? undefined : findNamedPart(context, name);
  const own = Array.from({ length: end - name.start }, (_, index) => name.start + index);
  return {
    ...around,
    isSure: around.isSure || !PREPARED_AISLES.has(name.value.aisle),
    food: name.value,
    name,
    part: isPart ? part : named,
    end,
    consumed: [...around.consumed, ...own],
  };
}

/** A name may include a part: "garlic clove", "clove of garlic", "salmon fillet". */
function findNamedPart(
  { tokens, findFood }: Context,
  { start, end, value }: Phrase<KnownFood>,
): Unit | undefined {
  if (end - start < 2) {
    const compound = readCompound(keyOf(tokens, start, end), findFood);
    return compound?.food.id === value.id ? compound.part : undefined;
  }
  const [first, last] = [tokens[start], tokens[end - 1]];
  const second = tokens[start + 1];
  const rest = second?.kind === 'word' && second.key === 'of' ? start + 2 : start + 1;
  const [front, back] = [first, last].map((token) =>
    token?.kind === 'word' ? findPart(token.text) : undefined,
  );
  if (back && findFood(keyOf(tokens, start, end - 1))?.id === value.id) return back;
  return front && findFood(keyOf(tokens, rest, end))?.id === value.id ? front : undefined;
}

function mayFollow(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== 'word') return true;
  return longestPhrase(tokens, at, (key) => isKnownBehindName(key) || undefined) !== undefined;
}

function isKnownBehindName(key: string): boolean {
  return isFollower(key) || isConjunction(key) || findScope(key) !== undefined;
}

/** "Sunflower or groundnut oil", "red, green or yellow bell pepper": the noun of the last belongs to all. */
function readSharedNoun(context: Context, start: number, given: Unit | undefined): Description | undefined {
  const { tokens, findFood } = context;
  let at = start;
  let isList = false;
  const heads: string[] = [];
  for (; at < tokens.length && at < start + 12; at += 1) {
    const token = tokens[at];
    if (token?.kind === 'number') return undefined;
    const separates =
      token?.kind === 'mark' ? token.text === ',' || token.text === '/' : isConjunction(token?.key ?? '');
    if (!separates) continue;
    isList ||= token?.kind !== 'mark' || token.text === '/';
    heads.push(keyOf(tokens, start, at));
    if (!isList) continue;
    const last = readItem(context, at + 1, given);
    if (!last) continue;
    const [head = ''] = heads;
    for (let from = last.name.start + 1; from < last.name.end; from += 1) {
      const food = findFood(`${head} ${keyOf(tokens, from, last.name.end)}`);
      if (food) return { ...last, food, alternatives: [last.food], also: [], isSure: heads.length === 1 };
    }
  }
  return undefined;
}

function keyOf(tokens: readonly Token[], start: number, end: number): string {
  return tokens
    .slice(start, end)
    .map((token) => (token.kind === 'word' ? token.key : ''))
    .filter((key) => key !== '')
    .join(' ');
}

/** "Butter or margarine", "corn, peanut or vegetable oil", "salt and pepper". */
function readCoordinated(context: Context, first: Item): Description {
  const list = readList(context, first);
  if (!list) return { ...first, alternatives: [], also: [] };
  const { items, isAlternatives, last } = list;
  const shared = items.map((item) => findShared(context, item, last));
  // "Veal or beef stock", where there is no veal stock in the catalogue.
  if (!shared[0] && mayShareNoun(first, last)) return { ...last, alternatives: [], also: [], isSure: false };
  const [, ...rest] = items.map((item, index) => shared[index] ?? item.food);
  const [food, others] = [shared[0] ?? first.food, [...rest, last.food]];
  return {
    ...first,
    food,
    end: last.end,
    alternatives: isAlternatives ? others : [],
    also: isAlternatives ? [] : others,
    isSure: items.every((item) => item.isSure) && last.isSure,
  };
}

/** One word before the conjunction, a name of several words behind it, and foods of different kinds. */
function mayShareNoun(first: Item, last: Item): boolean {
  const [one, other] = [first.name.end - first.name.start, last.name.end - last.name.start];
  return one === 1 && other > 1 && first.food.aisle !== last.food.aisle && first.end === first.name.end;
}

/** The items before the conjunction, and the one behind it. */
function readList(
  context: Context,
  first: Item,
): { items: Item[]; isAlternatives: boolean; last: Item } | undefined {
  const items = [first];
  for (let end = first.end; ; end = (items.at(-1) as Item).end) {
    const comma = isComma(context.tokens[end]) ? end + 1 : end;
    const conjunction = readConjunction(context.tokens, comma);
    if (conjunction) {
      const last = readItem(context, conjunction.end, first.unit);
      return last && { items, isAlternatives: conjunction.isAlternative, last };
    }
    const next = comma > end ? readItem(context, comma, first.unit) : undefined;
    if (!next || items.length > 5) return undefined;
    items.push(next);
  }
}

function isComma(token: Token | undefined): boolean {
  return token?.kind === 'mark' && token.text === ',';
}

/** "Or", "and", "&", "/", "and/or". */
function readConjunction(
  tokens: readonly Token[],
  at: number,
): { end: number; isAlternative: boolean } | undefined {
  const [first, second, third] = [0, 1, 2].map((ahead) => conjunctionKey(tokens[at + ahead]));
  if (first === 'and' && second === 'or' && third === 'or') return { end: at + 3, isAlternative: true };
  return first === undefined ? undefined : { end: at + 1, isAlternative: first === 'or' };
}

function conjunctionKey(token: Token | undefined): 'or' | 'and' | undefined {
  if (token?.kind === 'word')
    return isConjunction(token.key) ? (isAlternative(token.key) ? 'or' : 'and') : undefined;
  if (token?.kind !== 'mark') return undefined;
  return token.text === '/' ? 'or' : token.text === '&' || token.text === '+' ? 'and' : undefined;
}

/** "Chicken or vegetable stock" asks for chicken stock. "Rice or rice noodles" asks for rice. */
function findShared({ tokens, findFood }: Context, one: Item, last: Item): KnownFood | undefined {
  const head = keyOf(tokens, one.name.start, one.name.end);
  if (one.end !== one.name.end || keyOf(tokens, last.name.start, last.name.end).startsWith(head))
    return undefined;
  // "Peanut or other oil".
  const before = tokens[last.name.start - 1];
  const isOther = before?.kind === 'word' && ['other', 'another', 'any'].includes(before.key);
  for (let from = last.name.start + (isOther ? 0 : 1); from < last.name.end; from += 1) {
    const found = findFood(`${head} ${keyOf(tokens, from, last.name.end)}`);
    if (found) return found;
  }
  return undefined;
}
