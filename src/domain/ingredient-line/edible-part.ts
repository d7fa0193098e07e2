/**
 * Whether the weight in a line is that of the part that is eaten. "300 g peeled pumpkin" is weighed without its peel,
 * and "300 g pumpkin, peeled" with it, by the convention of recipes. Meat is bought without bones in either case.
 */
import type { Token } from './tokens.ts';
import { setOf } from './line-words.ts';

const BEFORE_OR_IN_NAME = setOf('edible part, before or in the name');
const NET = setOf('edible part');
/** "300 g pumpkin (peeled weight)". */
const WEIGHED = setOf('weighed');
const PREPARED = setOf('before weighed');

/** `nameStart` is where the description begins, and `nameEnd` where the name of the food ends. */
export function isEdiblePart(tokens: readonly Token[], nameStart: number, nameEnd: number): boolean {
  const words = tokens.map((token) => (token.kind === 'word' ? token.key : ''));
  if (words.slice(nameStart, nameEnd).some((word) => BEFORE_OR_IN_NAME.has(word))) return true;
  const behind = words.slice(nameEnd);
  const isWeighed = (word: string, at: number): boolean =>
    WEIGHED.has(word) && PREPARED.has(behind[at - 1] ?? '');
  return behind.some((word, at) => NET.has(word) || isWeighed(word, at));
}
