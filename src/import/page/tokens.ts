/**
 * Splits HTML into tags and texts by the rules of the HTML standard, in one pass and in linear time. It jumps from one
 * markup character to the next by `indexOf`, which takes a third of the time of a state machine that looks at every
 * character; half of a page is scripts and texts. A test compares it with the tokenizer of htmlparser2.
 */

export interface TokenHandler {
  /** The rest of the text is not read. */
  readonly isFull?: boolean;
  /** The name to report, or undefined for an attribute that is not needed. `name` is in lower case. */
  attributeName(name: string): string | undefined;
  /** `attributes`: names and values as they are written, in turn. */
  openTag(name: string, attributes: readonly string[], isSelfClosing: boolean): void;
  closeTag(name: string): void;
  text(text: string): void;
  /** Inside of svg and math, <title> and <style> contain elements, and CDATA is text. */
  isInForeignContent(): boolean;
}

/** Elements whose content is text up to their end tag. */
const TEXT_ONLY = new Set('script style title textarea xmp iframe noembed noframes plaintext'.split(' '));
const NO_ATTRIBUTES: readonly string[] = [];

const SPACE = 32;
const SLASH = 47;
const EQUALS = 61;
const GREATER = 62;

export function tokenize(html: string, handler: TokenHandler): void {
  new Tokens(html, handler).run();
}

const isSpace = (code: number): boolean =>
  code === SPACE || code === 10 || code === 9 || code === 13 || code === 12;
const endsName = (code: number): boolean => code === SLASH || code === GREATER || isSpace(code);
const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

class Tokens {
  readonly #html: string;
  readonly #handler: TokenHandler;
  #at = 0;
  #isSelfClosing = false;
  #valueStart = 0;
  #valueEnd = 0;

  constructor(html: string, handler: TokenHandler) {
    this.#html = html;
    this.#handler = handler;
  }

  run(): void {
    const html = this.#html;
    let textStart = 0;
    while (this.#at < html.length) {
      if (this.#handler.isFull) return;
      const less = html.indexOf('<', this.#at);
      if (less < 0) break;
      const next = html.charCodeAt(less + 1);
      // Nothing follows "<" or "</".
      if (less >= html.length - (next === SLASH ? 2 : 1)) break;
      // "<" before a digit or a space is text.
      if (!isLetter(next) && next !== SLASH && next !== 33 && next !== 63) {
        this.#at = less + 1;
        continue;
      }
      if (less > textStart) this.#handler.text(html.slice(textStart, less));
      this.#at = less + 1;
      if (isLetter(next)) this.#openTag();
      else if (next === SLASH) this.#closeTag();
      else this.#declaration(next);
      textStart = this.#at;
    }
    if (textStart < html.length) this.#handler.text(html.slice(textStart));
  }

  #name(): string {
    const start = this.#at;
    let at = start;
    while (at < this.#html.length && !endsName(this.#html.charCodeAt(at))) at += 1;
    this.#at = at;
    return this.#html.slice(start, at).toLowerCase();
  }

  /** Continues after the next occurrence, or at the end. */
  #skipTo(mark: string): void {
    const found = this.#html.indexOf(mark, this.#at);
    this.#at = found < 0 ? this.#html.length : found + mark.length;
  }

  /** A tag without an end is left out, as in browsers. */
  #openTag(): void {
    const name = this.#name();
    const attributes = this.#attributes();
    if (attributes === undefined) return;
    const isTextOnly = TEXT_ONLY.has(name) && !this.#handler.isInForeignContent();
    this.#handler.openTag(name, attributes, this.#isSelfClosing);
    if (isTextOnly) this.#textOf(name);
  }

  #textOf(name: string): void {
    const html = this.#html;
    const start = this.#at;
    let end = name === 'plaintext' ? -1 : html.indexOf('</', start);
    while (end >= 0 && !this.#isEndTag(name, end + 2)) end = html.indexOf('</', end + 2);
    this.#at = end < 0 ? html.length : end;
    if (this.#at > start) this.#handler.text(html.slice(start, this.#at));
  }

  #isEndTag(name: string, at: number): boolean {
    const after = this.#html.charCodeAt(at + name.length);
    return endsName(after) && this.#html.slice(at, at + name.length).toLowerCase() === name;
  }

  #closeTag(): void {
    this.#at += 1;
    const first = this.#html.charCodeAt(this.#at);
    if (!isLetter(first)) {
      this.#skipTo('>');
      return;
    }
    const name = this.#name();
    if (this.#at >= this.#html.length) return;
    this.#handler.closeTag(name);
    this.#skipTo('>');
  }

  /** Comments, document types and processing instructions. */
  #declaration(code: number): void {
    const html = this.#html;
    if (code === 33 && html.startsWith('--', this.#at + 1)) this.#comment();
    else if (code === 33 && html.startsWith('[CDATA[', this.#at + 1)) this.#cdata();
    else this.#skipTo('>');
  }

  /** Ends with "-->" or "--!>"; "<!-->" and "<!--->" are empty. */
  #comment(): void {
    const html = this.#html;
    const start = this.#at + 3;
    if (html[start] === '>' || html.startsWith('->', start)) {
      this.#at = start;
      this.#skipTo('>');
      return;
    }
    this.#at = start;
    while (this.#at < html.length) {
      this.#skipTo('--');
      if (html[this.#at] === '>' || html.startsWith('!>', this.#at)) {
        this.#skipTo('>');
        return;
      }
      // "--->": the next search begins with the second dash.
      if (this.#at < html.length) this.#at -= 1;
    }
  }

  #cdata(): void {
    const start = this.#at + 8;
    this.#at = start;
    this.#skipTo(']]>');
    const hasEnd = this.#html.endsWith(']]>', this.#at) && this.#at >= start + 3;
    if (hasEnd && this.#handler.isInForeignContent())
      this.#handler.text(this.#html.slice(start, this.#at - 3));
  }

  /** Undefined at the end of the text. */
  #attributes(): readonly string[] | undefined {
    const html = this.#html;
    let attributes: string[] | undefined;
    this.#isSelfClosing = false;
    while (this.#at < html.length) {
      const code = html.charCodeAt(this.#at);
      if (code === GREATER) {
        this.#at += 1;
        return attributes ?? NO_ATTRIBUTES;
      }
      if (code === SLASH || isSpace(code)) {
        if (code === SLASH) this.#isSelfClosing = true;
        this.#at += 1;
        continue;
      }
      this.#isSelfClosing = false;
      const name = this.#handler.attributeName(this.#attributeName());
      const hasValue = this.#attributeValue();
      if (name === undefined) continue;
      attributes ??= [];
      attributes.push(name, hasValue ? html.slice(this.#valueStart, this.#valueEnd) : '');
    }
    return undefined;
  }

  #attributeName(): string {
    const html = this.#html;
    const start = this.#at;
    let at = start + 1;
    let code = html.charCodeAt(at);
    while (at < html.length && code !== EQUALS && !endsName(code)) {
      at += 1;
      code = html.charCodeAt(at);
    }
    this.#at = at;
    return html.slice(start, at).toLowerCase();
  }

  /** Finds the value, and returns whether there is one. */
  #attributeValue(): boolean {
    const html = this.#html;
    this.#skipSpaces();
    if (html.charCodeAt(this.#at) !== EQUALS) return false;
    this.#at += 1;
    this.#skipSpaces();
    const quote = html.charCodeAt(this.#at);
    this.#valueStart = this.#at;
    if (quote === 34 || quote === 39) {
      this.#at += 1;
      this.#skipTo(quote === 34 ? '"' : "'");
      this.#valueStart += 1;
      this.#valueEnd = Math.max(this.#valueStart, this.#at - 1);
      return true;
    }
    let at = this.#valueStart;
    for (let code = html.charCodeAt(at); at < html.length && code !== GREATER && !isSpace(code);) {
      at += 1;
      code = html.charCodeAt(at);
    }
    this.#at = at;
    this.#valueEnd = at;
    return true;
  }

  #skipSpaces(): void {
    while (isSpace(this.#html.charCodeAt(this.#at))) this.#at += 1;
  }
}
