/**
 * Checks untrusted JSON before it is parsed, in bounded time. It refuses bodies that two parsers could read
 * differently, because one may check and the other act (invalid UTF-8, a duplicate name in an object), text that
 * PostgreSQL cannot store (U+0000), and bodies of a shape that no route accepts: 0.9 MB of `[[[…` takes 150 ms to parse,
 * and as many names or empty objects take as long to validate.
 */
import { isUtf8 } from 'node:buffer';

/** The deepest body that a route accepts has 6 levels. */
const MAX_DEPTH = 32;
/** Names, commas and opening brackets. The largest body that a route accepts, full preferences, has 16,500. */
const MAX_TOKENS = 30_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const LEFT_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const RIGHT_BRACKET = 0x5d;
const LEFT_BRACE = 0x7b;
const RIGHT_BRACE = 0x7d;
const SPACE = 0x20;

/** A body that no route may get. */
export class UnsafeBodyError extends Error {
  readonly statusCode = 400;
}

/** Whether this text may be parsed. Text that is not JSON may pass: the parser rejects it. */
export function isSafeJson(bytes: Buffer, json: string): boolean {
  if (!isUtf8(bytes)) return false;
  // For every open object the names seen in it, allocated at its first name; false for an array.
  const open: (Set<string> | undefined | false)[] = [];
  let tokens = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === QUOTE) {
      const end = endOfString(json, at);
      if (end === undefined) return false;
      const names = open.at(-1);
      if (names !== false && open.length > 0 && isName(json, end)) {
        const name = stringValue(json.slice(at, end));
        if (name === undefined || names?.has(name)) return false;
        if (names) names.add(name);
        else open[open.length - 1] = new Set([name]);
        tokens += 1;
      }
      at = end - 1;
    } else if (char === LEFT_BRACE || char === LEFT_BRACKET) {
      open.push(char === LEFT_BRACKET ? false : undefined);
      tokens += 1;
      if (open.length > MAX_DEPTH) return false;
    } else if (char === RIGHT_BRACE || char === RIGHT_BRACKET) open.pop();
    else if (char === COMMA) tokens += 1;
    if (tokens > MAX_TOKENS) return false;
  }
  return true;
}

/** The index after the closing quote of the string that starts here, or after the end of the text; undefined if it has U+0000. */
function endOfString(json: string, start: number): number | undefined {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) {
    const isEscape = json.charCodeAt(at) === BACKSLASH;
    if (isEscape && json.startsWith('u0000', at + 1)) return undefined;
    at += isEscape ? 2 : 1;
  }
  return at + 1;
}

function isName(json: string, after: number): boolean {
  let at = after;
  // Other control characters are not white space in JSON: the parser rejects them.
  while (json.charCodeAt(at) <= SPACE) at += 1;
  return json.charCodeAt(at) === COLON;
}

/** The value of a JSON string, or undefined if it is not valid. */
function stringValue(quoted: string): string | undefined {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}
