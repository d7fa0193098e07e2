/** Recovery codes: 120 random bits each, in a form that people can write down and type. */
import { randomInt } from 'node:crypto';
import { hashSecret } from './secret.ts';

export const CODES = 8;
/** Without I, L, O and U, which are mistaken for others (Crockford's Base32). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `7XQ2-M0ZK-9FHB-3WRT-C5VD-8NJ1` */
export function newRecoveryCode(): string {
  return Array.from({ length: 6 }, newGroup).join('-');
}

function newGroup(): string {
  return Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Of a code as it was typed: in any case, with or without hyphens and spaces, with I, L or O for 1 and 0. */
export function hashRecoveryCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return hashSecret(letters.replace(/[IL]/g, '1').replaceAll('O', '0'));
}
