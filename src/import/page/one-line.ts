/** Splits a list of ingredients that is one line of text. */

const MIN_PARTS = 3;
const AMOUNT_FIRST = /^(?:ca\. ?|about )?[\d½¼¾⅓⅔⅛]/;

/** "2 eggs, 100 g flour, 1 cup milk, salt". A comma between digits belongs to a number. */
export function splitOneLine(line: string): string[] {
  const parts = line
    .split(/[,;] |(?<!\d)[,;](?=\S)|[,;](?=\p{L})|\||•/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const withAmount = parts.filter((part) => AMOUNT_FIRST.test(part)).length;
  return parts.length >= MIN_PARTS && withAmount >= parts.length / 2 ? parts : [line];
}
