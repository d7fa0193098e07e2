/** Lines after the steps that belong to a message, not to the recipe. */
import { readWords } from '#languages/words.ts';

const { oneOf } = readWords('pasted-texts');

const MAX_LINE = 60;
const FAREWELL = new RegExp(`^(?:${oneOf('wishes')}|${oneOf('wishes, alone')}!?$)`, 'i');

export const isFarewell = (line: string): boolean => line.length <= MAX_LINE && FAREWELL.test(line);

const CLOSING = new RegExp(
  String.raw`^(?:${oneOf('closings')}|${oneOf('follow')} ${oneOf('me')})(?!\p{L})|^${oneOf('follow')} @`,
  'iu',
);
/** Of the sender. */
const NAME = /^[\p{Lu}][\p{L}'’.-]{1,20}(?: [\p{Lu}][\p{L}'’.-]{0,20})?$/u;
const MAX_CLOSING_LINES = 6;

const isClosing = (line: string): boolean => isFarewell(line) || (line.length <= 100 && CLOSING.test(line));

/** Without farewells at the end, and the name below them. */
export function withoutClosing(lines: readonly string[]): string[] {
  const from = Math.max(1, lines.length - MAX_CLOSING_LINES);
  const first = lines.findIndex(
    (line, at) =>
      at >= from &&
      isClosing(line) &&
      lines.slice(at + 1).every((rest) => isClosing(rest) || NAME.test(rest)),
  );
  return first < 0 ? [...lines] : lines.slice(0, first);
}
