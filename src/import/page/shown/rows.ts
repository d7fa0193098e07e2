/** Which elements are rows of ingredients, which are the headings between them, by their tags and classes and those of siblings. */
import { BLOCKS, type Element, LISTS } from '#import/page/document.ts';
import { linesOf, textOf } from '#import/page/plain-text.ts';
import { partOfHeading } from '#import/page/words/part-words.ts';

export function isBlock(element: Element): boolean {
  return BLOCKS.has(element.name) || element.hasBlock || element.name.includes('-');
}

export function isBoldText(element: Element): boolean {
  if (element.name === 'strong' || element.name === 'b') return true;
  const inner = element.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const [only] = inner;
  return inner.length === 1 && only !== undefined && typeof only !== 'string' && isBoldText(only);
}

const WHOLE_INGREDIENT = /^[\d½¼¾⅓⅔⅛].{0,60}\p{L}{3}/u;

/** The cells of a row in which each is an ingredient, in a table of several columns. */
export function ingredientCells(row: Element): Element[] {
  if (row.name !== 'tr') return [];
  const cells = row.children
    .filter((child) => typeof child !== 'string')
    .filter((cell) => textOf(cell) !== '');
  return cells.every((cell) => WHOLE_INGREDIENT.test(textOf(cell))) ? cells : [];
}

/** An item of the list that is the heading of the next ones. */
const ROW_HEADING =
  /(?:^|[\s_-])(?:separator|divider|heading|header|headline|subheading|subtitle|group-?(?:title|name|label)|ingredient-label)(?:$|\s)/i;

/** In most lists, "title" in the class of all items is that of an ingredient. */
const ROW_TITLE = /(?:^|[\s_-])(?:title|name|section|group)(?:$|\s)/i;

export function isRowHeading(row: Element): boolean {
  const names = row.attribute('class') ?? '';
  if (ROW_HEADING.test(names)) return true;
  const { parent } = row;
  if (parent === undefined || /\d/.test(textOf(row))) return false;
  if (ROW_TITLE.test(names) && countLike(row, parent) * 2 < nextRowsOf(parent).size) return true;
  // <li><strong>For the sauce</strong></li> above lines that are not bold.
  const next = isBoldRow(row) ? nextRowsOf(parent).get(row) : undefined;
  return next !== undefined && !isBoldRow(next);
}

const nextRows = new WeakMap<Element, ReadonlyMap<Element, Element | undefined>>();

/** The element after each child. Computed once for a parent, which may have thousands of them. */
function nextRowsOf(parent: Element): ReadonlyMap<Element, Element | undefined> {
  const known = nextRows.get(parent);
  if (known) return known;
  const rows = parent.children.filter((child) => typeof child !== 'string');
  const next = new Map(rows.map((row, at) => [row, rows[at + 1]]));
  nextRows.set(parent, next);
  return next;
}

function isBoldRow(row: Element): boolean {
  const inner = row.children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const [only] = inner;
  return inner.length === 1 && only !== undefined && typeof only !== 'string' && isBoldText(only);
}

const signatureOf = (element: Element): string => `${element.name}.${element.attribute('class') ?? ''}`;

const signatureCounts = new WeakMap<Element, Map<string, number>>();

/** Whether siblings have the same name and class. */
export function isRepeated(element: Element, parent: Element): boolean {
  return countLike(element, parent) > 1;
}

/** How many children have the same name and class. The counts of a parent are computed once. */
function countLike(element: Element, parent: Element): number {
  let counts = signatureCounts.get(parent);
  if (counts === undefined) {
    counts = new Map();
    for (const child of parent.children) {
      if (typeof child === 'string') continue;
      counts.set(signatureOf(child), (counts.get(signatureOf(child)) ?? 0) + 1);
    }
    signatureCounts.set(parent, counts);
  }
  return counts.get(signatureOf(element)) ?? 0;
}

/** A row of a table whose cells are the columns of a page: one begins with "Ingredients". */
export function isLayout(row: Element): boolean {
  if (row.name !== 'tr') return false;
  const cells = row.children.filter((child) => typeof child !== 'string' && child.hasBlock);
  return cells.some(
    (cell) => typeof cell !== 'string' && partOfHeading(linesOf(cell)[0] ?? '') !== undefined,
  );
}

export function isHeaderRow(row: Element): boolean {
  const cells = row.children.filter((child) => typeof child !== 'string');
  return cells.length > 0 && cells.every(({ name }) => name === 'th');
}

const MAX_ROW_PARTS = 8;
const AMOUNT = /^[\d\s.,/½¼¾⅓⅔⅛–-]{0,12}\p{L}{0,12}\.?$/u;

/** Whether a block is one ingredient, with blocks for its amount and its name inside. */
export function isRow(element: Element, parent: Element): boolean {
  if (LISTS.has(element.name) || element.hasList || !isRepeated(element, parent)) return false;
  const inner = element.children.filter((child) => typeof child !== 'string').filter(isBlock);
  if (inner.length === 0 || inner.length > MAX_ROW_PARTS) return false;
  if (inner.some(({ name }) => name === 'br' || name === 'li' || name === 'tr')) return false;
  // A tab or a column with a heading of its own, such as "Method".
  if (partOfHeading(textOf(inner[0] as Element)) !== undefined) return false;
  const signatures = new Set(inner.map(signatureOf));
  if (inner.length === 1)
    return !isRepeated(inner[0] as Element, element) && isSingleLine(inner[0] as Element);
  return signatures.size === inner.length || AMOUNT.test(textOf(inner[0] as Element));
}

function isSingleLine(element: Element): boolean {
  const inner = element.children.filter((child) => typeof child !== 'string').filter(isBlock);
  return inner.length === 0 || new Set(inner.map(signatureOf)).size === inner.length;
}
