/**
 * JSON as strangers send it, read within a bound on the work. Refused are bodies that two readers could read
 * differently, since one of them may check and the other act (bytes that are no UTF-8, a name twice in one
 * object), and bodies of a shape that no route takes: 0.9 MB of `[[[…` costs 150 ms to parse, and as many
 * names or empty objects cost as much to check.
 */
import { isUtf8 } from 'node:buffer';

/** The deepest body that a route takes has 6 levels. */
const MOST_DEPTH = 32;
/** Names, commas and brackets. The largest body that a route takes, wishes with every list full, has 16,500. */
const MOST_PARTS = 30_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LEFT_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const RIGHT_BRACKET = 0x5d;
const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;
const SPACE = 0x20;

/** Whether this text may be parsed. Text that is not JSON may pass: the parser refuses it. */
export function isSafeJson(bytes: Buffer, json: string): boolean {
  if (!isUtf8(bytes)) return false;
  // For every open object the names seen in it, made for its first name; false for a list.
  const open: (Set<string> | undefined | false)[] = [];
  let parts = 0;
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at);
    if (letter === QUOTE) {
      const end = endOfText(json, at);
      const names = open.at(-1);
      if (names !== false && open.length > 0 && isName(json, end)) {
        const name = nameIn(json.slice(at, end));
        if (name === undefined || names?.has(name)) return false;
        if (names) names.add(name);
        else open[open.length - 1] = new Set([name]);
        parts += 1;
      }
      at = end - 1;
    } else if (letter === LEFT_BRACE || letter === LEFT_BRACKET) {
      open.push(letter === LEFT_BRACKET ? false : undefined);
      parts += 1;
      if (open.length > MOST_DEPTH) return false;
    } else if (letter === RIGHT_BRACE || letter === RIGHT_BRACKET) open.pop();
    else if (letter === COMMA) parts += 1;
    if (parts > MOST_PARTS) return false;
  }
  return true;
}

/** The place behind the closing quote of the text that begins here, or behind everything. */
function endOfText(json: string, start: number): number {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) {
    at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  }
  return at + 1;
}

function isName(json: string, after: number): boolean {
  let at = after;
  // Other control characters are not white space in JSON: the parser refuses them.
  while (json.charCodeAt(at) <= SPACE) at += 1;
  return json.charCodeAt(at) === COLON;
}

/** The name without its escapes, or undefined if it is not a valid JSON string. */
function nameIn(quoted: string): string | undefined {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
