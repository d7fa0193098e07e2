/**
 * Finds the food in the description of a line, which is what follows its amount: "large ripe tomatoes, chopped".
 *
 *     description = item {conjunction item} tail
 */
import type { Unit } from '#domain/quantity/unit.ts';
import { type Context, type Item, keyOf, readItem } from './item.ts';
import type { KnownFood, KnownFoods } from './known-food.ts';
import type { Token } from './tokens.ts';
import { isAlternative, isConjunction } from './vocabulary.ts';
import { setOf } from './line-words.ts';

export type Description = Item & {
  /** Foods that may be used instead. */
  readonly alternatives: readonly KnownFood[];
  /** Foods that the line asks for as well: "salt and pepper". */
  readonly also: readonly KnownFood[];
};

export function readDescription(
  tokens: readonly Token[],
  start: number,
  catalogue: KnownFoods,
  given: Unit | undefined,
): Description | undefined {
  const context = { tokens, catalogue };
  const truncated = readTruncated(context, start, given);
  if (truncated) return truncated;
  const first = readItem(context, start, given);
  return first ? readCoordinated(context, first) : readSharedNoun(context, start, given);
}

/** "Kalbs- oder Schweineschnitzel": the end of the second word belongs to the first. */
function readTruncated(context: Context, start: number, given: Unit | undefined): Description | undefined {
  const { tokens, catalogue } = context;
  const [first, hyphen] = [tokens[start], tokens[start + 1]];
  if (first?.kind !== 'word' || hyphen?.kind !== 'mark' || hyphen.text !== '-') return undefined;
  const conjunction = readConjunction(tokens, start + 2);
  const last = conjunction && readItem(context, conjunction.end, given);
  if (!conjunction || !last) return undefined;
  const word = keyOf(tokens, last.name.end - 1, last.name.end);
  const ends = Array.from({ length: Math.max(word.length - 4, 0) }, (_, index) => word.slice(index + 2));
  const food = ends.map((end) => catalogue.findByKey(first.key + end)).find((found) => found !== undefined);
  const others = food ? [last.food] : [];
  return {
    ...last,
    food: food ?? last.food,
    alternatives: conjunction.isAlternative ? others : [],
    also: conjunction.isAlternative ? [] : others,
    isSure: last.isSure && food !== undefined,
  };
}

/** "Sunflower or groundnut oil", "red, green or yellow bell pepper": the noun of the last belongs to all. */
function readSharedNoun(context: Context, start: number, given: Unit | undefined): Description | undefined {
  const { tokens, catalogue } = context;
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
      const food = catalogue.findByKey(`${head} ${keyOf(tokens, from, last.name.end)}`);
      if (food)
        return {
          ...last,
          food,
          alternatives: [last.food],
          also: [],
          isSure: last.isSure && heads.length === 1,
        };
    }
  }
  return undefined;
}

/** "Butter or margarine", "corn, peanut or vegetable oil", "salt and pepper". */
function readCoordinated(context: Context, first: Item): Description {
  const list = readList(context, first);
  if (!list) return { ...first, alternatives: [], also: [] };
  const { items, isAlternatives, last } = list;
  const shared = items.map((item) => findShared(context, item, last));
  // "Veal or beef stock", where there is no veal stock in the catalogue.
  if (!shared[0] && mayShareNoun(context, first, last))
    return { ...last, alternatives: items.map(({ food }) => food), also: [], isSure: false };
  const foods = [...items, last].map(
    (item, index) => shared[index] ?? findInSameForm(context, first, item) ?? item.food,
  );
  const [food = first.food, ...others] = foods;
  return {
    ...first,
    food,
    end: last.end,
    alternatives: isAlternatives ? others : [],
    also: isAlternatives ? [] : others,
    isSure: items.every((item) => item.isSure) && last.isSure,
  };
}

const FORMS = setOf('forms');
const OTHER = setOf('other, before a noun that foods share');

/** "Ground cumin and coriander": both are ground. */
function findInSameForm({ tokens, catalogue }: Context, first: Item, other: Item): KnownFood | undefined {
  const form = keyOf(tokens, first.name.start, first.name.start + 1);
  if (!FORMS.has(form)) return undefined;
  return catalogue.findByKey(`${form} ${keyOf(tokens, other.name.start, other.name.end)}`);
}

/** One word before the conjunction, a name of several words behind it, and foods of different kinds. */
function mayShareNoun({ tokens }: Context, first: Item, last: Item): boolean {
  // "Milk or soy milk": the first has its noun.
  const [oneKey, otherKey] = [first, last].map(({ name }) => keyOf(tokens, name.start, name.end));
  if (otherKey?.endsWith(` ${oneKey}`)) return false;
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
function findShared({ tokens, catalogue }: Context, one: Item, last: Item): KnownFood | undefined {
  const head = keyOf(tokens, one.name.start, one.name.end);
  if (one.end !== one.name.end || keyOf(tokens, last.name.start, last.name.end).startsWith(head))
    return undefined;
  // "Peanut or other oil".
  const before = tokens[last.name.start - 1];
  const isOther = before?.kind === 'word' && OTHER.has(before.key);
  for (let from = last.name.start + (isOther ? 0 : 1); from < last.name.end; from += 1) {
    const found = catalogue.findByKey(`${head} ${keyOf(tokens, from, last.name.end)}`);
    if (found) return found;
  }
  return undefined;
}
