/**
 * The visible text of a page as a row of blocks: headings, items of lists and tables, lines of text. Each says which
 * part of a recipe the classes around it name.
 */
import { type Element, LISTS } from '#import/page/document.ts';
import { INVISIBLE, oneLine, textOf, textOfRun } from '#import/page/plain-text.ts';
import {
  ingredientCells,
  isBlock,
  isBoldText,
  isHeaderRow,
  isLayout,
  isRepeated,
  isRow,
  isRowHeading,
} from './rows.ts';
import { type Part, partOfClass, partOfHeading } from '#import/page/words/part-words.ts';

export type Block = {
  readonly text: string;
  readonly kind: 'heading' | 'item' | 'text';
  /** 1 to 6 for headings, 7 for bold lines. */
  readonly level: number;
  /** The part of a recipe that this heading or short line names. */
  readonly names: Part | undefined;
  /** The part that a class around the block names, and the outermost element with such a class. */
  readonly part: Part | undefined;
  readonly zone: Element | undefined;
  /** Whether the block is in the navigation, the side bar, the comments or the like. */
  readonly isForeign: boolean;
  readonly element: Element;
};

type Place = { part: Part | undefined; zone: Element | undefined; isForeign: boolean };

const FOREIGN = new Set(['nav', 'footer', 'aside']);
const BOLD_LEVEL = 7;
const MAX_HEADING = 40;
/** More than any page has, also with a thousand comments. What follows is not read. */
export const MAX_BLOCKS = 20_000;

export function blocksOf(root: Element): Block[] {
  const collector = new Collector();
  collector.visit(root, { part: undefined, zone: undefined, isForeign: false });
  return collector.blocks;
}

const HEADING_LEVELS = new Map(Array.from({ length: 6 }, (_, at) => [`h${at + 1}`, at + 1]));

/** Recursion is safe: a document has at most 256 levels. */
class Collector {
  readonly blocks: Block[] = [];
  /** Most elements of a page share their classes with others. */
  readonly #parts = new Map<string, Part | 'both' | 'comments' | 'none'>();
  /** Whether the last heading that names a part was that of the ingredients. */
  #isInIngredients = false;
  #ingredientsLevel = 0;

  /** `place` is that of the element itself. */
  visit(element: Element, place: Place): void {
    const level = HEADING_LEVELS.get(element.name);
    if (level !== undefined) this.#emit('heading', textOf(element), element, place, level);
    else if (element.name === 'dl') this.#visitDefinitions(element, place);
    else if (element.name === 'tr' && isHeaderRow(element)) this.#emitHeaderRow(element, place);
    else if ((element.name === 'li' || element.name === 'tr') && !element.hasList && !isLayout(element)) {
      const isIngredients = place.part === 'ingredients' || this.#isInIngredients;
      const cells = isIngredients ? ingredientCells(element) : [];
      if (cells.length > 1) for (const cell of cells) this.#emit('item', textOf(cell), cell, place);
      else if (isIngredients && isRowHeading(element))
        this.#emit('heading', textOf(element), element, place, BOLD_LEVEL);
      else this.#emit('item', textOf(element), element, place);
    } else if (element.name === 'pre') {
      for (const line of rawText(element).split('\n')) this.#emit('text', oneLine(line), element, place);
    } else this.#visitChildren(element, place);
  }

  #visitChildren(element: Element, place: Place): void {
    const run: (Element | string)[] = [];
    for (const child of element.children) {
      if (typeof child === 'string') {
        if (run.length > 0 || child !== ' ') run.push(child);
      } else if (INVISIBLE.has(child.name) || child.name === 'nav') {
        if (child.name !== 'button' || partOfHeading(textOf(child)) === undefined) continue;
        if (run.length > 0) this.#emitRun(run.splice(0), element, place);
        this.#emit('heading', textOf(child), child, place, BOLD_LEVEL);
      } else if (!isBlock(child)) run.push(child);
      else {
        if (run.length > 0) {
          const isHeading = element.name === 'li' && (child.name === 'ul' || child.name === 'ol');
          this.#emitRun(run.splice(0), element, place, isHeading);
        }
        if (child.name !== 'br' && child.name !== 'hr') this.#visitBlock(child, element, place);
      }
    }
    if (run.length > 0) this.#emitRun(run, element, place);
  }

  #visitBlock(child: Element, parent: Element, place: Place): void {
    if (this.#partOf(child) === 'comments' && child.name !== 'body') return;
    const inner = this.#placeOf(child, place);
    if (isOtherSystem(child, parent)) return;
    const isIngredient = inner.part === 'ingredients' || (inner.part === undefined && this.#isInIngredients);
    if (isIngredient && child.name !== 'tr' && isRow(child, parent))
      this.#emit('item', textOf(child), child, inner);
    else this.visit(child, inner);
  }

  /** One cell is the heading of a group, several are those of the columns. */
  #emitHeaderRow(row: Element, place: Place): void {
    const cells = row.children.filter((cell) => typeof cell !== 'string' && textOf(cell) !== '');
    if (cells.length === 1) this.#emit('heading', textOf(row), row, place, BOLD_LEVEL);
  }

  /** A term and what follows it are one line: "200 g" and "flour". */
  #visitDefinitions(list: Element, place: Place): void {
    let term = '';
    for (const child of list.children) {
      if (typeof child === 'string') continue;
      if (child.name === 'dt') {
        if (term !== '') this.#emit('text', term, child, place);
        term = textOf(child);
      } else if (child.name === 'dd' && !child.hasList) {
        this.#emit('item', `${term} ${textOf(child)}`.trim(), child, place);
        term = '';
      } else {
        if (term !== '') this.#emit('heading', term, child, place, BOLD_LEVEL);
        term = '';
        this.visit(child, this.#placeOf(child, place));
      }
    }
    if (term !== '') this.#emit('text', term, list, place);
  }

  /** Text and inline elements between two blocks. */
  #emitRun(run: readonly (Element | string)[], parent: Element, place: Place, isHeading = false): void {
    const text = textOfRun(run);
    if (text === '') return;
    // The text of an item before the list inside it.
    if (isHeading) {
      this.#emit('heading', text, parent, place, BOLD_LEVEL);
      return;
    }
    const [label, ...rest] = run;
    if (rest.length > 0 && isLabel(label, rest[0])) {
      this.#emit('heading', textOf(label), label, place, BOLD_LEVEL);
      this.#emitRun(rest, parent, place);
      return;
    }
    const elements = run.filter((each) => typeof each !== 'string');
    const items = elements.filter(
      (each) => this.#placeOf(each, place).part === 'ingredients' && isRepeated(each, parent),
    );
    if (items.length > 1) {
      for (const item of items) this.#emit('item', textOf(item), item, this.#placeOf(item, place));
      return;
    }
    const [only] = elements;
    const isBold = elements.length === 1 && only !== undefined && isBoldText(only) && textOf(only) === text;
    if (isBold) this.#emit('heading', text, only, this.#placeOf(only, place), BOLD_LEVEL);
    else if (place.part !== undefined && isNamedHeading(parent))
      this.#emit('heading', text, parent, place, BOLD_LEVEL);
    else this.#emit('text', text, parent, place);
  }

  #placeOf(element: Element, around: Place): Place {
    const isForeign = around.isForeign || FOREIGN.has(element.name);
    const part = element.name === 'body' || element.name === 'html' ? undefined : this.#partOf(element);
    if (part === undefined || part === 'both')
      return isForeign === around.isForeign ? around : { ...around, isForeign };
    if (part === 'other' || part === 'comments') return { ...around, isForeign: true };
    if (around.part === undefined) return { part, zone: element, isForeign };
    // The ingredients of a step, or a wrapper with the name of one part around another.
    return part === around.part ? { ...around, isForeign } : { part, zone: element, isForeign };
  }

  #partOf(element: Element): Part | 'both' | 'comments' | undefined {
    const names = namesOf(element);
    if (names === '') return undefined;
    const known = this.#parts.get(names);
    if (known !== undefined) return known === 'none' ? undefined : known;
    const part = partOfClass(names);
    this.#parts.set(names, part ?? 'none');
    return part;
  }

  #emit(kind: Block['kind'], text: string, element: Element, place: Place, level = 0): void {
    if (text === '' || this.blocks.length >= MAX_BLOCKS) return;
    const isHeading = kind === 'heading' || (kind === 'text' && text.length < MAX_HEADING);
    const names = isHeading ? partOfHeading(text) : undefined;
    const { part, zone, isForeign } = place;
    this.blocks.push({ kind, text, level, element, names, part, zone, isForeign });
    // The heading of a group of ingredients is of a lower level, and names no part.
    if (names !== undefined) {
      this.#isInIngredients = names === 'ingredients';
      this.#ingredientsLevel = level;
    } else if (kind === 'heading' && level <= this.#ingredientsLevel) this.#isInIngredients = false;
  }
}

const NAMING_ATTRIBUTES = new Set([
  'class',
  'id',
  'data-testid',
  'data-test-id',
  'data-test',
  'data-cy',
  'data-component',
]);

function namesOf(element: Element): string {
  const { attributes } = element;
  let names = element.name.includes('-') ? element.name : '';
  for (let at = 0; at < attributes.length; at += 2) {
    if (!NAMING_ATTRIBUTES.has(attributes[at] as string)) continue;
    const value = (attributes[at + 1] as string).slice(0, 300);
    names = names === '' ? value : `${names} ${value}`;
  }
  return names;
}

/** <b>Ingredients:</b> 2 eggs, 100 g flour */
function isLabel(first: Element | string | undefined, next: Element | string | undefined): first is Element {
  if (first === undefined || typeof first === 'string' || !isBoldText(first)) return false;
  const text = textOf(first);
  const hasColon = /[:：]$/.test(text) || (typeof next === 'string' && /^ ?[:：]/.test(next));
  return hasColon && text.length <= MAX_HEADING && partOfHeading(text) !== undefined;
}

function rawText(element: Element): string {
  return element.children.map((child) => (typeof child === 'string' ? child : rawText(child))).join('');
}

const HEADING_CLASS = /head(?:er|ing|line)?(?:$|[\s_-])|title|group-?name|section-?name|sub-?head/i;

/** In a paragraph, "title" alone may be that of an ingredient. */
const GROUP_HEADING_CLASS = /(?:group|section|sub)[-_]{0,2}(?:title|name|head)/i;

/** A block without other blocks inside, whose class says that it is a heading. */
function isNamedHeading(element: Element): boolean {
  const pattern = element.name === 'p' ? GROUP_HEADING_CLASS : HEADING_CLASS;
  return !element.hasBlock && pattern.test(element.attribute('class') ?? '');
}

const SYSTEMS = /(?:^|[\s_-])(?:metric|imperial|us|us-?customary|us-?units)(?:$|[\s_-])/i;

const hasSystem = (element: Element): boolean => SYSTEMS.test(element.attribute('class') ?? '');

const firstSystems = new WeakMap<Element, Element>();

/** The same list again with other units, which the reader can switch to. The first list of a parent counts. */
function isOtherSystem(element: Element, parent: Element): boolean {
  if (!(element.hasList || LISTS.has(element.name)) || !hasSystem(element)) return false;
  const first = firstSystems.get(parent);
  if (first === undefined) firstSystems.set(parent, element);
  return first !== undefined && first !== element;
}
