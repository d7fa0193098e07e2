/** Long texts of a language, from `texts/NAME.txt` in its folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from './language.ts';

export function findText(language: Language, name: string): string | undefined {
  const file = join(import.meta.dirname, language, 'texts', `${name}.txt`);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
