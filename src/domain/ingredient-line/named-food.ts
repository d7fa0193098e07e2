/**
 * Finds the food that a description names: "large ripe tomatoes". Removes as few words as possible from both ends
 * until a food's name is left, and only words that do not change the food: a unit, a size, a qualifier.
 */
import type { Aisle, Food } from '#domain/food/food.ts';
import { findPart, fitsAisle, isQualifier, isPreparation } from './qualifiers.ts';
import { SIZES, type Unit, findUnit, unitKind, unitWords } from '#domain/quantity/unit.ts';

/** The properties of a food that parsing depends on. */
export type KnownFood = Pick<Food, 'id' | 'aisle' | 'weights'>;
export type FindFood = (name: string) => KnownFood | undefined;

/** The words around a food: "2 level [tsp]", "[large] eggs", "garlic [cloves]". */
type Context = {
  readonly unit: Unit | undefined;
  readonly size: Unit | undefined;
  readonly part: Unit | undefined;
  readonly notes: readonly string[];
};
export type NamedFood = Context & { readonly food: KnownFood; readonly name: string };

/** More than any real line has before its first comma; bounds the quadratic search below. */
const MAX_WORDS = 24;
/** The longest name in the catalogue, which a test checks. */
export const MAX_NAME_WORDS = 8;

const OF = /^(?:of|von)$/i;
const FRESH_AISLES: ReadonlySet<Aisle> = new Set<Aisle>(['vegetables', 'fruit', 'herbs', 'meat', 'fish']);

/** `given` is the unit before the words; `isCanned` whether that unit was a can. */
export function findNamedFood(
  text: string,
  given: Unit | undefined,
  isCanned: boolean,
  findFood: FindFood,
): NamedFood | undefined {
  const words = text.split(' ');
  if (words.length > MAX_WORDS) return undefined;
  const [maxStart, lastNameWord] = [countLeading(words, given), findLastNameWord(words)];
  for (let start = 0; start <= maxStart; start += 1) {
    const before = words.slice(0, start);
    const unit = isCanned ? 'can' : (given ?? findUnit(findUnitWord(before)));
    const longest = Math.min(words.length, start + MAX_NAME_WORDS);
    for (let end = longest; end > Math.max(start, lastNameWord); end -= 1) {
      const name = words.slice(start, end).join(' ');
      const food = findForUnit(name, unit, findFood);
      const behind = words.slice(end);
      const isSame = food && [...before, ...behind].every((word) => fitsAisle(word, food.aisle));
      if (!isSame) continue;
      const around = readAround(before, behind, given);
      return { ...around, ...namedPiece(name, food, findFood, around), food, name };
    }
  }
  return undefined;
}

/** A name may include a part or a size: "clove of garlic", "large egg". */
function namedPiece(name: string, food: KnownFood, findFood: FindFood, around: Context): Partial<Context> {
  const [, first = '', behind = ''] = /^(\S+) (?:of )?(.+)$/.exec(name) ?? [];
  const [, before = '', last = ''] = /^(.+) (\S+)$/.exec(name) ?? [];
  const isSame = (other: string) => findFood(other)?.id === food.id;
  const inFront = isSame(behind) ? first : '';
  const part = findPart(inFront) ?? (isSame(before) ? findPart(last) : undefined);
  const size = isSize(inFront) ? findUnit(inFront) : undefined;
  return { part: around.part ?? part, size: around.size ?? size };
}

/** The number of words that may be removed in front: one unit, sizes and qualifiers. */
function countLeading(words: readonly string[], given: Unit | undefined): number {
  let isMeasured = given !== undefined;
  const stop = words.findIndex((word) => {
    if (isQualifier(word) || isSize(word)) return false;
    const isUnit = !isMeasured && findUnit(word) !== undefined;
    const isOf = isMeasured && OF.test(word);
    isMeasured ||= isUnit;
    return !isUnit && !isOf;
  });
  return stop === -1 ? words.length - 1 : stop;
}

/** The index of the last word that must be part of the name. */
function findLastNameWord(words: readonly string[]): number {
  return words.findLastIndex((word) => !isQualifier(word) && !findPart(word));
}

function isSize(word: string): boolean {
  const unit = findUnit(word);
  return unit !== undefined && SIZES.has(unit);
}

/** The first word that is a unit. */
function findUnitWord(before: readonly string[]): string {
  return before.find((word) => !isSize(word) && !isQualifier(word) && findUnit(word)) ?? '';
}

function readAround(before: readonly string[], behind: readonly string[], given: Unit | undefined): Context {
  const unitWord = findUnitWord(before);
  const size = before.find(isSize) ?? '';
  const unit = given ?? findUnit(unitWord);
  const part = findPart(behind.find(findPart) ?? '');
  // A size that is not the unit is a note: "a large handful".
  const consumed = (unit ?? part) ? [unitWord] : [unitWord, size];
  const words = before.filter((word) => !consumed.includes(word) && !OF.test(word));
  const notes = [words, behind.filter((word) => !findPart(word))].map((group) => group.join(' '));
  return { unit, size: findUnit(size), part, notes: notes.filter((note) => note !== '') };
}

/**
 * The unit decides between fresh and tinned food: an ear of corn is fresh, a can of peaches is tinned, and "3
 * chopped tomatoes" are fresh ones, although tins are sold under that name.
 */
function findForUnit(name: string, unit: Unit | undefined, findFood: FindFood): KnownFood | undefined {
  const plain = findFood(name);
  const isTinned = plain?.aisle === 'tins' && isPreparation(name.split(' ')[0]);
  if (unit === undefined) return isTinned ? undefined : plain;
  if (unitKind(unit) !== 'count') return plain;
  if (unit !== 'can') return findFood(`${unitWords(unit)[0]} of ${name}`) ?? plain;
  const food = findFood(`canned ${name}`) ?? findFood(`tinned ${name}`) ?? plain;
  return food && !FRESH_AISLES.has(food.aisle) ? food : undefined;
}
