/**
 * Parses JSON as pages contain it. Where `JSON.parse` fails, a tolerant parser reads on: it accepts control characters
 * and line breaks inside strings, trailing and missing commas, comments, several values in a row, single quotes, names
 * without quotes, an early end, and the marks of CDATA and HTML comments around the text.
 */
import { plainLines } from './plain-text.ts';

/** A value that is nested more deeply is left out. */
export const MAX_NESTING = 64;

/** All values in the text, in order. */
export function parseJsonValues(text: string): unknown[] {
  const trimmed = text.trim();
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === 'string' && /^\s*[{[]/.test(value) ? parseJsonValues(value) : [value];
  } catch {
    const isEscaped = /^\W{0,9}&(?:quot|#34|#x22);/i.test(trimmed);
    const text = isEscaped ? plainLines(trimmed).join('\n') : trimmed;
    // An editor for texts has replaced the quotes.
    const isTypographic = /^\W{0,9}[“”„]/.test(text) && !text.includes('"');
    return new TolerantParser(isTypographic ? text.replaceAll(/[“”„]/g, '"') : text).values();
  }
}

/** The object that begins at this position of a longer text, such as a script. */
export function parseJsonObject(text: string, start: number): unknown {
  return new TolerantParser(text, start).object();
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
/**
 * What follows the quote at the end of a string: a bracket, a colon, or a comma and another name or value. Any other
 * quote is part of the text, such as those in: He said "good", and left.
 */
const AFTER_STRING =
  /^(?:[:}\]]|,\s{0,40}(?:$|["'{[\]},/]|-?\d[\d.eE+-]{0,30}\s?[,\]}]|(?:true|false|null)\b|[\w$]{1,40}\s?:))/;
const LOOKAHEAD = 40;
const SKIPPED = /(?:\s+|\/\/[^\n]*|<!\[CDATA\[|\]\]>|<!--|-->|;|\/\*<!\[CDATA\[\*\/|\/\*\]\]>\*\/)/y;
const LITERAL = /[^\s,:{}[\]"']+/y;

class TolerantParser {
  readonly #text: string;
  #at: number;

  constructor(text: string, at = 0) {
    this.#text = text;
    this.#at = at;
  }

  object(): unknown {
    return this.#value(0);
  }

  values(): unknown[] {
    const values: unknown[] = [];
    while (this.#at < this.#text.length) {
      this.#skip();
      const start = this.#text[this.#at];
      if (start === '{' || start === '[') values.push(this.#value(0));
      else this.#at += 1;
    }
    return values;
  }

  #skip(): void {
    SKIPPED.lastIndex = this.#at;
    while (SKIPPED.test(this.#text)) this.#at = SKIPPED.lastIndex;
    SKIPPED.lastIndex = 0;
  }

  #value(nesting: number): unknown {
    this.#skip();
    const start = this.#text[this.#at];
    if (start === '{') return this.#object(nesting + 1);
    if (start === '[') return this.#array(nesting + 1);
    if (start === '"' || start === "'") return this.#string(start);
    return this.#literal();
  }

  #object(nesting: number): unknown {
    const entries: [string, unknown][] = [];
    this.#at += 1;
    if (nesting > MAX_NESTING) return this.#skipNested();
    while (this.#at < this.#text.length) {
      this.#skip();
      const next = this.#text[this.#at];
      if (next === '}') {
        this.#at += 1;
        break;
      }
      // A bracket here closes an outer array: the brace is missing.
      if (next === ']') break;
      if (next === ',' || next === ':' || next === '{' || next === '[') {
        this.#at += 1;
        continue;
      }
      const name = next === '"' || next === "'" ? this.#string(next) : String(this.#literal());
      this.#skip();
      if (this.#text[this.#at] === ':') {
        this.#at += 1;
        entries.push([name, this.#value(nesting)]);
      }
    }
    return Object.fromEntries(entries);
  }

  #array(nesting: number): unknown {
    const values: unknown[] = [];
    this.#at += 1;
    if (nesting > MAX_NESTING) return this.#skipNested();
    while (this.#at < this.#text.length) {
      this.#skip();
      const next = this.#text[this.#at];
      if (next === ']') {
        this.#at += 1;
        break;
      }
      // A brace here closes an outer object: the bracket is missing.
      if (next === '}') break;
      if (next === ',' || next === ':') this.#at += 1;
      else if (next !== undefined) values.push(this.#value(nesting));
    }
    return values;
  }

  /** Skips to the end of the value whose opening bracket has been read. */
  #skipNested(): undefined {
    let depth = 1;
    while (this.#at < this.#text.length && depth > 0) {
      const next = this.#text[this.#at];
      if (next === '"') {
        this.#string('"');
        continue;
      }
      if (next === '{' || next === '[') depth += 1;
      if (next === '}' || next === ']') depth -= 1;
      this.#at += 1;
    }
    return undefined;
  }

  /** A quote that no comma, colon or bracket follows is part of the string: pages forget to escape it. */
  #string(quote: string): string {
    const pieces: string[] = [];
    this.#at += 1;
    let start = this.#at;
    while (this.#at < this.#text.length) {
      const character = this.#text[this.#at];
      if (character === '\\') {
        pieces.push(this.#text.slice(start, this.#at), this.#escape());
        start = this.#at;
      } else if (character === quote && this.#endsString()) break;
      else this.#at += 1;
    }
    pieces.push(this.#text.slice(start, this.#at));
    this.#at += 1;
    return pieces.join('');
  }

  #endsString(): boolean {
    const after = this.#text.slice(this.#at + 1, this.#at + 1 + LOOKAHEAD);
    const next = after.trimStart();
    if (next === '' || AFTER_STRING.test(next)) return true;
    // A comma is missing between two lines.
    return next[0] === '"' && after.slice(0, after.length - next.length).includes('\n');
  }

  #escape(): string {
    const code = this.#text[this.#at + 1] ?? '';
    const hex = code === 'u' ? this.#text.slice(this.#at + 2, this.#at + 6) : '';
    if (/^[\da-f]{4}$/i.test(hex)) {
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(hex, 16));
    }
    this.#at += 2;
    return ESCAPES[code] ?? code;
  }

  #literal(): unknown {
    LITERAL.lastIndex = this.#at;
    const [word] = LITERAL.exec(this.#text) ?? [];
    if (word === undefined) {
      this.#at += 1;
      return undefined;
    }
    this.#at += word.length;
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    const number = Number(word);
    return Number.isNaN(number) ? word : number;
  }
}
