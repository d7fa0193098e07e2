/**
 * Everything of a family as one zip file: each recipe as JSON-LD and Cooklang, its plans, lists and preferences as JSON,
 * and what is stored about its account. `import` reads it again (docs/export.md). Photos are in `pictures/`, named like
 * the files of their recipes.
 */
import { writeCooklang } from '#export/cooklang.ts';
import { writeJsonLd } from '#export/json-ld.ts';
import { readmeOf } from '#export/readme.ts';
import { type ZippedFile, zipOf } from '#export/zip.ts';
import { currencyOf } from '#domain/family/currency.ts';
import { MAX_RECIPE_BYTES } from '#domain/family/quota.ts';
import type { Photo } from '#domain/photo/photo.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { Slugs } from '#domain/text/slug.ts';
import { instantText } from '#domain/week/instant.ts';
import type { Week } from '#domain/week/week.ts';
import { documentOf, readInSnapshot, type SectionName, SECTION_NAMES, SECTIONS } from '#storage/export.ts';
import { nextTurn } from '#storage/paging.ts';
import type { Db } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { findOpenLines } from '#storage/tables/shopping-list/added-lines.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findPhotoFile, findPhotos, type PhotoFile } from '#storage/tables/recipe/photos.ts';
import { readUsedTitles } from '#queries/recipe/sub-recipes.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { readAllRecipeTexts } from '#storage/tables/recipe/recipes.ts';

const ARCHIVE_VERSION = 1;

/** Files with one section. `recipes` are files of their own, and all other sections are in `account.json`. */
const FILES = {
  'plans.json': 'plans',
  'pantry.json': 'pantry',
  'prices.json': 'prices',
  'answers.json': 'lineAnswers',
  'notes.json': 'recipeNotes',
  'week-exceptions.json': 'weekExceptions',
  'menus.json': 'menus',
  'stars.json': 'stars',
  'rejected-dishes.json': 'rejectedDishes',
} as const satisfies Record<string, SectionName>;
const IN_OTHER_FILES: readonly SectionName[] = [
  ...Object.values(FILES),
  'recipes',
  'photos',
  'recipePhotos',
  'preferences',
  'listOperations',
];
const ACCOUNT = SECTION_NAMES.filter((name) => !IN_OTHER_FILES.includes(name));

/** The bytes of the file, in pieces. See `readInSnapshot` for what the caller must do. */
export function exportArchive(
  store: Pick<Store, 'db' | 'kind'>,
  family: string,
  { nowMs, maxIdleMs }: { nowMs: number; maxIdleMs: number },
): Promise<AsyncGenerator<Buffer, void>> {
  return readInSnapshot(store, maxIdleMs, (tx) => zipOf(filesOf(tx, family, nowMs), nowMs));
}

async function* filesOf(tx: Db, family: string, nowMs: number): AsyncGenerator<ZippedFile, void> {
  yield* descriptions(tx, family, nowMs);
  yield* recipeFiles(tx, family);
  for (const [name, section] of Object.entries(FILES)) yield { name, text: SECTIONS[section](tx, family) };
  yield { name: 'lists.json', text: lists(tx, family) };
  yield { name: 'preferences.json', text: await preferences(tx, family) };
  yield { name: 'account.json', text: documentOf(tx, family, ACCOUNT) };
}

async function* descriptions(tx: Db, family: string, nowMs: number): AsyncGenerator<ZippedFile, void> {
  const { name = '', timeZone = 'UTC', units, currency = null } = (await findFamily(tx, family)) ?? {};
  const exportedAt = instantText(nowMs);
  const about = { name, timeZone, units, currency: currencyOf({ currency, timeZone }) };
  const manifest = { format: 'weekfare', version: ARCHIVE_VERSION, exportedAt, family: about };
  yield { name: 'README.txt', text: readmeOf(name, exportedAt.slice(0, 10)) };
  yield { name: 'weekfare.json', text: `${JSON.stringify(manifest, undefined, 2)}\n` };
}

async function* recipeFiles(tx: Db, family: string): AsyncGenerator<ZippedFile, void> {
  const slugs = new Slugs();
  for await (const texts of readAllRecipeTexts(tx, family)) {
    const ids = texts.map(({ id }) => id);
    const photos = await findPhotos(tx, family, ids);
    // Most recipes use no other one: their text says so without being read.
    const sources = texts.filter(({ source }) => source.includes('"references"'));
    const used = sources.map(({ source }) => JSON.parse(source) as RecipeSource);
    const titles = await readUsedTitles(tx, family, used);
    for (const { id, source: text } of texts) {
      // An earlier release accepted a megabyte, which takes too long to convert, and which no import accepts now.
      if (text.length > MAX_RECIPE_BYTES) {
        yield { name: `recipes/${slugs.add('', 'long-recipe')}.json`, text };
        continue;
      }
      const recipe = { id, source: JSON.parse(text) as RecipeSource, titles };
      const slug = slugs.add(recipe.source.title, 'recipe');
      const name = `recipes/${slug}`;
      // Each format in a turn of its own.
      yield { name: `${name}.json`, text: writeJsonLd(recipe) };
      await nextTurn();
      yield { name: `${name}.cook`, text: writeCooklang(recipe) };
      await nextTurn();
      yield* photoFiles(tx, family, slug, photos.get(id));
    }
  }
}

async function* photoFiles(
  tx: Db,
  family: string,
  slug: string,
  photo: Photo | undefined,
): AsyncGenerator<ZippedFile, void> {
  const [small, large] = photo ? [photo.small, photo.large] : [];
  const file = large && (await findPhotoFile(tx, family, large));
  if (!small || !file) return;
  yield { name: `pictures/${slug}.${endingOf(file)}`, bytes: file.bytes };
  const smallFile = small === large ? undefined : await findPhotoFile(tx, family, small);
  if (smallFile) yield { name: `pictures/small/${slug}.${endingOf(smallFile)}`, bytes: smallFile.bytes };
}

/** Of a file name: `webp`, `jpeg` or `png`. */
function endingOf({ mediaType }: PhotoFile): string {
  return mediaType.slice('image/'.length);
}

/** Later than every week. */
const END: Week = '9999-12-27' as Week;

async function* lists(tx: Db, family: string): AsyncGenerator<string, void> {
  const open = await findOpenLines(tx, family, END);
  const toBuy = open
    .flatMap((line) => (line.kind === 'add' ? [line] : []))
    .toSorted(byId)
    .map(({ text }) => text);
  yield `{"toBuy":${JSON.stringify(toBuy)},\n"operations":`;
  yield* SECTIONS.listOperations(tx, family);
  yield '}';
}

function byId(first: { opId: string }, second: { opId: string }): number {
  return first.opId < second.opId ? -1 : 1;
}

async function preferences(tx: Db, family: string): Promise<string> {
  const found = await findPreferences(tx, family);
  const shown = found && { language: found.language, preferences: found.preferences };
  return `${JSON.stringify(shown ?? null, undefined, 2)}\n`;
}
