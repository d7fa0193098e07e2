/**
 * Chooses between the ingredients of the structured data and those that the page shows. The structured data is the
 * list as its author entered it, but has no groups on most sites, and on some no amounts or only the first lines.
 */
import type { IngredientGroup } from '#import/imported-recipe.ts';
import type { Block } from './blocks.ts';
import { type LineGroup, withoutEmpty } from '#import/page/line-groups.ts';
import { lettersAndDigits } from '#import/page/plain-text.ts';
import { splitOneLine } from '#import/page/one-line.ts';
import { introducesLines, partOfHeading } from '#import/page/words/part-words.ts';

type Groups = readonly IngredientGroup[];

export function chooseIngredients(given: Groups, shown: Groups, blocks: readonly Block[]): Groups {
  const lines = given.flatMap((group) => group.lines);
  const shownLines = shown.flatMap((group) => group.lines);
  if (lines.length === 0) return shown;
  if (shownLines.length > 1 && isPoorer(lines, shownLines)) return shown;
  const parts = lines.length === 1 ? splitOneLine(lines[0] as string) : lines;
  if (given.length > 1 || given[0]?.heading !== undefined) return given;
  const headed = groupsByHeadingLines(parts);
  return headed.length > 1 || headed[0]?.heading !== undefined ? headed : groupsByBlocks(parts, blocks);
}

const AMOUNT = /[\d½¼¾⅓⅔⅛]/;
const amounts = (lines: readonly string[]): number => lines.filter((line) => AMOUNT.test(line)).length;

/** Whether the shown lines say more: amounts that are missing in the data, lines after the last, or lines at all. */
function isPoorer(given: readonly string[], shown: readonly string[]): boolean {
  const shownTexts = shown.map(lettersAndDigits);
  const all = shownTexts.join('\n');
  const texts = given.map(lettersAndDigits).filter((text) => text !== '');
  if (given.length === 1 && shown.length > 2) {
    return shownTexts.filter((text) => (texts[0] ?? '').includes(text)).length >= shown.length * 0.7;
  }
  const isContained = texts.filter((text) => all.includes(text)).length >= texts.length * 0.8;
  if (!isContained) return false;
  const isSameLength = shown.length >= given.length * 0.8 && shown.length <= given.length * 1.3;
  const lacksAmounts = amounts(given) < given.length * 0.3 && amounts(shown) > shown.length * 0.5;
  if (isSameLength && lacksAmounts) return true;
  const known = new Set(texts);
  const extra = shown.filter((_line, at) => !known.has(shownTexts[at] as string));
  const isLonger = shown.length >= given.length + 2 && shown.length <= given.length * 3;
  return isLonger && texts.every((text) => shownTexts.includes(text)) && amounts(extra) >= 2;
}

/** Some sites put the headings of the groups among the lines. */
function groupsByHeadingLines(lines: readonly string[]): IngredientGroup[] {
  const groups: LineGroup[] = [{ lines: [] }];
  // A heading has lines after it. "Salt:" above "Pepper:" is an ingredient.
  const isHeading = (at: number): boolean => introducesLines(lines[at] ?? '') && at < lines.length - 1;
  if (lines.filter((_line, at) => isHeading(at)).length > lines.length / 2) return [{ lines }];
  lines.forEach((line, at) => {
    if (isHeading(at) && !isHeading(at + 1)) groups.push({ heading: line.slice(0, -1).trim(), lines: [] });
    else groups[groups.length - 1]?.lines.push(line);
  });
  return withoutEmpty(groups);
}

/** Finds the lines among the blocks of the page; the headings between them are those of the groups. */
function groupsByBlocks(lines: readonly string[], blocks: readonly Block[]): IngredientGroup[] {
  const places = findLines(lines, blocks);
  if (places === undefined) return [{ lines }];
  const groups: LineGroup[] = [];
  lines.forEach((line, at) => {
    if (at < lines.length - 1 && isShownAsHeading(line, blocks[places[at] ?? -1])) {
      groups.push({ heading: line, lines: [] });
      return;
    }
    const heading = headingBefore(places, at, blocks);
    if (heading !== undefined || groups.length === 0)
      groups.push(heading === undefined ? { lines: [] } : { heading, lines: [] });
    groups[groups.length - 1]?.lines.push(line);
  });
  return withoutEmpty(groups);
}

/** The data has the heading of a group among the lines, and the page shows it as a heading. */
function isShownAsHeading(line: string, block: Block | undefined): boolean {
  return block?.kind === 'heading' && block.level <= 6 && !AMOUNT.test(line);
}

/** The code of the first letter or digit in lower case. */
function firstCode(text: string): number {
  const [first = ''] = /[\p{L}\p{N}]/u.exec(text) ?? [];
  return first.toLowerCase().charCodeAt(0);
}

const MIN_FOUND = 0.8;

/** The position of each line, in ascending order; undefined if too few are found. Lines that are missing get -1. */
function findLines(lines: readonly string[], blocks: readonly Block[]): number[] | undefined {
  const wanted = lines.map(lettersAndDigits);
  const positions = new Map<string, number[]>(wanted.map((text) => [text, []]));
  // The page may show marks and spaces that the data lacks.
  const longest = Math.max(...lines.map((line) => line.length)) + 40;
  // Most blocks are no ingredients: their first letter or digit tells.
  const starts = new Set(wanted.map((text) => text.charCodeAt(0)));
  blocks.forEach((block, at) => {
    if (block.text.length > longest || !starts.has(firstCode(block.text))) return;
    positions.get(lettersAndDigits(block.text))?.push(at);
  });
  // The list may be on the page more than once: begin with the last place of the first line.
  for (const start of (positions.get(wanted[0] as string) ?? []).slice(-3).toReversed()) {
    let last = start - 1;
    // How many positions of a text have been passed: a hostile page repeats one line without end.
    const passed = new Map<string, number>();
    const places = wanted.map((text) => {
      const found = positions.get(text) ?? [];
      let index = passed.get(text) ?? 0;
      while (index < found.length && (found[index] as number) <= last) index += 1;
      passed.set(text, index);
      const next = found[index] ?? -1;
      if (next >= 0) last = next;
      return next;
    });
    if (places.filter((place) => place >= 0).length >= lines.length * MIN_FOUND) return places;
  }
  return undefined;
}

/** How many blocks, such as notes on a line, may be between a heading and its first line. */
const MAX_DISTANCE = 3;

function headingBefore(places: readonly number[], at: number, blocks: readonly Block[]): string | undefined {
  const place = places[at] as number;
  if (place < 0) return undefined;
  const before = at === 0 ? place - MAX_DISTANCE - 1 : Math.max(-1, ...places.slice(Math.max(0, at - 5), at));
  for (let index = place - 1; index > before && index >= 0; index -= 1) {
    const block = blocks[index] as Block;
    const isHeading = block.kind === 'heading' || introducesLines(block.text);
    if (!isHeading || block.text.length > 80) continue;
    const isInList = block.part === 'ingredients' || at > 0 || follows(blocks, index);
    return isInList && partOfHeading(block.text) === undefined && block.level !== 1
      ? block.text.replace(/ ?[:：]$/, '')
      : undefined;
  }
  return undefined;
}

/** Whether the heading "Ingredients" is right before this heading. */
function follows(blocks: readonly Block[], index: number): boolean {
  return blocks
    .slice(Math.max(0, index - 3), index)
    .some((block) => partOfHeading(block.text) === 'ingredients');
}
