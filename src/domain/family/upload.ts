/** Limits of files that members send, and how recipes of a file are chosen. */

/** An export of 2,000 recipes without pictures has 3 MB, one with pictures in it 50 kB a recipe. */
export const MAX_UPLOAD_BYTES = 100_000_000;

/** More recipes than a family may have, in both directions of `encodePositions`. */
export const MAX_POSITIONS = 20_000;

/** Positions in a list as a short text: four of them in each hexadecimal digit. */
export function encodePositions(positions: Iterable<number>): string {
  const digits: number[] = [];
  for (const at of positions) {
    const digit = Math.floor(at / 4);
    while (digits.length <= digit) digits.push(0);
    digits[digit] = (digits[digit] ?? 0) | (1 << (at % 4));
  }
  return digits.map((digit) => digit.toString(16)).join('');
}

export function decodePositions(text: string): Set<number> {
  const positions = new Set<number>();
  for (let at = 0; at < text.length * 4; at += 1) {
    const digit = Number.parseInt(text[Math.floor(at / 4)] ?? '', 16);
    if (digit & (1 << (at % 4))) positions.add(at);
  }
  return positions;
}

/** How long an import can be undone, and continued after an interruption. */
export const UNDO_MS = 7 * 86_400_000;
