/**
 * Builds a tree of elements from the tokens of htmlparser2. The depth is limited, so every step takes bounded time, and
 * readers of the tree may use recursion. The parsers of libraries take quadratic time for deeply nested or unclosed tags
 * (docs/decisions/0057-the-html-tokenizer-of-htmlparser2.md).
 */
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

/** Real pages have fewer than 100 levels. Deeper elements become leaves, and their text belongs to the last level. */
const MAX_DEPTH = 256;
/** Real pages have fewer than 50,000, also those of 5 MB. What follows is not read. */
const MAX_ELEMENTS = 150_000;

const names = (text: string): Set<string> => new Set(text.split(' '));
const VOID = names('area base br col embed hr img input link meta param source track wbr');
const CLOSES_PARAGRAPH = names(
  'address article aside blockquote center details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul',
);
const INLINE = names(
  'a abbr b big cite code em font i label mark s small span strike strong sub sup time tt u',
);
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

/** What the name of an element means, so that it is looked up once. */
type Tag = ReturnType<typeof describeTag>;

function describeTag(name: string) {
  return {
    name,
    isVoid: VOID.has(name),
    closesParagraph: CLOSES_PARAGRAPH.has(name),
    isInline: INLINE.has(name),
    isHeading: HEADINGS.has(name),
    isBoundary: BOUNDARIES.has(name),
    isBlock: BLOCKS.has(name),
    isList: LISTS.has(name),
    siblings: ENDS_SIBLING.get(name),
  };
}

const KNOWN_TAGS = new Map(
  [...VOID, ...CLOSES_PARAGRAPH, ...INLINE, ...BOUNDARIES, ...ENDS_SIBLING.keys(), ...BLOCKS].map((name) => [
    name,
    describeTag(name),
  ]),
);
const [PARAGRAPH, SVG, MATH] = [
  KNOWN_TAGS.get('p') ?? describeTag('p'),
  describeTag('svg'),
  describeTag('math'),
];
KNOWN_TAGS.set('svg', SVG).set('math', MATH);

/** The attributes in which a recipe is declared. */
const MARKUP = names('itemprop itemscope itemtype typeof property');
/** All attributes that readers of the tree ask for; others, such as styles, are not stored. */
const ATTRIBUTES = new Map(
  Array.from(
    [
      ...MARKUP,
      ...names(
        'class id name content title type rel href src srcset value datetime itemref resource hidden role style',
      ),
      ...names('http-equiv lang xml:lang data-src data-lazy-src data-original data-srcset'),
      ...names('data-testid data-test-id data-test data-cy data-component'),
    ],
    (name) => [name, { name, isMarkup: MARKUP.has(name) }] as const,
  ),
);

export class Element {
  readonly name: string;
  readonly parent: Element | undefined;
  /** Names and values in turn. */
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
      if (this.attributes[at] === name) return this.attributes[at + 1];
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
  /** Those with an attribute of microdata or RDFa. */
  readonly marked: readonly Element[];
};

export function parseDocument(html: string): Document {
  const builder = new TreeBuilder(html);
  builder.read();
  return builder.finish();
}

/** Stops at the first ancestor that is marked: all others above it are. */
function markAncestors(element: Element, mark: 'hasList' | 'hasBlock'): void {
  for (let above = element.parent; above !== undefined && !above[mark]; above = above.parent)
    above[mark] = true;
}

class TreeBuilder implements TokenizerCallbacks {
  readonly #html: string;
  readonly #tokenizer = new Tokenizer({}, this);
  readonly #root = new Element('#document', undefined, [], -1);
  readonly #elements: Element[] = [];
  readonly #marked: Element[] = [];
  /** The open elements, and their tags. */
  readonly #open: Element[] = [this.#root];
  readonly #tags: Tag[] = [describeTag('#document')];
  readonly #openCounts = new Map<Tag, number>();
  readonly #otherTags = new Map<string, Tag>();
  /** How many elements are open below the maximum depth. */
  #tooDeep = 0;
  /** The start tag that is being read. */
  #name = '';
  #attributes: string[] = [];
  /** Undefined if nobody asks for the attribute. */
  #attribute: string | undefined;
  #value = '';
  /** Whether the tag has an attribute of microdata or RDFa. */
  #isMarked = false;

  constructor(html: string) {
    this.#html = html;
  }

  read(): void {
    this.#tokenizer.write(this.#html);
    this.#tokenizer.end();
  }

  finish(): Document {
    this.#closeDownTo(1);
    this.#root.lastOrder = this.#elements.length - 1;
    return { root: this.#root, elements: this.#elements, marked: this.#marked };
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#html.slice(start, end).toLowerCase();
    this.#attributes = [];
    this.#isMarked = false;
  }

  onattribname(start: number, end: number): void {
    const known = ATTRIBUTES.get(this.#html.slice(start, end).toLowerCase());
    this.#attribute = known?.name;
    this.#value = '';
    if (known?.isMarkup === true) this.#isMarked = true;
  }

  onattribdata(start: number, end: number): void {
    if (this.#attribute !== undefined) this.#value += this.#html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    if (this.#attribute !== undefined) this.#value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.#attribute !== undefined) this.#attributes.push(this.#attribute, this.#value);
  }

  onopentagend(): void {
    this.#openTag(false);
  }

  onselfclosingtag(): void {
    this.#openTag(true);
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase();
    const tag = this.#tagOf(name);
    if (name === 'br') this.#append(tag, []);
    else if (!tag.isVoid) this.#end(tag);
  }

  ontext(start: number, end: number): void {
    this.#addText(this.#html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.#addText(String.fromCodePoint(codePoint));
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.isInForeignContext()) this.#addText(this.#html.slice(start, end - offset));
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  /** Inside of svg and math, <title> and <style> contain elements, and CDATA is text. */
  isInForeignContext(): boolean {
    return this.#count(SVG) > 0 || this.#count(MATH) > 0;
  }

  #openTag(isSelfClosing: boolean): void {
    const tag = this.#tagOf(this.#name);
    this.#closeImplied(tag);
    const element = this.#append(tag, this.#attributes);
    if (this.#isMarked) this.#marked.push(element);
    if (tag.isVoid || (isSelfClosing && this.isInForeignContext())) return;
    if (this.#open.length >= MAX_DEPTH) {
      this.#tooDeep += 1;
      return;
    }
    this.#open.push(element);
    this.#tags.push(tag);
    this.#openCounts.set(tag, this.#count(tag) + 1);
  }

  get #current(): Element {
    return this.#open[this.#open.length - 1] as Element;
  }

  get #currentTag(): Tag {
    return this.#tags[this.#tags.length - 1] as Tag;
  }

  #count(tag: Tag): number {
    return this.#openCounts.get(tag) ?? 0;
  }

  #tagOf(name: string): Tag {
    const known = KNOWN_TAGS.get(name) ?? this.#otherTags.get(name);
    if (known) return known;
    const tag = describeTag(name);
    this.#otherTags.set(name, tag);
    return tag;
  }

  #addText(text: string): void {
    const { children } = this.#current;
    const last = children.length - 1;
    if (typeof children[last] === 'string') children[last] += text;
    else children.push(WHITE_SPACE.test(text) ? ' ' : text);
  }

  #append({ name, isBlock, isList }: Tag, attributes: readonly string[]): Element {
    const parent = this.#current;
    const element = new Element(name, parent, attributes, this.#elements.length);
    parent.children.push(element);
    this.#elements.push(element);
    if (this.#elements.length >= MAX_ELEMENTS) this.#tokenizer.pause();
    if (isBlock) markAncestors(element, 'hasBlock');
    if (isList) markAncestors(element, 'hasList');
    return element;
  }

  #closeImplied({ closesParagraph, isHeading, siblings }: Tag): void {
    if (this.#tooDeep > 0) return;
    if (closesParagraph && this.#count(PARAGRAPH) > 0) this.#closeParagraph();
    if (isHeading && this.#currentTag.isHeading) this.#closeDownTo(this.#open.length - 1);
    if (siblings === undefined) return;
    let lowest: number | undefined;
    for (let at = this.#open.length - 1; at > 0; at -= 1) {
      const open = (this.#tags[at] as Tag).name;
      if (siblings.within.has(open)) break;
      if (siblings.ends.has(open)) lowest = at;
    }
    if (lowest !== undefined) this.#closeDownTo(lowest);
  }

  #closeParagraph(): void {
    for (let at = this.#open.length - 1; at > 0; at -= 1) {
      const tag = this.#tags[at] as Tag;
      if (tag === PARAGRAPH) {
        this.#closeDownTo(at);
        return;
      }
      if (tag.isBoundary) return;
    }
  }

  #end(tag: Tag): void {
    if (this.#tooDeep > 0) {
      this.#tooDeep -= 1;
      return;
    }
    if (this.#count(tag) === 0) return;
    for (let at = this.#open.length - 1; at > 0; at -= 1) {
      const open = this.#tags[at] as Tag;
      if (open === tag) {
        this.#closeDownTo(at);
        return;
      }
      // The end of an inline element does not end a block inside it.
      if (tag.isInline && !open.isInline) return;
      if (open.isBoundary && !tag.isBoundary && !tag.siblings) return;
    }
  }

  /** Closes open elements until only `count` are open. */
  #closeDownTo(count: number): void {
    while (this.#open.length > count) {
      const [element, tag] = [this.#open.pop() as Element, this.#tags.pop() as Tag];
      element.lastOrder = this.#elements.length - 1;
      this.#openCounts.set(tag, this.#count(tag) - 1);
    }
  }
}
