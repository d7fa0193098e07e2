/**
 * Writes src/auth/common-passwords.bin from a list of passwords, one a line, and JSON lists of words, each with the most
 * common first:
 *
 *     node scripts/common-passwords.ts PASSWORDS.txt WORDS.json …
 *
 * docs/decisions/0030-common-passwords.md names the sources. The file has no passwords, only the first bytes of their
 * SHA-256, sorted.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { COMMON_PASSWORDS_FILE, HASH_BYTES, shortHash } from '#auth/common-passwords.ts';
import { MIN_PASSWORD, plainForm } from '#domain/family/password-words.ts';

/** Of those that are long enough to be chosen. */
const LONG = 20_000;
/** Of all lengths, and of each list of words: people add digits to them. */
const ALL = 10_000;
const WORDS = 5_000;

const [, , list = '', ...wordLists] = process.argv;
const passwords = readFileSync(list, 'utf8').split(/\r?\n/).filter(Boolean).map(plainForm);
const long = new Set(passwords.filter(({ length }) => length >= MIN_PASSWORD));
const words = wordLists.flatMap((file) => {
  const all = JSON.parse(readFileSync(file, 'utf8')) as string[];
  return all.slice(0, WORDS).flatMap((word) => [plainForm(word), withoutUmlauts(plainForm(word))]);
});
const bases = [...passwords.slice(0, ALL), ...words].filter(({ length }) => length >= 4);
const chosen = new Set([...bases, ...[...long].slice(0, LONG)]);
const hashes = [...new Set(Array.from(chosen, (text) => shortHash(text).toString('hex')))].toSorted();
writeFileSync(COMMON_PASSWORDS_FILE, Buffer.from(hashes.join(''), 'hex'));
console.log(`${hashes.length} passwords, ${hashes.length * HASH_BYTES} bytes`);

/** As Germans type on other keyboards. */
function withoutUmlauts(text: string): string {
  return text.replaceAll('ä', 'ae').replaceAll('ö', 'oe').replaceAll('ü', 'ue').replaceAll('ß', 'ss');
}
