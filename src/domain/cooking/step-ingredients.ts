/**
 * Which ingredient lines each step of a recipe uses, by the names of foods in its sentences. A line belongs to the
 * first step that names its food; a later step gets it again only if it says that it uses the rest of it.
 */
import type { Food } from '#domain/food/food.ts';
import type { FoodCatalogue } from '#domain/food/food-catalogue.ts';
import { nameKey } from '#domain/food/name-key.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { longestPhrase } from '#domain/ingredient-line/phrase.ts';
import { type Token, tokenize } from '#domain/ingredient-line/tokens.ts';
import { isHeadingLine } from '#domain/recipe/headings.ts';
import { foodIdsOf } from '#domain/ingredient-line/line-foods.ts';
import { readReference } from '#domain/recipe/recipe-reference.ts';
import { LANGUAGES } from '#languages/language.ts';
import { readWords } from '#languages/words.ts';

const { list, oneOf } = readWords('step-ingredients');
const listOf = (name: string) => list(name).map(nameKey);

export type StepIngredient = {
  /** The number of the ingredient line, from 0. */
  readonly line: number;
  /** Whether an earlier step uses a part of it. */
  readonly isRest: boolean;
};

/** Words of a sentence that may name an ingredient. */
type Mention = {
  readonly key: string;
  readonly food: Food | undefined;
  readonly isRest: boolean;
  /** "A pinch of salt", "plenty of water": perhaps not what the ingredient line is for. */
  readonly isIncidental: boolean;
};
type Line = {
  readonly at: number;
  readonly foodIds: readonly string[];
  /** All names, with a space on both sides: one search is faster than one for each. */
  readonly names: string;
  readonly lastWords: ReadonlySet<string>;
};
/**
 * The steps that mention a food, by its id and by the words that name it, and those that mention another word. A recipe
 * may have 300 lines and 100 kB of steps, so no line is compared with each word of them.
 */
type MentionIndex = {
  readonly byFood: Map<string, Set<number>>;
  readonly byFoodName: Map<string, Set<number>>;
  readonly byWord: Map<string, Set<number>>;
};
type Mentions = readonly (readonly Mention[])[];

/** Words before a food of which only a part or the rest is used: "the remaining oil". */
const REST = startsWith(listOf('begins a word for a rest'));
/** How many words may stand between: "the rest of the sunflower oil". */
const REST_DISTANCE = 4;
const INCIDENTAL = new Set(listOf('incidental'));
const INCIDENTAL_STEM = startsWith(listOf('incidental, with any ending'));
const INCIDENTAL_FOODS = new Set(listOf('incidental foods'));
const INCIDENTAL_DISTANCE = 2;
const EVERYTHING = new RegExp(String.raw`(?<!\p{L})${oneOf('everything')}(?!\p{L})`, 'iu');
/** The shortest part of a German compound that may stand for it: "Brühe" for "Gemüsebrühe". */
const MIN_COMPOUND_PART = 4;
/** The shortest word whose last letter may be an ending: not "ein". */
const MIN_INFLECTED = 5;

/** Bounds the work; several times what a real step and a real recipe have. */
const MAX_STEP_LENGTH = 3_000;
const MAX_LENGTH = 20_000;

/** One list for each step, in the order of the ingredient lines. Others can have a turn where it yields. */
export function* stepIngredients(
  { ingredients, steps }: { ingredients: readonly IngredientLine[]; steps: readonly string[] },
  foods: FoodCatalogue,
): Generator<undefined, StepIngredient[][], undefined> {
  const lines = ingredients.flatMap((line, at) => (isFood(line) ? toLine(line, at, foods) : []));
  const mentions: Mention[][] = [];
  let left = MAX_LENGTH;
  for (const step of steps) {
    yield;
    const text = isHeadingLine(step) ? '' : step.slice(0, Math.min(MAX_STEP_LENGTH, left));
    left -= text.length;
    mentions.push(mentionsIn(text, foods));
  }
  yield;
  const firstSteps = findFirstSteps(lines, mentions, steps);
  const rests = indexMentions(mentions, ({ isRest }) => isRest);
  const restSteps = new Map<Line, Set<number>>();
  for (const line of lines) {
    yield;
    restSteps.set(line, stepsNaming(line, rests));
  }
  return steps.map((_, step) =>
    lines.flatMap((line) => {
      const first = firstSteps.get(line);
      if (first === step) return { line: line.at, isRest: false };
      const isLater = first !== undefined && first < step;
      return isLater && restSteps.get(line)?.has(step) ? { line: line.at, isRest: true } : [];
    }),
  );
}

function isFood({ isHeading, text }: IngredientLine): boolean {
  return !isHeading && !isHeadingLine(text);
}

function toLine(line: IngredientLine, at: number, foods: FoodCatalogue): Line {
  const remarks =
    line.understood?.also.filter(({ isOnlyNamed }) => isOnlyNamed).map(({ food }) => food) ?? [];
  const foodIds = foodIdsOf(line).filter((id) => id === line.understood?.food || !remarks.includes(id));
  const known = foodIds.flatMap((id) => foods.find(id) ?? []);
  const names = known.flatMap((food) =>
    LANGUAGES.flatMap((language) => food.names[language]).flatMap(({ singular, plural }) => [
      nameKey(singular),
      nameKey(plural),
    ]),
  );
  // What is not understood has only its own words: those before a remark.
  const text = line.recipe ? readReference(line.text).name : line.text;
  const typed = line.understood ? [] : [nameKey(text.split(/[,(]/, 1)[0] ?? '')];
  const all = [...new Set([...names, ...typed])];
  const lastWords = new Set(all.map((name) => name.slice(name.lastIndexOf(' ') + 1)));
  return { at, foodIds, names: ` ${all.join(' | ')} `, lastWords };
}

/** By exact names; then by a part of the name, such as "oil"; then by "everything". */
function findFirstSteps(
  lines: readonly Line[],
  mentions: Mentions,
  steps: readonly string[],
): Map<Line, number> {
  const found = new Map<Line, number>();
  const uses = new Map<string, number>();
  const plain = indexMentions(mentions, ({ isIncidental }) => !isIncidental);
  const all = indexMentions(mentions, () => true);
  for (const line of lines) {
    const near = [
      () => stepsWithFood(line, plain),
      () => stepsWithFood(line, all),
      () => stepsNaming(line, all),
    ]
      .values()
      .map((search) => [...search()].toSorted((first, second) => first - second))
      .find((of) => of.length > 0);
    if (!near) continue;
    // The second line of a food belongs to the second step that names it.
    const key = line.foodIds[0] ?? line.names;
    const use = uses.get(key) ?? 0;
    uses.set(key, use + 1);
    found.set(line, near[Math.min(use, near.length - 1)] as number);
  }
  const everything = steps.findIndex((step) => EVERYTHING.test(step));
  if (everything < 0) return found;
  for (const line of lines) if (!found.has(line)) found.set(line, everything);
  return found;
}

function indexMentions(mentions: Mentions, isWanted: (mention: Mention) => boolean): MentionIndex {
  const index: MentionIndex = { byFood: new Map(), byFoodName: new Map(), byWord: new Map() };
  for (const [step, ofStep] of mentions.entries())
    for (const { key, food } of ofStep.filter(isWanted)) {
      const add = (by: Map<string, Set<number>>, name: string) =>
        by.getOrInsertComputed(name, () => new Set<number>()).add(step);
      add(food ? index.byFoodName : index.byWord, key);
      if (food) add(index.byFood, food.id);
    }
  return index;
}

function stepsWithFood({ foodIds }: Line, { byFood }: MentionIndex): Set<number> {
  return new Set(foodIds.flatMap((id) => [...(byFood.get(id) ?? [])]));
}

/** "Chicken" names "chicken breast", "oil" names "olive oil", "Brühe" names "Gemüsebrühe". */
function stepsNaming(line: Line, index: MentionIndex): Set<number> {
  const { names, lastWords } = line;
  const found = [stepsWithFood(line, index)];
  for (const [name, steps] of index.byFoodName) if (names.includes(` ${name} `)) found.push(steps);
  for (const word of lastWords) {
    found.push(index.byWord.get(word) ?? new Set());
    for (let start = 1; start <= word.length - MIN_COMPOUND_PART; start += 1)
      found.push(index.byWord.get(word.slice(start)) ?? new Set());
  }
  return new Set(found.flatMap((steps) => [...steps]));
}

function mentionsIn(step: string, foods: FoodCatalogue): Mention[] {
  // By sentence, since the tokens of a text with many numbers are not read.
  return step.split(/(?<=[.;!?])\s|\n/).flatMap((sentence) => {
    const tokens = tokenize(sentence)?.tokens ?? [];
    const found: Mention[] = [];
    for (let at = 0; at < tokens.length;) {
      const phrase = longestPhrase(tokens, at, foods.findByKey);
      const end = phrase?.end ?? at + 1;
      const key = keysBetween(tokens, at, end);
      const isAfter = (isWord: (key: string) => boolean, distance: number) =>
        tokens.slice(Math.max(0, at - distance), at).some((token) => isWord(keyOf(token)));
      if (key !== '')
        found.push({
          key,
          food: phrase?.value ?? findInflected(key, foods),
          isRest: isAfter(REST, REST_DISTANCE),
          isIncidental: INCIDENTAL_FOODS.has(key) || isAfter(isIncidental, INCIDENTAL_DISTANCE),
        });
      at = end;
    }
    return found;
  });
}

function isIncidental(key: string): boolean {
  return INCIDENTAL.has(key) || INCIDENTAL_STEM(key);
}

function startsWith(beginnings: readonly string[]): (key: string) => boolean {
  return (key) => beginnings.some((beginning) => key.startsWith(beginning));
}

/** German plurals in the dative have one more letter: "Zwiebelwürfeln", "Erbsen". */
function findInflected(key: string, foods: FoodCatalogue): Food | undefined {
  return key.endsWith('n') && key.length >= MIN_INFLECTED ? foods.findByKey(key.slice(0, -1)) : undefined;
}

function keysBetween(tokens: readonly Token[], start: number, end: number): string {
  return tokens
    .slice(start, end)
    .map(keyOf)
    .filter((key) => key !== '')
    .join(' ');
}

function keyOf(token: Token | undefined): string {
  return token?.kind === 'word' ? token.key : '';
}
