/**
 * Finds the ingredients of a page that neither names them in a heading nor in a class: a list in which most lines begin
 * with an amount and a unit. The sentences after it are the steps.
 */
import type { Block } from './blocks.ts';
import { introducesLines } from '#import/page/words/part-words.ts';
import { readWords } from '#languages/words.ts';

const { oneOf, set } = readWords('pages');

const UNITS = set('units behind amounts');
/** Followed by the food without a space. */
const ATTACHED_UNITS = new RegExp(`^${oneOf('beginnings of units')}`);
const MEASURED = new RegExp(
  String.raw`^(?:[-–•*] ?)?(?:${oneOf('circa')} ?)?[\d½¼¾⅓⅔⅛][\d.,/½¼¾⅓⅔⅛ –-]{0,9}(\p{L}{1,14})`,
  'u',
);

/** "Творог 500 г": in tables, the amount is often in the second column. */
const MEASURED_LAST = /\p{L} [–—-]? ?[\d½¼¾⅓⅔⅛][\d.,/½¼¾⅓⅔⅛]{0,6} ?(\p{L}{1,14})\.?(?: \p{L}\.)?$/u;

function isMeasured(line: string): boolean {
  const unit = (MEASURED.exec(line) ?? MEASURED_LAST.exec(line))?.[1]?.toLowerCase() ?? '';
  return UNITS.has(unit) || ATTACHED_UNITS.test(unit);
}
const COUNTED_FIRST = /^(?:[-–•*] ?)?[\d½¼¾⅓⅔⅛]/;
const isCounted = (line: string): boolean => COUNTED_FIRST.test(line) || MEASURED_LAST.test(line);
const MAX_LINE = 100;
const MIN_LINES = 3;
const MIN_SENTENCE = 30;

/** The run of blocks with the most measured lines, and the texts that follow it; undefined if there is none. */
export function findAmountList(
  blocks: readonly Block[],
): { ingredients: Block[]; steps: Block[] } | undefined {
  let best: { start: number; end: number; score: number } | undefined;
  let start = 0;
  const consider = (end: number): void => {
    start = withoutGreeting(blocks, start, end);
    const run = blocks.slice(start, end);
    const score = blocks[end]?.names === 'steps' ? scoreBeforeSteps(run) : scoreOf(run);
    if (score > (best?.score ?? 0)) best = { start, end, score };
  };
  blocks.forEach((block, at) => {
    if (isLine(block) && blocks[start]?.kind === block.kind) return;
    // "For the glaze:" between two parts of the list.
    if (at > start && isGroupHeading(block) && blocks[at + 1]?.kind === blocks[start]?.kind) return;
    if (at > start) consider(at);
    start = isLine(block) ? at : at + 1;
  });
  consider(blocks.length);
  if (best === undefined) return undefined;
  return { ingredients: blocks.slice(best.start, best.end), steps: stepsAfter(blocks, best.end) };
}

/** Lines of text before the first amount, such as "Hello everybody,", are no ingredients. */
function withoutGreeting(blocks: readonly Block[], start: number, end: number): number {
  if (blocks[start]?.kind !== 'text') return start;
  let first = start;
  while (first < end && !isCounted(blocks[first]?.text ?? '')) first += 1;
  return first > start && introducesLines(blocks[first - 1]?.text ?? '') ? first - 1 : first;
}

function isLine({ kind, text, isForeign }: Block): boolean {
  return (
    kind !== 'heading' &&
    !isForeign &&
    text.length <= MAX_LINE &&
    (!/[.!?]$/.test(text) || MEASURED_LAST.test(text))
  );
}

function isGroupHeading({ kind, level, text, isForeign }: Block): boolean {
  return kind === 'heading' && !isForeign && (level > 3 || introducesLines(text));
}

function scoreOf(run: readonly Block[]): number {
  if (run.length < MIN_LINES) return 0;
  const measured = run.filter(({ text }) => isMeasured(text)).length;
  const counted = run.filter(({ text }) => isCounted(text)).length;
  return measured >= 2 && measured >= run.length * 0.3 && counted >= run.length * 0.5 ? measured : 0;
}

/** A list right before the heading of the steps needs fewer amounts. */
function scoreBeforeSteps(run: readonly Block[]): number {
  const counted = run.filter(({ text }) => isCounted(text)).length;
  const isList = run.length >= MIN_LINES && run.every(({ kind }) => kind === 'item');
  return isList && counted >= run.length * 0.4 ? counted : scoreOf(run);
}

/** Up to a heading after the first of them, or the comments. */
function stepsAfter(blocks: readonly Block[], from: number): Block[] {
  const steps: Block[] = [];
  for (const block of blocks.slice(from)) {
    if (block.isForeign || (block.kind === 'heading' && steps.length > 0)) break;
    if (block.kind !== 'heading' && block.text.length >= MIN_SENTENCE) steps.push(block);
  }
  return steps;
}
