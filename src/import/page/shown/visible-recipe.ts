/**
 * Finds the ingredients, steps and notes that a page shows: by the classes around them, which all publishing plugins
 * have, or by headings and the lists that follow them.
 */
import type { IngredientGroup, StepGroup } from '#import/imported-recipe.ts';
import { findAmountList } from './amount-list.ts';
import type { Block } from './blocks.ts';
import { withoutNumbering } from '#import/page/instructions.ts';
import type { LineGroup } from '#import/page/line-groups.ts';
import { isFarewell } from '#import/page/farewell.ts';
import { lettersAndDigits, withoutBullet } from '#import/page/plain-text.ts';
import { withoutCommonEnding, withoutCopies } from './repetition.ts';
import { splitOneLine } from '#import/page/one-line.ts';
import { inOneSystem, isSystemName } from './unit-systems.ts';
import {
  introducesLines,
  onlyEndsWithPart,
  type Part,
  partOfHeading,
} from '#import/page/words/part-words.ts';
import { readWords } from '#languages/words.ts';

const { oneOf, set } = readWords('pages');

export type VisibleRecipe = {
  readonly ingredientGroups: readonly IngredientGroup[];
  readonly stepGroups: readonly StepGroup[];
  readonly notes: readonly string[];
};

/** Blocks that belong together, with how they were found. */
type Section = { part: Part; isByClass: boolean; blocks: Block[] };

const MAX_LINES = 150;
const MAX_LINE = 400;
const MAX_HEADING = 60;

export function findVisibleRecipe(blocks: readonly Block[]): VisibleRecipe {
  const candidates = [...sectionsByClass(blocks), ...sectionsByHeading(blocks)].map(candidateOf);
  const chosen = best(candidates, 'ingredients');
  const named = chosen?.groups ?? [];
  // Classes and headings may also name a menu of foods.
  const hasAmounts = named.some(({ lines }) => lines.some((line) => AMOUNT.test(line)));
  const list = hasAmounts ? undefined : findAmountList(blocks);
  const ingredients = list ? groupsOf(sectionOf('ingredients', list.ingredients)) : named;
  const namedSteps = chosen ? stepsOf(chosen, candidates) : (best(candidates, 'steps')?.groups ?? []);
  const steps = list && namedSteps.length === 0 ? groupsOf(sectionOf('steps', list.steps)) : namedSteps;
  const notes = best(candidates, 'notes')?.groups ?? [];
  return {
    ingredientGroups: inOneSystem(withoutCopies(ingredients)),
    stepGroups: steps.map(({ heading, lines }) => ({
      ...(heading === undefined ? {} : { heading }),
      steps: withoutNumbering(lines.filter((line) => !isFarewell(line))),
    })),
    notes: notes.flatMap(({ lines }) => lines),
  };
}

/** The end of a letter or of a post in a forum. */
const SIGNATURE = new RegExp(`^${oneOf('signatures')}(?:[ ,!]|$)`, 'i');

const sectionOf = (part: Part, blocks: Block[]): Section => ({ part, isByClass: false, blocks });

/** A section as it would be in the recipe. One with a score of 0 is never chosen. */
type Candidate = { part: Part; groups: LineGroup[]; score: number };

function candidateOf(section: Section): Candidate {
  const groups = groupsOf(section);
  return { part: section.part, groups, score: scoreOf(groups, section) };
}

function best(candidates: readonly Candidate[], part: Part): Candidate | undefined {
  let found: Candidate | undefined;
  for (const candidate of candidates) {
    if (candidate.part === part && candidate.score > (found?.score ?? 0)) found = candidate;
  }
  return found;
}

/** On a page with several recipes, the steps between the chosen ingredients and the next ones. */
function stepsOf(ingredients: Candidate, candidates: readonly Candidate[]): LineGroup[] {
  const lists = candidates.filter(({ part, score }) => part === 'ingredients' && score > 0);
  const next = lists[lists.indexOf(ingredients) + 1];
  const end = next ? candidates.indexOf(next) : candidates.length;
  const below = best(candidates.slice(candidates.indexOf(ingredients), end), 'steps');
  // Two lists may share the steps below the second.
  return (below ?? best(candidates, 'steps'))?.groups ?? [];
}

const AMOUNT = /[\d½¼¾⅓⅔⅛]/;

function scoreOf(groups: readonly LineGroup[], { part, isByClass, blocks }: Section): number {
  const lines = groups.flatMap((group) => group.lines);
  if (lines.length === 0 || lines.length > MAX_LINES) return 0;
  if (part === 'ingredients' && lines.length < 2) return 0;
  const amounts = lines.filter((line) => AMOUNT.test(line)).length;
  const weight = part === 'ingredients' ? amounts + lines.length / 4 : Math.min(lines.length, 10);
  // Some sites show the ingredients of the recipe in an <aside>, with classes.
  const foreign = blocks.some((block) => block.isForeign) ? (isByClass ? 0.2 : 0) : 1;
  const long =
    part === 'ingredients' && lines.filter((line) => line.length > 150).length > lines.length / 3 ? 0.2 : 1;
  return weight * foreign * long * (isByClass ? 2 : 1);
}

/** Runs of blocks with a class of the same part. */
function sectionsByClass(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  let section: Section | undefined;
  for (const block of blocks) {
    if (block.part === undefined || block.part === 'other') {
      // A heading between two groups with classes does not end the run; the class may be on the lists only.
      if (block.kind === 'heading' && section && block.level > 2 && block.names === undefined) {
        section.blocks.push(block);
      } else section = undefined;
    } else if (section?.part === block.part && isContinued(section, block)) section.blocks.push(block);
    else {
      section = { part: block.part, isByClass: true, blocks: [block] };
      sections.push(section);
    }
  }
  return sections;
}

/** The same list again, for print or for small screens, is not continued. */
function isContinued(section: Section, block: Block): boolean {
  const [first] = section.blocks;
  const last = section.blocks[section.blocks.length - 1];
  if (first === undefined || last?.zone === block.zone) return true;
  const text = lettersAndDigits(block.text);
  const isAgain =
    section.blocks.findIndex((other) => other.kind !== 'heading') >= 0 &&
    lettersAndDigits(first.text) === text;
  return !isAgain;
}

/**
 * From a heading that names a part to the next heading of the same or a higher level. Boxes in between that do not belong to
 * the recipe are left out. Lists with names, such as "Cake ingredients" and "Frosting ingredients", are one section.
 */
function sectionsByHeading(blocks: readonly Block[]): Section[] {
  const sections: Section[] = [];
  let section: Section | undefined;
  let level = 0;
  let named: Section[] = [];
  const own = blocks.filter((block) => !block.isForeign);
  for (const [at, block] of own.entries()) {
    const part = section?.part === 'steps' && isStep(block, own[at + 1]) ? undefined : block.names;
    const isHeading = block.kind === 'heading';
    if (isHeading && block.level < level) named = [];
    if (part !== undefined) {
      const blockLevel = isHeading ? block.level : 8;
      const hasName = onlyEndsWithPart(block.text);
      const begun = hasName ? named.find((each) => each.part === part) : undefined;
      if (begun) {
        section = begun;
        section.blocks.push(block);
      } else if (section?.part === part && part === 'ingredients' && blockLevel >= level) {
        section.blocks.push(block);
      } else {
        section = { part, isByClass: false, blocks: hasName ? [block] : [] };
        sections.push(section);
        if (hasName) named.push(section);
        level = blockLevel;
      }
    } else if (isHeading && block.level < 7 && block.level <= level) section = undefined;
    else section?.blocks.push(block);
  }
  return sections;
}

/** "Mezclar los ingredientes" among the steps, above no list of ingredients. */
function isStep({ text, names }: Block, next: Block | undefined): boolean {
  return names === 'ingredients' && onlyEndsWithPart(text) && !BEGINS_WITH_AMOUNT.test(next?.text ?? '');
}

const BEGINS_WITH_AMOUNT = /^[^\p{L}]{0,4}[\d½¼¾⅓⅔⅛]/u;

/** Texts of controls and advertisements, in lower case. */
const NOISE = set('texts of controls');
const ADVERTISEMENT = new RegExp(String.raw`^${oneOf('begins an advertisement')}\b`, 'i');

const MAX_NOISE = 60;
const isNoise = (text: string): boolean =>
  text.length <= MAX_NOISE && (NOISE.has(text.toLowerCase()) || ADVERTISEMENT.test(text));

/** A link at the end of a line that leads to a shop or a list. */
const CONTROL = new RegExp(` ${oneOf('links to shops')}$`, 'i');
const withoutControl = (line: string): string => line.replace(CONTROL, '');

function groupsOf({ part, isByClass, blocks }: Section): LineGroup[] {
  const shown = blocks.filter(({ kind, text }) =>
    kind === 'heading' && isSystemName(text) ? part === 'ingredients' : text.length > 1 && !isNoise(text),
  );
  const items = shown.filter((block) => block.kind === 'item').length;
  const usesItems = items >= 2 || (items > 0 && part !== 'ingredients');
  const groups: LineGroup[] = [{ lines: [] }];
  const isUnlisted = part === 'ingredients' && !usesItems ? findUnlisted(shown) : () => false;
  for (const block of shown) {
    const isLine = block.kind === 'item' || (block.kind === 'text' && !usesItems);
    const names = block.kind === 'item' ? partOfHeading(block.text) : block.names;
    if (block.kind !== 'heading' && names === part) continue;
    const isHeading = block.kind === 'heading' || isGroupHeading(block, part) || isUnlisted(block);
    if (part === 'steps' && SIGNATURE.test(block.text)) break;
    if (isLine && !isHeading) {
      if (block.text.length <= MAX_LINE || part !== 'ingredients')
        groups[groups.length - 1]?.lines.push(withoutBullet(withoutControl(block.text)));
    } else if (isHeading) {
      const known = partOfHeading(block.text);
      const isNamed = known === undefined || onlyEndsWithPart(block.text);
      if (known === undefined || known === part || (isNamed && part === 'steps'))
        startGroup(groups, isNamed ? block.text : undefined);
      else if (!isByClass) break;
    } else if (usesItems && part === 'ingredients' && !isByClass && endsList(groups, block)) break;
  }
  const found = withoutHeadingOfAll(
    groups.filter(({ lines }) => lines.length > 0),
    part,
  );
  if (part !== 'ingredients') return found;
  const [only] = found;
  if (found.length === 1 && only?.lines.length === 1)
    return [{ ...only, lines: splitOneLine(only.lines[0] as string) }];
  return found.map((group) => ({ ...group, lines: withoutCommonEnding(group.lines) }));
}

/** "Pancake ingredients" above the only list says no more than "Ingredients". */
export function withoutHeadingOfAll(groups: readonly LineGroup[], part: Part): LineGroup[] {
  const [only] = groups;
  const isOfAll = groups.length === 1 && partOfHeading(only?.heading ?? '') === part;
  return only && isOfAll ? [{ lines: only.lines }] : [...groups];
}

/** "For the sauce" without a bullet, above lines with bullets. */
function findUnlisted(blocks: readonly Block[]): (block: Block) => boolean {
  const texts = blocks.filter(({ kind }) => kind === 'text');
  const listed = new Set(texts.filter(({ text }) => withoutBullet(text) !== text));
  const isMost = listed.size >= 2 && listed.size > texts.length * 0.6;
  const headings = texts.filter((block, at) => {
    const next = texts[at + 1];
    const isAbove = next !== undefined && listed.has(next) && !listed.has(block);
    return isMost && isAbove && block.text.length <= MAX_HEADING && !AMOUNT.test(block.text);
  });
  const found = new Set(headings);
  return (block) => found.has(block);
}

/** Headings that say something about the whole list: "For 4 persons", "My recipe:". */
const OF_WHOLE_LIST = new RegExp(
  String.raw`${oneOf('in headings of a whole list')}|\b${oneOf('recipe')}:?$`,
  'i',
);

function startGroup(groups: LineGroup[], heading: string | undefined): void {
  const clean =
    heading === undefined || OF_WHOLE_LIST.test(heading) ? undefined : heading.replace(/ ?[:：]$/, '');
  groups.push(clean === undefined || clean === '' ? { lines: [] } : { heading: clean, lines: [] });
}

/** "For the sauce:" on a line of its own. */
function isGroupHeading({ text, kind }: Block, part: Part): boolean {
  return part === 'ingredients' && kind !== 'heading' && introducesLines(text);
}

/** A paragraph after the list ends it; one before the list is an introduction. */
function endsList(groups: readonly LineGroup[], block: Block): boolean {
  return block.text.length > 120 && groups.some(({ lines }) => lines.length > 1);
}
