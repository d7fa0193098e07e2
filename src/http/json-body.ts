/**
 * JSON as strangers send it. What two readers could read differently is refused, since one of them may stand
 * guard and the other act: bytes that are no UTF-8, and a name that stands twice in one object.
 */
import { isUtf8 } from 'node:buffer';

/**
 * Of valid JSON: every text, with a colon where it is a name, and the ends of objects. A text without an end
 * matches up to the end of the input; otherwise each of its quotes would start another search for one.
 */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*(?:"(\s*:)?|\\?$)|[{}]/gs;

/** Whether this JSON, which is valid, may mean one thing to us and another to someone else. */
export function isAmbiguous(bytes: Buffer, json: string): boolean {
  if (!isUtf8(bytes)) return true;
  // A set for every object that is open, made for its first name: a body may hold a host of empty ones.
  const open: (Set<string> | undefined)[] = [];
  for (const [token, colon] of json.matchAll(TOKENS)) {
    if (token === '{') open.push(undefined);
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const names = (open[open.length - 1] ??= new Set());
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      if (names.has(name)) return true;
      names.add(name);
    }
  }
  return false;
}
