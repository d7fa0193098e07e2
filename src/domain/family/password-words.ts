/** What makes a new password easy to guess: a common word with digits around it, few characters, one's own name. */

export const MIN_PASSWORD = 10;

/** As passwords are compared with a list: case and the composition of accents do not matter. */
export function plainForm(password: string): string {
  return password.normalize('NFC').toLowerCase();
}

/** The password itself, and its middle without the digits and signs that people add: `password` of `Password2026!`. */
export function guessableForms(password: string): string[] {
  const plain = plainForm(password);
  const letters = /\p{L}/u;
  const characters = Array.from(plain);
  const first = characters.findIndex((character) => letters.test(character));
  const last = characters.findLastIndex((character) => letters.test(character));
  return first === -1 ? [plain] : [plain, characters.slice(first, last + 1).join('')];
}

/** `aaaaaaaaaa`, `1212121212` */
export function isRepetitive(password: string): boolean {
  return new Set(plainForm(password)).size <= 3;
}

const PRODUCT = 'weekfare';
/** Shorter words are in too many others. */
const MIN_WORD = 3;

/** Whether nothing but the address, the family's name or ours is left of a password without digits and signs. */
export function isPersonal(
  password: string,
  { email, familyName }: { email: string; familyName: string },
): boolean {
  const [local = '', domain = ''] = email.split('@', 2);
  const texts = [email, local, domain, familyName, PRODUCT];
  const parts = [...texts, ...texts.flatMap((text) => text.split(/[^\p{L}]+/u))];
  const words = parts.map(lettersOf).filter((word) => word.length >= MIN_WORD);
  let rest = lettersOf(password);
  if (rest.length < MIN_WORD) return false;
  // The longest first, so that a part of a word does not hide the word.
  for (const word of words.toSorted((first, second) => second.length - first.length)) {
    rest = rest.replaceAll(word, '');
  }
  return rest.length < MIN_WORD;
}

function lettersOf(text: string): string {
  return plainForm(text).replace(/[^\p{L}]+/gu, '');
}
