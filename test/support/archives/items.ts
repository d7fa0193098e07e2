/** Reads a sample of an export, and writes down what is expected of it. */
import type { LeftOutCode } from '#domain/recipe/import-report.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArchive } from '#import/archive/archive.ts';
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import { freshFolder } from '../store.ts';
import { PICTURE } from './picture.ts';

/** The file has a name that says nothing: a format is known by its content. */
export async function readSample(bytes: Buffer): Promise<unknown[]> {
  using cleanup = new DisposableStack();
  const file = join(freshFolder({ after: (work) => cleanup.defer(() => void work()) }), 'file');
  writeFileSync(file, bytes);
  return (await Array.fromAsync(readArchive(file))).map(withPictureAsWord);
}

/** "clean" for the picture of the samples without its metadata. */
function withPictureAsWord(item: ArchiveItem): unknown {
  if (item.kind !== 'recipe' || !item.recipe.picture || 'address' in item.recipe.picture) return item;
  const { small, large } = item.recipe.picture;
  const isClean = Buffer.from(large.bytes).equals(PICTURE);
  const picture = `${isClean ? 'clean' : 'other'}${small === large ? '' : ' in two sizes'}`;
  return { ...item, recipe: { ...item.recipe, picture } };
}

export function recipe(format: string, id: string | undefined, expected: object): unknown {
  const empty = { notes: [], tags: [], categories: [], cuisines: [] };
  return { kind: 'recipe', format, ...(id !== undefined && { id }), recipe: { ...empty, ...expected } };
}

export function leftOut(code: LeftOutCode, name?: string): unknown {
  return { kind: 'left-out', code, ...(name !== undefined && { name }) };
}

export const RATINGS = leftOut('ratings');
export const TOOLS = leftOut('tools');
