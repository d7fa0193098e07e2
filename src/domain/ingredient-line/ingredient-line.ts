/**
 * Parses ingredient lines as people write them into amount, food, other foods and preparation. A food is recognised
 * only by one of its names, and beside it only words of a closed vocabulary are accepted; all other lines are not
 * understood and stay as typed. The steps: tokens.ts, amount.ts, description.ts, tail.ts.
 */
import type { Creator } from '#domain/family/creator.ts';
import type { Allergen } from '#domain/food/food.ts';
import { compare, type Fraction, ONE, ZERO } from '#domain/quantity/fraction.ts';
import type { Quantity } from '#domain/quantity/quantity.ts';
import type { Unit } from '#domain/quantity/unit.ts';
import { type Amount, EACH, readAmount } from './amount.ts';
import { Cursor } from './cursor.ts';
import type { KnownFoods, KnownFood } from './known-food.ts';
import type { Description } from './description.ts';
import { isEdiblePart } from './edible-part.ts';
import { isHeading, labelEnd } from './heading.ts';
import { applyKinds, readKinds } from './line-kinds.ts';
import { findMeasuredFood, type MeasuredFood, quantityOf } from './measured-food.ts';
import { type OtherFood, readFoodsWith, readListedFoods, readSecondFoods } from './other-foods.ts';
import { readTail } from './tail.ts';
import { type Token, tokenize, type TokenizedLine } from './tokens.ts';
import {
  readAdded,
  readBracketedAmount,
  readExtra,
  readSizeOfEach,
  readTrailingAmount,
} from './trailing-amounts.ts';
import { findScope, findUneaten } from './vocabulary.ts';
import { listOf, setOf } from './line-words.ts';

export type IngredientLine = {
  /** As typed. */
  readonly text: string;
  /** Undefined if the line was not understood. */
  readonly understood?: UnderstoodLine | undefined;
  /** A heading, or something that nobody eats: "For the sauce:", "baking parchment". */
  readonly isHarmless?: boolean | undefined;
  readonly isHeading?: boolean | undefined;
  /** The answer of a person that says what the line means (line-answers.ts). */
  readonly answer?: LineAnswer | undefined;
  /** In a translation, the same line of the recipe in the base language. */
  readonly source?: string | undefined;
  /** Foods that an answered line names, unless it was understood. They count, whatever the person said. */
  readonly named?: readonly string[] | undefined;
  /** The recipe that the line stands for. */
  readonly recipe?: LineRecipe | undefined;
  /** How often a line of another recipe is required; amounts that were understood are scaled already. */
  readonly times?: Fraction | undefined;
};

/** Another recipe as an ingredient (domain/recipe/sub-recipes.ts). */
export type LineRecipe = {
  readonly id: string;
  /** Undefined if it is gone or cannot be used; then nobody knows what the line contains. */
  readonly title?: string;
  /** How many of its servings the line takes; undefined if that is not known. */
  readonly servings?: Fraction;
};

/**
 * What a person says about the words of a line: what they mean, if the line was not understood for sure, or that the
 * family's brands of its foods are free from allergens that other brands contain.
 */
export type LineAnswer = {
  /** The food that the words mean; null if they mean nothing that an eater must avoid, or if there are `brands`. */
  readonly foodId: string | null;
  /** Then the answer says nothing about what the words mean. */
  readonly brands?: FreeBrands | undefined;
  readonly createdBy: Creator;
  readonly createdAt: string;
};

/** By food: the allergens that some brands contain and the family's does not. */
export type FreeBrands = { readonly [foodId: string]: readonly Allergen[] };

export type UnderstoodLine = {
  readonly food: string;
  /** Absent if the line gives none: "salt to taste". */
  readonly quantity?: Quantity | undefined;
  /** "2 (14 oz) cans": two cans; `quantity` is what all of them hold. */
  readonly packs?: Packs | undefined;
  /** "300 g peeled pumpkin": the weight is that of the part that is eaten. */
  readonly isEdiblePart?: boolean | undefined;
  /** Foods that may be used instead: "butter or margarine". */
  readonly alternatives: readonly string[];
  /** Foods that the line uses as well: "salt and pepper", "2 eggs plus 1 egg yolk", "tossed in flour". */
  readonly also: readonly OtherFood[];
  /** False if the line names something that is not known, so that its allergens are not sure. */
  readonly isSure: boolean;
  /** Allergens that the line says `food` is without, though it usually holds them: "stock cube (celery free)". */
  readonly without?: readonly Allergen[] | undefined;
  /** The rest of the line, in its order: "softened, plus extra for greasing". */
  readonly preparation: string;
};

type Packs = { readonly count: Fraction; readonly unit: Unit | undefined };

/** A line without other foods or unknown words, as in recipes that are written for the catalogue. */
export function plainLine(food: string, quantity?: Quantity): UnderstoodLine {
  return { food, quantity, alternatives: [], also: [], isSure: true, preparation: '' };
}

/** Adds a preparation to a line, and the foods that it names. */
export function withPreparation(
  line: UnderstoodLine,
  preparation: string,
  catalogue: KnownFoods,
): UnderstoodLine {
  const tokens = tokenize(preparation)?.tokens;
  if (!tokens) return { ...line, preparation, isSure: false };
  const { foods, unknown } = readTail(tokens, 0, catalogue);
  const also = [...new Set(foods.map(({ id }) => id))]
    .filter((id) => id !== line.food)
    .map((food) => ({ food, isOnlyNamed: true }));
  return { ...line, preparation, also: [...line.also, ...also], isSure: line.isSure && unknown.length === 0 };
}

/** Bounds on the work for one line, several times what a real line needs. A longer line is not understood. */
const MAX_CHARACTERS = 300;
const MAX_TOKENS = 90;

export function parseIngredientLine(text: string, catalogue: KnownFoods): IngredientLine {
  const line = tokenizeLine(text);
  if (!line) return { text, understood: undefined };
  if (isHeading(line.tokens)) return { text, understood: undefined, isHarmless: true, isHeading: true };
  if (isUneatenOnly(line.tokens, catalogue)) return { text, understood: undefined, isHarmless: true };
  const label = labelEnd(line.tokens);
  const understood =
    (label > 0 ? understand(line, label, catalogue) : understandNamedPart(line, catalogue)) ??
    understand(line, 0, catalogue) ??
    understandWithBracket(line, catalogue);
  return { text, understood };
}

/** "Baking parchment", not "butter and baking parchment". */
function isUneatenOnly(tokens: readonly Token[], catalogue: KnownFoods): boolean {
  const uneaten = findUneaten(tokens);
  if (!uneaten) return false;
  const rest = readTail(tokens.toSpliced(uneaten.start, uneaten.end - uneaten.start), 0, catalogue);
  return rest.foods.length === 0 && rest.unknown.length === 0;
}

/** "Heavy (whipping) cream", "rolled (old-fashioned) oats": the words in the bracket belong to the name. */
function understandWithBracket(line: TokenizedLine, catalogue: KnownFoods): UnderstoodLine | undefined {
  const [opening, closing] = [line.tokens.findIndex(isBracket), line.tokens.findLastIndex(isBracket)];
  const inside = line.tokens.slice(opening + 1, closing);
  const isName = opening > 0 && line.tokens[opening - 1]?.kind === 'word' && inside.length > 0;
  if (!isName || inside.length > 3 || inside.some(({ kind }) => kind !== 'word')) return undefined;
  const tokens = line.tokens.filter((_, at) => at !== opening && at !== closing);
  return understand({ ...line, tokens }, 0, catalogue);
}

function isBracket({ kind, text }: Token): boolean {
  return kind === 'mark' && (text === '(' || text === ')');
}

/** "Egg wash: 1 egg". What is named before the colon could contain more, so its allergens are not sure. */
function understandNamedPart(line: TokenizedLine, catalogue: KnownFoods): UnderstoodLine | undefined {
  const colon = line.tokens.findIndex((token) => token.kind === 'mark' && token.text === ':');
  if (colon < 1 || line.tokens[colon + 1]?.kind !== 'number') return undefined;
  const understood = understand(line, colon + 1, catalogue);
  return understood && { ...understood, isSure: false };
}

/** A line with a question is tokenized three times in a row: to parse it, for its words, and for the foods it names. */
let last: { text: string; line: TokenizedLine | undefined } | undefined;

/** Undefined if the line is too long. */
export function tokenizeLine(text: string): TokenizedLine | undefined {
  if (text === last?.text) return last.line;
  const line = text.length > MAX_CHARACTERS ? undefined : tokenize(text);
  last = { text, line: line && line.tokens.length <= MAX_TOKENS ? line : undefined };
  return last.line;
}

function understand(line: TokenizedLine, start: number, catalogue: KnownFoods): UnderstoodLine | undefined {
  const { tokens } = line;
  const cursor = new Cursor(tokens, start);
  const isVague = readPrefix(cursor);
  const leading = readAmount(cursor);
  const found = findMeasuredFood(cursor, leading, catalogue);
  if (!found) return undefined;
  const description = countable(found, leading, tokens, catalogue);
  const trailing = leading
    ? undefined
    : (readTrailingAmount(tokens, description.end) ??
      (isVague ? undefined : readAmountAtEnd(tokens, description.end, catalogue)));
  // "Pinch of salt": one.
  const implied = found.unit && { amount: ONE, unit: found.unit, size: undefined };
  const stated: Amount | undefined = leading ?? trailing?.amount ?? implied;
  const more =
    stated &&
    (readSizeOfEach(tokens, description.end, stated, description.food.weights) ??
      readAdded(tokens, description.end, stated));
  const amount = more?.amount ?? stated;
  const unit = more?.amount.unit ?? found.unit ?? amount?.unit;
  if (amount && compare(amount.amount, ZERO) <= 0) return undefined;
  if (amount && isUncountable(unit, description)) return undefined;
  const written = {
    food: description.food,
    others: [...description.alternatives, ...description.also],
    key: nameOf(tokens, description),
  };
  const named = { name: description.name, hasChoice: written.others.length > 0 };
  const kinds = readKinds(tokens, cursor.at, named, catalogue);
  const ofKind = applyKinds(kinds, written, catalogue);
  if (!ofKind) return undefined;
  const inverted = kinds.asked.length > 0 ? undefined : findInverted(line, description, catalogue);
  const food = inverted?.food ?? ofKind.food;
  const first = { description: { ...description, food: ofKind.food }, amount, unit, food };
  const others = readOtherFoods(kinds.tokens, first, ofKind.named, catalogue);
  const counted = { ...description, food };
  return {
    food: food.id,
    quantity:
      isVague || (amount && isUncountable(unit, counted))
        ? undefined
        : quantityOf(amount, unit, description, food),
    packs: amount?.packs,
    ...(isEdiblePart(tokens, cursor.at, description.end) && { isEdiblePart: true }),
    alternatives: idsOf(description.alternatives, food),
    also: others.foods,
    isSure: description.isSure && others.isSure && ofKind.isSure,
    ...(ofKind.without.length > 0 && { without: ofKind.without }),
    preparation: preparationOf(
      line,
      [cursor, description, trailing, more, inverted].flatMap((part) => part?.consumed ?? []),
    ),
  };
}

/** Not where the line names another food, which the amount could be of. */
function readAmountAtEnd(
  tokens: readonly Token[],
  start: number,
  catalogue: KnownFoods,
): ReturnType<typeof readBracketedAmount> {
  const found = readBracketedAmount(tokens, start);
  return found && readTail(tokens, start, catalogue).foods.length === 0 ? found : undefined;
}

type FirstFood = MeasuredFood & { readonly amount: Amount | undefined; readonly food: KnownFood };

function readOtherFoods(
  tokens: readonly Token[],
  { description, amount, unit, food }: FirstFood,
  instead: readonly KnownFood[],
  catalogue: KnownFoods,
): { foods: OtherFood[]; isSure: boolean } {
  const second = readSecondFoods(tokens, description.end, catalogue);
  const tail = readTail(tokens, second.end, catalogue);
  // "1 cup (almond) milk", "butter or (peanut) oil".
  const bracketed = readTail(bracketedTokens(tokens.slice(0, second.end)), 0, catalogue);
  const isEach = tokens
    .slice(0, description.name.start)
    .some((token) => token.kind === 'word' && EACH.has(token.key));
  const joined = description.also
    .filter(({ id }) => id !== food.id)
    .map((other) => ({ food: other.id, ...(isEach && { quantity: quantityOf(amount, unit, {}, other) }) }));
  const listed =
    amount || food !== description.food ? [] : readListedFoods(tokens, description.end, catalogue);
  const extra = readExtra(tokens, description.end, amount);
  const used: OtherFood[] = [
    ...second.foods,
    ...readFoodsWith(tokens, second.end, catalogue),
    ...joined,
    ...(extra ? [{ food: food.id, quantity: extra }] : []),
  ];
  const isNew = (id: string): boolean => !used.some((other) => other.food === id);
  used.push(
    ...idsOf(listed, food)
      .filter(isNew)
      .map((id) => ({ food: id })),
  );
  // What the attribute seems to take away counts nevertheless: "milk, oat".
  const base = addsTo(food, description.food) ? [description.food] : [];
  const named = idsOf([...bracketed.foods, ...tail.foods, ...instead, ...base], food).filter(isNew);
  return {
    foods: [...used, ...named.map((id) => ({ food: id, isOnlyNamed: true }))],
    isSure: second.isSure && tail.unknown.length === 0 && bracketed.unknown.length === 0,
  };
}

/** What stands between brackets. */
function bracketedTokens(tokens: readonly Token[]): Token[] {
  let depth = 0;
  return tokens.filter((token) => {
    if (token.kind === 'mark' && token.text === '(') depth += 1;
    if (token.kind === 'mark' && token.text === ')') depth -= 1;
    return depth > 0;
  });
}

const FRUIT_PARTS = setOf('parts of fruit');
const BEFORE_PART = setOf('beside a part of fruit');
const FROM = setOf('from');
const FROM_ARTICLE = setOf('from, with an article');
const VAGUE = listOf('without an amount').map((phrase) => phrase.split(' '));
const OPTIONAL = setOf('optional');
const FORMS_OF_STOCK = setOf('forms of stock');
const NO_PREPARATION = setOf('no preparation');

/** Moves over "juice of" and "a few", which are notes. Returns whether the amount is meant but not given. */
function readPrefix(cursor: Cursor): boolean {
  cursor.asNote(() => cursor.takeWord(OPTIONAL) && cursor.takeMark('.', ','));
  cursor.attempt(() => {
    let hasPart = false;
    for (; ; cursor.at += 1) {
      if (FRUIT_PARTS.has(cursor.word())) hasPart = true;
      else if (!BEFORE_PART.has(cursor.word()) && !['/', '&'].includes(cursor.mark())) break;
    }
    // "Saft einer halben Zitrone": the article is the number.
    return hasPart && (FROM_ARTICLE.has(cursor.word()) || cursor.takeWord(FROM)) ? true : undefined;
  });
  return skipVague(cursor);
}

export function skipVague(cursor: Cursor): boolean {
  const vague = VAGUE.find((words) => words.every((word, ahead) => cursor.word(ahead) === word));
  if (!vague) return false;
  cursor.at += vague.length;
  return true;
}

/** "2 peppers" and "2 Paprika" are vegetables, although the spice has the same name. */
function countable(
  { description, unit }: MeasuredFood,
  amount: Amount | undefined,
  tokens: readonly Token[],
  catalogue: KnownFoods,
): Description {
  if (!amount || !isUncountable(unit === 'piece' ? undefined : unit, description)) return description;
  const key = nameOf(tokens, description);
  const food = catalogue.findByKey(`bell ${key}`) ?? catalogue.findByKey(`${key}schote`);
  return food ? { ...description, food } : description;
}

/** "1 pepper" does not mean peppercorns: a food without pieces cannot be counted. */
function isUncountable(unit: Unit | undefined, { part, food }: Description): boolean {
  return unit === undefined && part === undefined && !food.weights.pieceGrams.has('piece');
}

/** "Lentils, red" are red lentils; "tomatoes, chopped" are not the chopped tomatoes of a tin. */
function findInverted(
  { tokens }: TokenizedLine,
  description: Description,
  catalogue: KnownFoods,
): { food: KnownFood; consumed: readonly number[] } | undefined {
  const { end } = description;
  const comma = tokens[end];
  if (comma?.kind !== 'mark' || ![',', '('].includes(comma.text)) return undefined;
  const words: string[] = [];
  for (const token of tokens.slice(end + 1)) {
    if (token.kind !== 'word') break;
    words.push(token.key);
  }
  if (words.length === 0 || words.length > 3 || words.every((word) => findScope(word) === 'every'))
    return undefined;
  const key = nameOf(tokens, description);
  // A bracket may offer another food, but does not ask for it: "pasta (gluten-free)".
  const attributed = comma.text === ',' ? catalogue.findByKey(`${words.join(' ')} ${key}`) : undefined;
  const food = attributed ?? findForm(key, words, catalogue);
  return food && { food, consumed: words.map((_, index) => end + 1 + index) };
}

/** "Gemüsebrühe (Pulver)" and "chicken stock, powder" are not liquid. */
function findForm(key: string, words: readonly string[], catalogue: KnownFoods): KnownFood | undefined {
  if (!words.some((word) => FORMS_OF_STOCK.has(word))) return undefined;
  return (
    catalogue.findByKey(`${key} powder`) ??
    catalogue.findByKey(`${key.replace(/e$/, '')}pulver`) ??
    catalogue.findByKey(`${key} cube`)
  );
}

function nameOf(tokens: readonly Token[], { name }: Description): string {
  return tokens
    .slice(name.start, name.end)
    .map((token) => (token.kind === 'word' ? token.key : token.text))
    .join(' ');
}

function addsTo(one: KnownFood, other: KnownFood): boolean {
  return !other.allergens.isSubsetOf(one.allergens) || !other.breaks.isSubsetOf(one.breaks);
}

function idsOf(foods: readonly KnownFood[], except: KnownFood): string[] {
  return [...new Set(foods.map(({ id }) => id))].filter((id) => id !== except.id);
}

/** The text of all tokens that are not consumed, divided by commas. */
function preparationOf({ text, tokens }: TokenizedLine, consumed: readonly number[]): string {
  const isConsumed = new Set(consumed);
  const parts: { from: number; to: number }[] = [];
  let isOpen = false;
  for (const [index, token] of tokens.entries()) {
    const divides = token.kind === 'mark' && [',', '(', ')', ':'].includes(token.text);
    if (isConsumed.has(index) || divides) isOpen = false;
    else if (isOpen) parts[parts.length - 1] = { from: parts.at(-1)?.from ?? 0, to: token.to };
    else {
      parts.push({ from: token.from, to: token.to });
      isOpen = true;
    }
  }
  return parts
    .map(({ from, to }) => trimMarks(text.slice(from, to)))
    .filter((part) => part !== '' && !NO_PREPARATION.has(part.toLowerCase()))
    .join(', ');
}

/** Without dashes, slashes and the like at its ends. A full stop at the end may belong to an abbreviation. */
function trimMarks(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && '-./& '.includes(text[from] ?? '')) from += 1;
  while (to > from && '-/& '.includes(text[to - 1] ?? '')) to -= 1;
  return text.slice(from, to);
}
