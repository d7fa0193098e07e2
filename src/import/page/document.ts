/**
 * Builds a tree of elements from HTML. The depth is limited, so every step takes bounded time, and readers of the tree
 * may use recursion. The parsers of libraries take quadratic time for deeply nested or unclosed tags.
 */
import { decodeAttribute, decodeEntities } from './entities.ts';
import { type TokenHandler, tokenize } from './tokens.ts';

/** Real pages have fewer than 100 levels. Deeper elements become leaves, and their text belongs to the last level. */
const MAX_DEPTH = 256;

const names = (text: string): Set<string> => new Set(text.split(' '));
const VOID = names('area base br col embed hr img input link meta param source track wbr');
const CLOSES_PARAGRAPH = names(
  'address article aside blockquote center details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
);
const INLINE = names(
  'a abbr b big cite code em font i label mark s small span strike strong sub sup time tt u',
);
/** Their texts have no references to characters. */
const RAW = names('script style xmp iframe noembed noframes plaintext');
const WHITE_SPACE = /^[ \t\n\r\f]*$/;
const HEADINGS = names('h1 h2 h3 h4 h5 h6');
/** An end tag does not close an element outside of these, nor does a start tag imply the end of one. */
const BOUNDARIES = names('table td th caption button object template html');
/** Start tags that end an open element of the same kind, and the elements that limit the search for it. */
const ENDS_SIBLING = new Map<string, { ends: Set<string>; within: Set<string> }>([
  ['li', { ends: names('li'), within: names('ul ol menu') }],
  ['dt', { ends: names('dt dd'), within: names('dl') }],
  ['dd', { ends: names('dt dd'), within: names('dl') }],
  ['option', { ends: names('option'), within: names('select datalist') }],
  ['tr', { ends: names('tr td th'), within: names('table thead tbody tfoot') }],
  ['td', { ends: names('td th'), within: names('table tr') }],
  ['th', { ends: names('td th'), within: names('table tr') }],
  ['tbody', { ends: names('thead tbody tfoot tr td th'), within: names('table') }],
  ['tfoot', { ends: names('thead tbody tfoot tr td th'), within: names('table') }],
]);

export const BLOCKS = names(
  'address article aside blockquote body br center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol option p pre section summary table tbody td tfoot th thead tr ul',
);
export const LISTS = names('ul ol table dl h1 h2 h3 h4 h5 h6');

export class Element {
  readonly name: string;
  readonly parent: Element | undefined;
  /** Names and values in turn, as they are written. */
  readonly attributes: readonly string[];
  readonly children: (Element | string)[] = [];
  /** The position among all elements of the document, and that of the last element inside. */
  readonly order: number;
  lastOrder: number;
  /** Whether lists, tables or headings, and whether any blocks or line breaks are inside. */
  hasList = false;
  hasBlock = false;

  constructor(name: string, parent: Element | undefined, attributes: readonly string[], order: number) {
    this.name = name;
    this.parent = parent;
    this.attributes = attributes;
    this.order = order;
    this.lastOrder = order;
  }

  attribute(name: string): string | undefined {
    for (let at = 0; at < this.attributes.length; at += 2) {
      if (this.attributes[at] === name) return decodeAttribute(this.attributes[at + 1] as string);
    }
    return undefined;
  }

  contains(other: Element): boolean {
    return other.order > this.order && other.order <= this.lastOrder;
  }
}

export type Document = {
  readonly root: Element;
  /** In document order; the root is not among them. */
  readonly elements: readonly Element[];
};

export function parseDocument(html: string): Document {
  const builder = new TreeBuilder();
  tokenize(html, builder);
  return builder.finish();
}

/** Stops at the first ancestor that is marked: all others above it are. */
function markAncestors(element: Element, mark: 'hasList' | 'hasBlock'): void {
  for (let above = element.parent; above !== undefined && !above[mark]; above = above.parent)
    above[mark] = true;
}

class TreeBuilder implements TokenHandler {
  readonly #root = new Element('#document', undefined, [], -1);
  readonly #elements: Element[] = [];
  readonly #open: Element[] = [this.#root];
  readonly #openCounts = new Map<string, number>();
  /** How many elements are open below the maximum depth. */
  #tooDeep = 0;

  finish(): Document {
    this.#closeDownTo(1);
    this.#root.lastOrder = this.#elements.length - 1;
    return { root: this.#root, elements: this.#elements };
  }

  openTag(name: string, attributes: readonly string[], isSelfClosing: boolean): void {
    this.#start(name, attributes, isSelfClosing && this.isInForeignContent());
  }

  closeTag(name: string): void {
    if (name === 'br') this.#append('br', []);
    else if (!VOID.has(name)) this.#end(name);
  }

  text(text: string): void {
    if (RAW.has(this.#current.name)) this.#addText(text);
    else if (WHITE_SPACE.test(text)) this.#addText(' ');
    else this.#addText(decodeEntities(text));
  }

  isInForeignContent(): boolean {
    return (this.#openCounts.get('svg') ?? 0) > 0 || (this.#openCounts.get('math') ?? 0) > 0;
  }

  get #current(): Element {
    return this.#open[this.#open.length - 1] as Element;
  }

  #addText(text: string): void {
    const { children } = this.#current;
    const last = children.length - 1;
    if (typeof children[last] === 'string') children[last] += text;
    else children.push(text);
  }

  #append(name: string, attributes: readonly string[]): Element {
    const element = new Element(name, this.#current, attributes, this.#elements.length);
    this.#current.children.push(element);
    this.#elements.push(element);
    if (BLOCKS.has(name)) markAncestors(element, 'hasBlock');
    if (LISTS.has(name)) markAncestors(element, 'hasList');
    return element;
  }

  #start(name: string, attributes: readonly string[], isClosed: boolean): void {
    this.#closeImplied(name);
    const element = this.#append(name, attributes);
    if (isClosed || VOID.has(name)) return;
    if (this.#open.length >= MAX_DEPTH) {
      this.#tooDeep += 1;
      return;
    }
    this.#open.push(element);
    this.#openCounts.set(name, (this.#openCounts.get(name) ?? 0) + 1);
  }

  #closeImplied(name: string): void {
    if (this.#tooDeep > 0) return;
    if (CLOSES_PARAGRAPH.has(name) && (this.#openCounts.get('p') ?? 0) > 0) this.#closeParagraph();
    if (HEADINGS.has(name) && HEADINGS.has(this.#current.name)) this.#closeDownTo(this.#open.length - 1);
    const rule = ENDS_SIBLING.get(name);
    if (rule === undefined) return;
    let lowest: number | undefined;
    for (let at = this.#open.length - 1; at > 0; at -= 1) {
      const open = (this.#open[at] as Element).name;
      if (rule.within.has(open)) break;
      if (rule.ends.has(open)) lowest = at;
    }
    if (lowest !== undefined) this.#closeDownTo(lowest);
  }

  #closeParagraph(): void {
    for (let at = this.#open.length - 1; at > 0; at -= 1) {
      const { name } = this.#open[at] as Element;
      if (name === 'p') {
        this.#closeDownTo(at);
        return;
      }
      if (BOUNDARIES.has(name)) return;
    }
  }

  #end(name: string): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    if ((this.#openCounts.get(name) ?? 0) === 0) return;
    const isInline = INLINE.has(name);
    for (let at = this.#open.length - 1; at > 0; at -= 1) {
      const open = (this.#open[at] as Element).name;
      if (open === name) {
        this.#closeDownTo(at);
        return;
      }
      // The end of an inline element does not end a block inside it.
      if (isInline && !INLINE.has(open)) return;
      if (BOUNDARIES.has(open) && !BOUNDARIES.has(name) && !ENDS_SIBLING.has(name)) return;
    }
  }

  /** Closes open elements until only `count` are open. */
  #closeDownTo(count: number): void {
    while (this.#open.length > count) {
      const element = this.#open.pop() as Element;
      element.lastOrder = this.#elements.length - 1;
      this.#openCounts.set(element.name, (this.#openCounts.get(element.name) ?? 1) - 1);
    }
  }
}
