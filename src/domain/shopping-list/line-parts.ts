/** Where a typed line may be several lines: at commas, semicolons, line breaks and "and", but not in brackets. */
import { readWords } from '#languages/words.ts';

export type LinePart = {
  readonly text: string;
  /** What is before it. */
  readonly joint: 'comma' | 'and';
  /** Where it is in the line. */
  readonly from: number;
  readonly to: number;
};

/** A line with more parts is not split. */
const MAX_PARTS = 20;
const { oneOf } = readWords('line-parts');
const AND = new RegExp(String.raw`\s(?:${oneOf('and', 'and, behind a thing')}|&|\+)(?=\s)`, 'iy');
const LEADING_AND = new RegExp(String.raw`^(?:${oneOf('and')}|&|\+)\s`, 'i');
const OPEN = '([{„“"';
const CLOSED = ')]}“”"';

export function dividedLine(text: string): LinePart[] {
  const parts: LinePart[] = [];
  const add = (from: number, to: number, joint: LinePart['joint']) => {
    const raw = text.slice(from, to);
    const and = LEADING_AND.exec(raw.trimStart())?.[0].length ?? 0;
    const start = from + raw.length - raw.trimStart().length + and;
    const part = text.slice(start, to).trim();
    if (part === '') return;
    const begin = start + text.slice(start, to).length - text.slice(start, to).trimStart().length;
    parts.push({ text: part, joint, from: begin, to: begin + part.length });
  };
  // Searched for once: a line of a thousand opening brackets takes no longer than any other.
  const unclosed = new Set<string>();
  let [from, at] = [0, 0];
  let joint: LinePart['joint'] = 'comma';
  const cut = (length: number, next: LinePart['joint']) => {
    add(from, at, joint);
    [from, at, joint] = [at + length, at + length, next];
  };
  while (at < text.length) {
    const sign = text[at] ?? '';
    const closing = CLOSED[OPEN.indexOf(sign)];
    const end = closing === undefined || unclosed.has(closing) ? -1 : text.indexOf(closing, at + 1);
    if (closing !== undefined && end === -1) unclosed.add(closing);
    AND.lastIndex = at;
    const and = sign.trim() === '' ? AND.exec(text)?.[0].length : undefined;
    if (end > at) at = end + 1;
    else if (and !== undefined) cut(and, 'and');
    else if (isSeparator(text, at)) cut(1, 'comma');
    else at += 1;
  }
  add(from, text.length, joint);
  const isWhole = parts.length === 0 || parts.length > MAX_PARTS;
  return isWhole ? [{ text, joint: 'comma', from: 0, to: text.length }] : parts;
}

/** A comma in a number is none. */
function isSeparator(text: string, at: number): boolean {
  const sign = text[at];
  if (sign === ';' || sign === '\n') return true;
  return sign === ',' && !(isDigit(text[at - 1]) && isDigit(text[at + 1]));
}

function isDigit(sign = ''): boolean {
  return sign >= '0' && sign <= '9';
}
