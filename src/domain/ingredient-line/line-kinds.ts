/**
 * Words beside a food that say which kind of it the line means: "milk (vegan)", "milk, vegan if needed", "milk of
 * choice". Where the line asks for the kind, the food is that of the kind; where it offers a choice, the foods of all
 * kinds count. What the catalogue has no food for is not sure.
 */
import {
  ANOTHER_KIND,
  ANY_KIND,
  CONDITION,
  type FoodKind,
  isOfOtherKind,
  mayBeOfOtherKind,
  REGULAR_KIND,
} from '#domain/food/food-kind.ts';
import type { Allergen } from '#domain/food/food.ts';
import type { KnownFood, KnownFoods } from './known-food.ts';
import { keyOf } from './item.ts';
import { longestPhrase, type Phrase } from './phrase.ts';
import type { Token } from './tokens.ts';
import { isConjunction } from './vocabulary.ts';

type KindPhrase = {
  readonly start: number;
  readonly end: number;
  readonly kind: FoodKind;
  /** The food beside it, if not that of the line: "or any milk". */
  readonly of?: NamedFood | undefined;
};
type NamedFood = { readonly food: KnownFood; readonly key: string };

export type LineKinds = {
  /** The line asks for them: "milk (vegan)". */
  readonly asked: readonly FoodKind[];
  /** The line leaves the choice: "milk, vegan if needed". */
  readonly offered: readonly Pick<KindPhrase, 'kind' | 'of'>[];
  /** Whether one of those asked for stands in front of the food, where it belongs to its name. */
  readonly isInFront: boolean;
  /** The tokens of the line, with commas for what it asks to leave out: "granola (no nuts)" names no nuts. */
  readonly tokens: readonly Token[];
};

/** `start` is behind the amount. `hasChoice`: the line names several foods, so no word is for all of them. */
export function readKinds(
  tokens: readonly Token[],
  start: number,
  { name, hasChoice }: { name: Phrase<KnownFood>; hasChoice: boolean },
  catalogue: KnownFoods,
): LineKinds {
  const { start: nameStart, end: nameEnd } = name;
  const before = findPhrases(tokens, start, nameStart, catalogue);
  // "Milk (any)", but not "with any juices".
  const behind = findPhrases(tokens, nameEnd, tokens.length, catalogue).filter(
    (phrase, _, all) => !phrase.isOnlyBefore || isWholeSegment(tokens, nameEnd, phrase, all),
  );
  const isAskedBefore = (phrase: KindPhrase): boolean =>
    !before.some(isCondition) && !isSlashed(tokens, phrase) && !isInBracket(tokens, start, phrase);
  const isAskedBehind = (phrase: KindPhrase): boolean =>
    !behind.some(isCondition) &&
    !isSlashed(tokens, phrase) &&
    isWholeSegment(tokens, nameEnd, phrase, behind);
  const isAsked = (phrase: KindPhrase): boolean =>
    !hasChoice && (phrase.end <= nameStart ? isAskedBefore(phrase) : isAskedBehind(phrase));
  const phrases = [...before, ...findChoiceInName(tokens, name, catalogue), ...behind];
  const asked = phrases.filter((phrase) => !isCondition(phrase) && isAsked(phrase));
  const offered = phrases.filter(
    ({ kind }) => kind.id !== CONDITION && !asked.some((each) => each.kind === kind),
  );
  const isMasked = (at: number): boolean => asked.some((phrase) => phrase.start <= at && at < phrase.end);
  return {
    asked: uniqueKinds(asked),
    offered,
    isInFront: asked.some(({ end }) => end <= nameStart),
    tokens: asked.length === 0 ? tokens : tokens.map((token, at) => (isMasked(at) ? toComma(token) : token)),
  };
}

function toComma({ from, to }: Token): Token {
  return { kind: 'mark', text: ',', from, to };
}

function uniqueKinds(phrases: readonly KindPhrase[]): FoodKind[] {
  return [...new Set(phrases.map(({ kind }) => kind))];
}

/** What leaves the choice between the food and its kind: "or", "if", "regular". */
function isCondition({ kind }: KindPhrase): boolean {
  return [CONDITION, REGULAR_KIND, ANY_KIND, ANOTHER_KIND].includes(kind.id);
}

/** Words of kinds that are no part of the name of a food: "vegan butter" has its own. */
function findPhrases(
  tokens: readonly Token[],
  start: number,
  end: number,
  catalogue: KnownFoods,
): (KindPhrase & { isOnlyBefore: boolean })[] {
  const found: (KindPhrase & { isOnlyBefore: boolean })[] = [];
  let lastFood: Phrase<KnownFood> | undefined;
  for (let at = start; at < end;) {
    const food = longestPhrase(tokens, at, catalogue.findByKey);
    const word = longestPhrase(tokens, at, catalogue.findKindWord);
    const last = found.at(-1);
    // "Regular milk" names its food.
    const isNamed =
      word?.value.kind.id === REGULAR_KIND && longestPhrase(tokens, word.end, catalogue.findByKey);
    if (!word || (food && food.end > word.end) || isNamed) {
      lastFood = food ?? lastFood;
      at = food?.end ?? at + 1;
    } else {
      const { kind, isOnlyBefore } = word.value;
      // "A vegan alternative" is vegan.
      const isNoun = !kind.isSure && !isChoice(kind) && last?.end === at && !isCondition(last);
      if (isNoun) found.splice(-1, 1, { ...last, end: word.end });
      else
        found.push({
          start: at,
          end: word.end,
          kind,
          isOnlyBefore,
          of: foodBeside(tokens, word, lastFood, catalogue),
        });
      at = word.end;
    }
  }
  return found;
}

/** "Bread of choice" is a name of the catalogue, for an example of what may be meant. */
function findChoiceInName(
  tokens: readonly Token[],
  { start, end, value }: Phrase<KnownFood>,
  { findKindWord }: KnownFoods,
): KindPhrase[] {
  for (let at = start; at < end; at += 1) {
    const word = longestPhrase(tokens, at, findKindWord);
    const kind = word?.value.kind;
    if (!word || word.end > end || kind?.id !== ANY_KIND) continue;
    const key = [keyOf(tokens, start, at), keyOf(tokens, word.end, end)].join(' ').trim();
    return [{ start: at, end: word.end, kind, of: { food: value, key } }];
  }
  return [];
}

/** "Any milk", "nuts of choice". */
function foodBeside(
  tokens: readonly Token[],
  { start, end }: Phrase<unknown>,
  last: Phrase<KnownFood> | undefined,
  { findByKey }: KnownFoods,
): NamedFood | undefined {
  const food = longestPhrase(tokens, end, findByKey) ?? (last?.end === start ? last : undefined);
  return food && { food: food.value, key: keyOf(tokens, food.start, food.end) };
}

function isMark(token: Token | undefined, ...marks: string[]): boolean {
  return token?.kind === 'mark' && marks.includes(token.text);
}

/** "Regular/vegan". */
function isSlashed(tokens: readonly Token[], { start, end }: KindPhrase): boolean {
  return isMark(tokens[start - 1], '/') || isMark(tokens[end], '/');
}

/** "(Vegan) butter" offers it. */
function isInBracket(tokens: readonly Token[], start: number, phrase: KindPhrase): boolean {
  const opening = tokens.slice(start, phrase.start).findLastIndex((token) => isMark(token, '('));
  const closing = tokens.slice(start, phrase.start).findLastIndex((token) => isMark(token, ')'));
  return opening > closing;
}

/** Between two marks there are only words of kinds: "milk (vegan and gluten-free), cold". */
function isWholeSegment(
  tokens: readonly Token[],
  start: number,
  phrase: KindPhrase,
  phrases: readonly KindPhrase[],
): boolean {
  const isOfKind = (at: number): boolean => phrases.some((phrase) => phrase.start <= at && at < phrase.end);
  const isInSegment = (at: number): boolean => {
    const token = tokens[at];
    if (token === undefined || at < start) return false;
    return token.kind !== 'mark' || ['&', '+'].includes(token.text);
  };
  let [from, to] = [phrase.start, phrase.end];
  while (isInSegment(from - 1)) from -= 1;
  while (isInSegment(to)) to += 1;
  return tokens.slice(from, to).every((token, index) => {
    const isJoin = token.kind === 'mark' || (token.kind === 'word' && isConjunction(token.key));
    return isJoin || isOfKind(from + index);
  });
}

export type KindsOfFood = {
  readonly food: KnownFood;
  /** Foods that may be used instead. */
  readonly named: readonly KnownFood[];
  /** Allergens that the food is said to be without. */
  readonly without: readonly Allergen[];
  readonly isSure: boolean;
};

/** Undefined if the food of the kind is another one, which the catalogue does not have: "vegan tuna". */
export function applyKinds(
  kinds: LineKinds,
  { food: written, others, key }: { food: KnownFood; others: readonly KnownFood[]; key: string },
  catalogue: KnownFoods,
): KindsOfFood | undefined {
  let [food, isSure] = [written, true];
  const without: Allergen[] = [];
  for (const kind of kinds.asked) {
    const [other] = mayDiffer(food, kind) ? catalogue.findOfKind(food.id, key, kind) : [];
    isSure &&= kind.isSure;
    if (!other && isOfOtherKind(food, kind)) {
      if (kinds.isInFront && changesIdentity(kind)) return undefined;
      without.push(...kind.without);
      isSure = false;
    }
    food = other ?? food;
  }
  const named: KnownFood[] = [];
  for (const { kind, of } of kinds.offered) {
    const beside = isChoice(kind) ? of : undefined;
    for (const one of beside ? [beside.food] : [food, ...others]) {
      if (kind.id === REGULAR_KIND) {
        const base = isKindOfItsOwn(one, key, catalogue) ? findBase(key, one, catalogue) : one;
        if (base) named.push(base);
        else isSure = false;
      } else if (mayDiffer(one, kind)) {
        const found = catalogue.findOfKind(one.id, one === food ? key : '', kind);
        named.push(...found);
        isSure &&= found.length > 0 || !isOfOtherKind(one, kind);
      }
    }
    if (kind.id === ANY_KIND || beside)
      isSure &&= coversAnyKind(
        beside?.key ?? key,
        [food, ...others, ...named, ...(beside ? [beside.food] : [])],
        catalogue,
      );
    else isSure &&= kind.isSure;
  }
  return { food, named, without, isSure };
}

function isChoice({ id }: FoodKind): boolean {
  return id === ANY_KIND || id === ANOTHER_KIND;
}

function mayDiffer(food: KnownFood, kind: FoodKind): boolean {
  return isOfOtherKind(food, kind) || mayBeOfOtherKind(food, kind);
}

/** A vegan tuna is no tuna; a sausage without gluten is a sausage. */
function changesIdentity({ breaks }: FoodKind): boolean {
  return breaks.has('vegan') || breaks.has('vegetarian');
}

/** "Vegan butter", "oat milk": a food instead of another. */
function isKindOfItsOwn(food: KnownFood, key: string, { findKindWord }: KnownFoods): boolean {
  return food.aisle === 'plant' || findKindWord(key.split(' ', 1)[0] ?? '') !== undefined;
}

/** "Vegan butter or regular" and "Hafermilch (oder normale)" name butter and Milch. */
function findBase(key: string, food: KnownFood, { findByKey }: KnownFoods): KnownFood | undefined {
  for (let from = 1; from < key.length - 2; from += 1) {
    const base = findByKey(key.slice(from).trim());
    if (base && base.id !== food.id && base.aisle !== food.aisle) return base;
  }
  return undefined;
}

/** Whether the foods that the line names hold what any food of this name may hold. */
function coversAnyKind(key: string, named: readonly KnownFood[], catalogue: KnownFoods): boolean {
  const [any, known] = [possibleFacts(catalogue.findAnyKind(key)), possibleFacts(named)];
  return any.allergens.isSubsetOf(known.allergens) && any.breaks.isSubsetOf(known.breaks);
}

function possibleFacts(foods: readonly KnownFood[]): Pick<KnownFood, 'allergens' | 'breaks'> {
  return {
    allergens: new Set(foods.flatMap((food) => [...food.allergens, ...food.mayContain])),
    breaks: new Set(foods.flatMap((food) => [...food.breaks, ...food.mayBreak])),
  };
}
