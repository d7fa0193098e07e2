/**
 * Lines of a mail, a chat, a caption or a scanned page without what belongs to the message and not to the recipe: headers,
 * greetings, quotes, signatures, senders, emoji, hashtags, and hyphens at the ends of lines.
 */
import { withoutBullet } from '#import/page/plain-text.ts';
import { partOfHeading } from '#import/page/words/part-words.ts';
import { readWords } from '#languages/words.ts';

const { oneOf } = readWords('pasted-texts');

/** "[12.03.24, 18:22] Ann: " or "12/03/2024, 18:22 - Ann: ". */
const SENDER =
  /^\[?\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?(?:\]| -) [^:]{1,40}: /i;
const SUBJECT = new RegExp(
  `^${oneOf('subject')}: ?(?:${oneOf('replies', 'replies, in a subject')}: ?){0,4}`,
  'i',
);
const HEADER = new RegExp(`^${oneOf('headers')}: |^-{3,} ?${oneOf('forwarded')}|${oneOf('wrote')}:$`, 'i');
const GREETING = new RegExp(
  String.raw`^${oneOf('salutations', 'salutations, before a comma')}(?: \p{L}{1,20}){0,3}[,!](?: |$)`,
  'iu',
);
const SIGNATURE = new RegExp(
  `^(?:-- ?$|${oneOf('signatures')},?$|${oneOf('signatures, before a comma')}, |${oneOf('sent from')} |${oneOf('begins a signature')})`,
  'i',
);
/** "LG Anna" (Liebe Grüße), not "Lg tomatoes". */
const INITIALS = new RegExp(
  String.raw`^${oneOf('initials of a greeting')}[,!]?(?: \p{Lu}\p{L}{1,19})?$`,
  'u',
);
const QUOTE = /^>/;
const PAGE_NUMBER = /^[-–—] ?\d{1,4} ?[-–—]$/;
const HASHTAGS = /^(?:#[\p{L}\p{N}_]{1,60} ?)+$/u;
const KEYCAP = /^(\d)\uFE0F?\u20E3 ?/u;
const EMOJI_FIRST = /^(?:\p{Extended_Pictographic}[\uFE0F\u200D\p{Emoji_Modifier}]{0,3} ?){1,6}/u;
// Not in one class: V8 14 does not find a surrogate pair of a class before the end.
const EMOJI_LAST = /(?:\p{Extended_Pictographic}|[\uFE0F\u200D\p{Emoji_Modifier}])$/u;
const MAX_EMOJI = 20;
const BOLD = /\*\*([^*]{1,200})\*\*/g;

export function withoutMessageMarks(lines: readonly string[]): string[] {
  const cleaned: string[] = [];
  const lastOfRecipe = lines.findLastIndex(isOfRecipe);
  for (const [at, line] of lines.entries()) {
    const text = cleanLine(line);
    if (at > lastOfRecipe && cleaned.length > 1 && (SIGNATURE.test(text) || INITIALS.test(text))) break;
    if (text !== '' && !isOfMessage(text)) addLine(cleaned, text);
  }
  return cleaned;
}

const AMOUNT_FIRST = /^\d+ ?(?:\p{L}|[½¼¾⅓⅔⅛/.,-])|^[½¼¾⅓⅔⅛]/u;

/** What cannot follow a signature: "Cheers," above "2 onions" is none. */
function isOfRecipe(line: string): boolean {
  const text = withoutBullet(cleanLine(line));
  return !isOfMessage(text) && (AMOUNT_FIRST.test(text) || partOfHeading(text) !== undefined);
}

function isOfMessage(line: string): boolean {
  return HEADER.test(line) || QUOTE.test(line) || HASHTAGS.test(line) || PAGE_NUMBER.test(line);
}

function cleanLine(line: string): string {
  const text = line.replace(SENDER, '').replace(SUBJECT, '').replace(KEYCAP, '$1. ').replace(EMOJI_FIRST, '');
  return withoutLastEmoji(text).replace(BOLD, '$1').replace(GREETING, '').trim();
}

/** One at a time: an expression for all of them would take quadratic time. */
function withoutLastEmoji(line: string): string {
  let rest = line;
  for (let count = 0; count < MAX_EMOJI && EMOJI_LAST.test(rest); count += 1)
    rest = rest.replace(EMOJI_LAST, '').trimEnd();
  return rest;
}

/** A scanned page divides words at the ends of lines: "festko-" and "chend". */
function addLine(lines: string[], line: string): void {
  const last = lines.length - 1;
  const before = lines[last];
  if (before !== undefined && /\p{Ll}-$/u.test(before) && /^\p{Ll}/u.test(line))
    lines[last] = before.slice(0, -1) + line;
  else lines.push(line);
}
