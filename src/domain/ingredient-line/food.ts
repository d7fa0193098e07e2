/**
 * The food in a few words: "2 large ripe tomatoes" without the number. Words are taken off both ends, as
 * few as possible, until a name of a food is left, and only words that are known to leave it the same
 * food: a unit, a size, a preparation.
 */
import type { Aisle, Food } from '#domain/food/food.ts';
import { findPart, fitsAisle, isNote, isPreparation } from './words.ts';
import { SIZES, type Unit, findUnit, unitKind, unitWords } from '#domain/quantity/unit.ts';

/** What a line needs to know of a food. */
export type KnownFood = Pick<Food, 'id' | 'aisle' | 'weights'>;
export type FindFood = (name: string) => KnownFood | undefined;

/** What the words around a food say: "2 level [tsp]", "[large] eggs", "garlic [cloves]". */
type Around = {
  readonly unit: Unit | undefined;
  readonly size: Unit | undefined;
  readonly part: Unit | undefined;
  readonly notes: readonly string[];
};
export type NamedFood = Around & { readonly food: KnownFood; readonly name: string };

/** More words than any real line has before its first comma. The search below looks at each of them again and again. */
const MOST_WORDS = 24;
/** No name in the catalogue has more words; a test compares. */
export const MOST_WORDS_OF_NAME = 8;

const OF = /^(?:of|von)$/i;
const FRESH_AISLES: ReadonlySet<Aisle> = new Set<Aisle>(['vegetables', 'fruit', 'herbs', 'meat', 'fish']);

/** `given` is the unit that stands before the words, `isCanned` whether they came out of a can. */
export function findNamedFood(
  text: string,
  given: Unit | undefined,
  isCanned: boolean,
  findFood: FindFood,
): NamedFood | undefined {
  const words = text.split(' ');
  if (words.length > MOST_WORDS) return undefined;
  const [front, back] = [leading(words, given), lastToStay(words)];
  for (let start = 0; start <= front; start += 1) {
    const before = words.slice(0, start);
    const unit = isCanned ? 'can' : (given ?? findUnit(countedIn(before)));
    const longest = Math.min(words.length, start + MOST_WORDS_OF_NAME);
    for (let end = longest; end > Math.max(start, back); end -= 1) {
      const name = words.slice(start, end).join(' ');
      const food = findContained(name, unit, findFood);
      const behind = words.slice(end);
      const isSame = food && [...before, ...behind].every((word) => fitsAisle(word, food.aisle));
      if (!isSame) continue;
      const around = readAround(before, behind, given);
      return { ...around, ...namedPiece(name, food, findFood, around), food, name };
    }
  }
  return undefined;
}

/** The names of garlic include "clove of garlic", those of eggs "large egg": it is still a clove, and large. */
function namedPiece(name: string, food: KnownFood, findFood: FindFood, around: Around): Partial<Around> {
  const [, first = '', behind = ''] = /^(\S+) (?:of )?(.+)$/.exec(name) ?? [];
  const [, before = '', last = ''] = /^(.+) (\S+)$/.exec(name) ?? [];
  const isSame = (other: string) => findFood(other)?.id === food.id;
  const inFront = isSame(behind) ? first : '';
  const part = findPart(inFront) ?? (isSame(before) ? findPart(last) : undefined);
  const size = isSize(inFront) ? findUnit(inFront) : undefined;
  return { part: around.part ?? part, size: around.size ?? size };
}

/** How many words may be taken off in front: one unit, and whatever is no food. */
function leading(words: readonly string[], given: Unit | undefined): number {
  let isMeasured = given !== undefined;
  const stop = words.findIndex((word) => {
    if (isNote(word) || isSize(word)) return false;
    const isUnit = !isMeasured && findUnit(word) !== undefined;
    const isOf = isMeasured && OF.test(word);
    isMeasured ||= isUnit;
    return !isUnit && !isOf;
  });
  return stop === -1 ? words.length - 1 : stop;
}

/** The place of the last word that is part of the name. */
function lastToStay(words: readonly string[]): number {
  return words.findLastIndex((word) => !isNote(word) && !findPart(word));
}

function isSize(word: string): boolean {
  const unit = findUnit(word);
  return unit !== undefined && SIZES.has(unit);
}

/** The first word that is a unit. */
function countedIn(before: readonly string[]): string {
  return before.find((word) => !isSize(word) && !isNote(word) && findUnit(word)) ?? '';
}

function readAround(before: readonly string[], behind: readonly string[], given: Unit | undefined): Around {
  const counted = countedIn(before);
  const size = before.find(isSize) ?? '';
  const unit = given ?? findUnit(counted);
  const part = findPart(behind.find(findPart) ?? '');
  // A size that is no unit is said like any other word: "a large handful".
  const silent = (unit ?? part) ? [counted] : [counted, size];
  const words = before.filter((word) => !silent.includes(word) && !OF.test(word));
  const notes = [words, behind.filter((word) => !findPart(word))].map((said) => said.join(' '));
  return { unit, size: findUnit(size), part, notes: notes.filter((note) => note !== '') };
}

/**
 * An ear of corn is not the corn of a tin, and a can of peaches holds no fresh ones. "3 chopped tomatoes"
 * are counted, then chopped, whatever is sold in tins under that name.
 */
function findContained(name: string, unit: Unit | undefined, findFood: FindFood): KnownFood | undefined {
  const plain = findFood(name);
  const isTinned = plain?.aisle === 'tins' && isPreparation(name.split(' ')[0]);
  if (unit === undefined) return isTinned ? undefined : plain;
  if (unitKind(unit) !== 'count') return plain;
  if (unit !== 'can') return findFood(`${unitWords(unit)[0]} of ${name}`) ?? plain;
  const food = findFood(`canned ${name}`) ?? findFood(`tinned ${name}`) ?? plain;
  return food && !FRESH_AISLES.has(food.aisle) ? food : undefined;
}
