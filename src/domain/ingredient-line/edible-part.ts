/**
 * Whether the weight in a line is that of the part that is eaten. "300 g peeled pumpkin" is weighed without its peel,
 * and "300 g pumpkin, peeled" with it, by the convention of recipes. Meat is bought without bones in either case.
 */
import type { Token } from './tokens.ts';

const BEFORE_OR_IN_NAME = new Set(
  `peeled shelled shucked pitted stoned boneless boned deboned flesh meat fillet fillets filet filets floret florets kernels
  geschalt geschalte geschalter geschaltes geschalten entsteint entsteinte entsteinten ausgelost ausgeloste ausgelosten
  knochenlos knochenlose fruchtfleisch fleisch roschen`.split(/\s+/),
);
const NET = new Set(['boneless', 'boned', 'deboned', 'knochenlos', 'ausgelost', 'netto', 'nettogewicht']);
/** "300 g pumpkin (peeled weight)". */
const WEIGHED = new Set(['weight', 'gewogen']);
const PREPARED = new Set([
  'peeled',
  'shelled',
  'prepared',
  'trimmed',
  'net',
  'flesh',
  'pitted',
  'geputzt',
  'geschalt',
]);

/** `nameStart` is where the description begins, and `nameEnd` where the name of the food ends. */
export function isEdiblePart(tokens: readonly Token[], nameStart: number, nameEnd: number): boolean {
  const words = tokens.map((token) => (token.kind === 'word' ? token.key : ''));
  if (words.slice(nameStart, nameEnd).some((word) => BEFORE_OR_IN_NAME.has(word))) return true;
  const behind = words.slice(nameEnd);
  const isWeighed = (word: string, at: number): boolean =>
    WEIGHED.has(word) && PREPARED.has(behind[at - 1] ?? '');
  return behind.some((word, at) => NET.has(word) || isWeighed(word, at));
}
