/**
 * Cleans lines that somebody pastes into the lists of a recipe: marks of lists and numbering vanish, headings end with a
 * colon (headings.ts), and blank lines and odd spaces are removed. Amounts at the beginning of an ingredient stay.
 */
import { readWords } from '#languages/words.ts';

export type PastedKind = 'ingredients' | 'steps';

export function cleanPastedLines(text: string, kind: PastedKind): string[] {
  const lines = text
    .replace(INVISIBLE, '')
    .split(LINE_ENDS)
    .map((line) => line.replace(SPACES, ' ').trim())
    .filter((line) => line !== '' && !RULER.test(line));
  const marked = lines.map((line) => withoutBullets(line));
  const counted = kind === 'steps' || isCountedUp(marked) ? withoutNumbers(marked) : marked;
  return counted.map((line) => asHeading(line, kind)).filter((line) => line !== '');
}

const { oneOf } = readWords('pasted-lines');

const LINE_ENDS = /\r\n|[\n\r\u2028\u2029]/;
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
const SPACES = /\s+/g;
/** A line of dashes or stars between parts. */
const RULER = /^[-–—_*=·•~ ]{3,}$/;

/** A sign, a check box of Markdown or an emoji, and then a space or, for signs that mean nothing else, a letter. */
const BULLET = /^(?:[-–—*+>] |[•▢□☐☑✓✔✅◦‣▪▫■●○◆◇·∙⁃►▶➤➔→✦★☆»]\uFE0F? ?)/u;
const CHECK_BOX = /^\[[ xX]?\] ?/;
const EMOJI = /^\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]* ?/u;

function withoutBullets(line: string): string {
  let rest = line;
  // "- [ ] onions" has two marks.
  for (let count = 0; count < 3; count += 1) {
    const next = rest.replace(BULLET, '').replace(CHECK_BOX, '').replace(EMOJI, '').trimStart();
    if (next === rest) return rest;
    rest = next;
  }
  return rest;
}

/** "1.", "2)", "(3)", "4:", "Step 5", "Schritt 6 -", "7/", "**8.**" */
const NUMBER = /^(?:\*\*|__)?\(?(\d{1,2})(?:[.):/]{1,2}| [-–—])(?:\*\*|__)?(\D|$)/;
const STEP = new RegExp(
  String.raw`^(?:\*\*|__)?${oneOf('names of steps')} ?#?(\d{1,2}) ?(?:[.):/–—-]|$)?(?:\*\*|__)? ?`,
  'i',
);
/** ①, ❶ and keycaps such as 1️⃣. */
const ROUND_NUMBER = /^(?:[①-⑳❶-❿➀-➓]|\d\uFE0F?\u20E3) ?[.):]? ?/u;

function withoutNumbers(lines: readonly string[]): string[] {
  return lines.map((line) =>
    line.replace(ROUND_NUMBER, '').replace(STEP, '').replace(NUMBER, '$2').trimStart(),
  );
}

/** A numbered list of ingredients counts up from one; amounts do not: "1. 200 g flour", "2. 3 eggs". */
function isCountedUp(lines: readonly string[]): boolean {
  const numbers = lines.flatMap((line) => NUMBER.exec(line)?.[1] ?? []);
  return numbers.length >= 2 && numbers.every((number, at) => Number(number) === at + 1);
}

const MAX_HEADING = 60;
const HASHES = /^#{1,6} ?/;
const BOLD = /^(?:\*\*|__).*(?:\*\*|__):?$/;
/** "For the sauce", "Für die Soße", "Zum Servieren", "To serve": a part. More words may name what is eaten. */
const PART = new RegExp(
  String.raw`^(?:${oneOf('beginnings of headings')} [\p{L}-]+|${oneOf('headings')})$`,
  'iu',
);

/**
 * A heading of ingredients is harmless, so a food must not become one: a line in capitals or in bold may be a food, since
 * labels write allergens so. In steps, nothing depends on it.
 */
function asHeading(line: string, kind: PastedKind): string {
  const isMarked = HASHES.test(line) || BOLD.test(line);
  const text = isMarked
    ? line
        .replace(HASHES, '')
        .replace(/\*\*|__/g, '')
        .trim()
    : line;
  if (text.length > MAX_HEADING || /\d/.test(text)) return text;
  const hasColon = /[:：]$/.test(text);
  const name = hasColon ? text.slice(0, -1).trimEnd() : text;
  const isCapital = name.length >= 3 && /^[\p{Lu}\p{M}\s&,/()-]+$/u.test(name) && /\p{Lu}{3}/u.test(name);
  const isHeading =
    kind === 'ingredients'
      ? hasColon || HASHES.test(line) || PART.test(name)
      : hasColon || isMarked || isCapital;
  if (!isHeading) return text;
  return `${isCapital && !hasColon ? inSentenceCase(name) : name}:`;
}

/** "SAUCE" is shouted. */
function inSentenceCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}
