import { deepStrictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { Tokenizer } from 'htmlparser2';
import { tokenize } from './tokens.ts';

type Token = [kind: string, ...parts: unknown[]];

/** Neighbouring texts become one. */
class Tokens {
  readonly list: Token[] = [];
  /** Only for this comparison: foreign content is what <svg> opens. */
  #depth = 0;

  attributeName(name: string): string {
    return name;
  }

  openTag(name: string, attributes: readonly string[], isSelfClosing: boolean): void {
    if (name === 'svg' && !isSelfClosing) this.#depth += 1;
    this.list.push(['open', name, [...attributes], isSelfClosing]);
  }

  closeTag(name: string): void {
    if (name === 'svg') this.#depth = Math.max(0, this.#depth - 1);
    this.list.push(['close', name]);
  }

  text(text: string): void {
    const last = this.list.at(-1);
    if (last?.[0] === 'text') last[1] = String(last[1]) + text;
    else this.list.push(['text', text]);
  }

  isInForeignContent(): boolean {
    return this.#depth > 0;
  }
}

function ours(html: string): Token[] {
  const tokens = new Tokens();
  tokenize(html, tokens);
  return tokens.list;
}

function theirs(html: string): Token[] {
  const tokens = new Tokens();
  const at = (start: number, end: number): string => html.slice(start, end);
  let name = '';
  let attributes: string[] = [];
  const tokenizer = new Tokenizer(
    { decodeEntities: false },
    {
      onopentagname: (start, end) => {
        name = at(start, end).toLowerCase();
        attributes = [];
      },
      onattribname: (start, end) => attributes.push(at(start, end).toLowerCase(), ''),
      onattribdata: (start, end) => (attributes[attributes.length - 1] += at(start, end)),
      onopentagend: () => tokens.openTag(name, attributes, false),
      onselfclosingtag: () => tokens.openTag(name, attributes, true),
      onclosetag: (start, end) => tokens.closeTag(at(start, end).toLowerCase()),
      ontext: (start, end) => tokens.text(at(start, end)),
      oncdata: (start, end, offset) => {
        if (tokens.isInForeignContent()) tokens.text(at(start, end - offset));
      },
      isInForeignContext: () => tokens.isInForeignContent(),
      onattribend: () => {},
      onattribentity: () => {},
      oncomment: () => {},
      ondeclaration: () => {},
      onend: () => {},
      onprocessinginstruction: () => {},
      ontextentity: () => {},
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return tokens.list;
}

const PIECES =
  '<,>,</,/>,<!--,-->,--!>,<!-->,<!--->,<!,<?,<![CDATA[,]]>,-,--,!,=,",\',/, ,\n,a,B,1,é,&amp;,<a,<p>,</p>,<br/>,<a href=x>,<a href="x" b>,<svg>,</svg>,<svg/>,<script>,</script>,</SCRIPT >,</scriptx>,<style>,</style>,<title>,</title>,<textarea>,<plaintext>,<!DOCTYPE html>,<xmp>,</xmp>'.split(
    ',',
  );

/** Ends every tag, comment and text-only element: htmlparser2 emits a part of an unfinished tag as text. */
const END = `"'>-->]]></script></style></title></textarea></xmp>.`;

test('splits any sequence of pieces as the tokenizer of htmlparser2 does', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }), (pieces) => {
      const html = pieces.join('') + END;
      deepStrictEqual(ours(html), theirs(html));
    }),
    { numRuns: 3_000 },
  );
});
