/** Short forms for samples of odd exports: what a reader sees of the items, and the files of three apps. */
import { gzipSync } from 'node:zlib';
import { linesOfGroups } from '#domain/recipe/headings.ts';
import type { ArchiveItem } from '#import/archive/archive-item.ts';
import { readSample } from './items.ts';
import { type ZipEntry, zipOf } from './zip-writer.ts';

/**
 * Every item in one text: title, yield and minutes | ingredients | steps | notes and other facts. What is empty is absent,
 * headings end with a colon, and what is left out is in brackets.
 */
export async function outlineOf(bytes: Buffer): Promise<string[]> {
  return ((await readSample(bytes)) as ArchiveItem[]).map(outline);
}

function outline(item: ArchiveItem): string {
  if (item.kind === 'left-out') return `(${[item.code, item.name].filter(Boolean).join(' ')})`;
  if (item.kind === 'list-item') return `${item.item.isTicked ? 'ticked' : 'buy'} ${item.item.text}`;
  if (item.kind !== 'recipe') return item.kind;
  const { recipe } = item;
  const minutes = [recipe.prepMinutes, recipe.cookMinutes, recipe.totalMinutes].map((each) => each ?? 0);
  const facts = [recipe.yield, minutes.some(Boolean) ? minutes.join('+') : undefined];
  const steps = recipe.stepGroups.map(({ steps: lines, ...group }) => ({ ...group, lines }));
  const others = [
    ...recipe.notes,
    recipe.description,
    recipe.author,
    recipe.source,
    ...recipe.tags,
    ...recipe.categories,
    ...Object.values(recipe.nutrition ?? {}),
    typeof recipe.picture === 'object' ? 'picture address' : recipe.picture && 'picture',
  ];
  return [[recipe.title, ...facts], linesOfGroups(recipe.ingredientGroups), linesOfGroups(steps), others]
    .map((part) => part.filter(Boolean).join('; '))
    .join(' | ')
    .replace(/[ |]+$/, '');
}

export function mealieZip(recipe: object, ...files: ZipEntry[]): Buffer {
  return zipOf([{ name: 'soup/soup.json', content: JSON.stringify({ name: 'Soup', ...recipe }) }, ...files]);
}

/** One recipe, with these steps and other fields. */
export function tandoorZip(steps: readonly object[], fields: object = {}): Buffer {
  return zipOf([{ name: 'recipe.json', content: tandoorJson(steps, fields) }]);
}

export function tandoorJson(steps: readonly object[], fields: object = {}): string {
  return JSON.stringify({ name: 'Stew', working_time: 0, waiting_time: 0, steps, ...fields });
}

/** Each recipe is a file of the archive. */
export function paprikaZip(...recipes: object[]): Buffer {
  const files = recipes.map((recipe, at) => ({
    name: `${at}.paprikarecipe`,
    content: gzipSync(JSON.stringify(paprikaRecipe(recipe))),
  }));
  return zipOf(files);
}

export function paprikaRecipe(fields: object): object {
  return { uid: 'U', name: 'Pie', ingredients: '1 egg', directions: 'Bake.', ...fields };
}
