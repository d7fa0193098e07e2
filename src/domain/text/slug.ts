/** Names of files: letters of any script, digits and hyphens, which every file system accepts. */
import { normalize } from './unicode.ts';

/** File names have at most 255 bytes; a letter has up to four. */
const MAX_LENGTH = 50;
/** Names that Windows reserves for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** In lower case, since some file systems ignore case. `otherwise` for a text without letters and digits. */
export function slugOf(text: string, otherwise: string): string {
  const words = normalize(text, 'NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-');
  const slug = normalize(Array.from(words).slice(0, MAX_LENGTH).join(''), 'NFC').replaceAll(/^-|-$/g, '');
  if (slug === '') return otherwise;
  return RESERVED.test(slug) ? `${slug}-${otherwise}` : slug;
}

/** Gives each text a name that no other has: "soup", "soup-2". */
export class Slugs {
  /** Every name, and the number of the next file with it. */
  readonly #used = new Map<string, number>();

  add(text: string, otherwise: string): string {
    const slug = slugOf(text, otherwise);
    let [name, number] = [slug, this.#used.get(slug) ?? 1];
    for (; this.#used.has(name); number += 1) name = `${slug}-${number + 1}`;
    this.#used.set(slug, number);
    this.#used.set(name, this.#used.get(name) ?? 1);
    return name;
  }
}
