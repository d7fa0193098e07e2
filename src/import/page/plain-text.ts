/** The visible text of elements, and of texts that contain markup or entities, as plain lines. */
import { BLOCKS, type Element, parseDocument } from './document.ts';

const names = (text: string): Set<string> => new Set(text.split(' '));
export const INVISIBLE = names(
  'script style template noscript svg math head iframe object select textarea button audio video',
);
/** Cells of one row are one line. */
const CELLS = names('td th');

// Zero-width characters, soft hyphens, byte order marks and controls other than white space.
const INVISIBLE_CHARACTERS =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/g;
const WHITE_SPACE = /\s+/g;
/** Anything but single spaces and printable characters of the first 160: the rest takes the longer way. */
const IRREGULAR = /[^ -~¡-¬®-ÿ]| {2}/;

/** The text on one line, without white space at both ends. */
export function textOf(element: Element): string {
  const pieces: string[] = [];
  collect(element, pieces, ' ');
  return oneLine(pieces.join(''));
}

/** The text of neighbours on one line. */
export function textOfRun(run: readonly (Element | string)[]): string {
  const [only] = run;
  if (run.length === 1 && typeof only === 'string') return oneLine(only);
  const pieces: string[] = [];
  collectAll(run, pieces, ' ');
  return oneLine(pieces.join(''));
}

/** The text as lines: blocks and line breaks end a line. Empty lines are left out. */
export function linesOf(element: Element): string[] {
  const pieces: string[] = [];
  collect(element, pieces, '\0');
  return pieces
    .join('')
    .split('\0')
    .map(oneLine)
    .filter((line) => line !== '');
}

/** Recursion is safe: a document has at most 256 levels. */
function collect(element: Element, pieces: string[], separator: string): void {
  collectAll(element.children, pieces, separator);
}

function collectAll(children: readonly (Element | string)[], pieces: string[], separator: string): void {
  let previous: Element | string = '';
  for (const child of children) {
    if (typeof child === 'string') pieces.push(separator === ' ' ? child : child.replaceAll('\0', ''));
    else if (!INVISIBLE.has(child.name) && !isHidden(child)) {
      const end = CELLS.has(child.name) ? ' ' : BLOCKS.has(child.name) ? separator : '';
      if (end !== '') pieces.push(end);
      const start = pieces.length;
      if (child.name === 'span' && typeof previous !== 'string' && previous.name === 'span') pieces.push('');
      collect(child, pieces, separator);
      if (pieces[start] === '' && isWordBreak(pieces, start)) pieces[start] = ' ';
      if (end !== '') pieces.push(end);
    }
    previous = child;
  }
}

/** <span>200</span><span>g</span>: a margin separates the words, or one of the letters in a word is coloured. */
function isWordBreak(pieces: readonly string[], at: number): boolean {
  return /[\p{L}\p{N}½¼¾⅓⅔⅛.)]$/u.test(pieces[at - 1] ?? '') && /^[\p{L}\p{N}(]/u.test(pieces[at + 1] ?? '');
}

const READ_ALOUD = /(?:^|[\s_-])(?:sr-only|visually-?hidden|screen-reader(?:-text|-only)?)(?:$|\s)/i;
const NOT_SHOWN = /display ?: ?none/i;

/** Whether nobody sees this element: the page says so, or it is a text for screen readers or a tooltip. */
function isHidden({ name, attributes }: Element): boolean {
  for (let at = 0; at < attributes.length; at += 2) {
    const attribute = attributes[at];
    if (attribute === 'hidden') return true;
    if (name !== 'span') continue;
    const value = attributes[at + 1] as string;
    if (attribute === 'class' && READ_ALOUD.test(value)) return true;
    if (attribute === 'style' && NOT_SHOWN.test(value)) return true;
    if (attribute === 'role' && value === 'tooltip') return true;
  }
  return false;
}

export function oneLine(text: string): string {
  if (!IRREGULAR.test(text)) return text.trim();
  return text.replaceAll(INVISIBLE_CHARACTERS, '').replaceAll(WHITE_SPACE, ' ').trim();
}

/** Some sites escape a text two or three times. */
const MAX_ESCAPES = 3;
const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]+);/i;
const TAG = /<[a-z/!]/i;

/** The lines of a text that may contain markup or entities, also escaped more than once. */
export function plainLines(text: string): string[] {
  let lines = text
    .split(/\r\n?|\n/)
    .map(oneLine)
    .filter((line) => line !== '');
  for (let round = 0; round < MAX_ESCAPES; round += 1) {
    if (!lines.some((line) => TAG.test(line) || ENTITY.test(line))) break;
    lines = linesOf(parseDocument(lines.join('<br>')).root);
  }
  return lines;
}

export function plainText(text: string): string {
  return TAG.test(text) || ENTITY.test(text) ? plainLines(text).join(' ') : oneLine(text);
}

/** Letters and digits only, in lower case: to compare texts that are set differently. */
export function lettersAndDigits(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

const BULLET = /^(?:(?:[•▢□☐☑✓✔◦‣▪●·] ?|[-–—*] )(?:\[[ xX]\] )?|\[[ xX]\] )/;

/** Plugins join the parts of a line: "2 lemons (, halved)", "1 kg chicken ((3 lb))", "flour , sifted". */
export function withTidyRemarks(line: string): string {
  return line
    .replace(/\(\(([^()]*)\)\)/g, '($1)')
    .replace(/ ?\(, ?([^()]*)\)/g, ', $1')
    .replace(/ ,(?= |$)/g, ',');
}

/** Without the mark of a list or a check box at the beginning. */
export function withoutBullet(line: string): string {
  return line.replace(BULLET, '');
}
