/**
 * Reads the exports of other apps: a file of theirs in, recipes, meals and list items out, one at a time. What a file is
 * is decided by its content; names only say which files are pictures.
 */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { isMediaFile } from '#domain/recipe/media-files.ts';
import { parseDocument } from '#import/page/document.ts';
import { readPage } from '#import/page/page.ts';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveItem } from './archive-item.ts';
import { csvHeader, parseCsv } from './csv.ts';
import { isChowdown, readChowdown } from './formats/chowdown.ts';
import { isCooklang, readCooklang } from './formats/cooklang.ts';
import { isCopyMeThat, readCopyMeThat } from './formats/copy-me-that.ts';
import { isCrouton, readCrouton } from './formats/crouton.ts';
import { readJsonLdItems } from './formats/json-ld.ts';
import { isKitchenOwl, readKitchenOwl } from './formats/kitchen-owl.ts';
import { isMealie, readMealie } from './formats/mealie.ts';
import { isMealieBackup, readMealieBackup } from './formats/mealie-backup.ts';
import { isMela, readMela } from './formats/mela.ts';
import { isMyRecipeBox, readMyRecipeBox } from './formats/my-recipe-box.ts';
import { isPaprika, readPaprika } from './formats/paprika.ts';
import { isPlanToEat, readPlanToEat } from './formats/plan-to-eat.ts';
import { isRecipeKeeper, readRecipeKeeper } from './formats/recipe-keeper.ts';
import { isTandoor, readTandoor } from './formats/tandoor.ts';
import { findOwnExport } from './formats/weekfare.ts';
import { parseFrontMatter } from './front-matter.ts';
import { gunzip, isGzip } from './gzip.ts';
import { Source } from './source.ts';
import { folderOf, type SourceFile, type SourceFiles } from './source-file.ts';
import { decodeText } from './text-encoding.ts';
import { isZip, openZip, ZipBudget, type ZipLimits } from './zip.ts';

type Items = Iterable<ArchiveItem> | AsyncIterable<ArchiveItem>;

/** Throws an ArchiveError for a file that is hostile or damaged, or that has nothing to import. */
export async function* readArchive(path: string, limits?: ZipLimits): AsyncGenerator<ArchiveItem> {
  const budget = new ZipBudget(limits);
  let found = 0;
  for await (const item of readChosenFile(path, budget)) {
    if (item.kind !== 'left-out') found += 1;
    yield item;
  }
  if (found === 0)
    throw new ArchiveError(
      'no-recipe',
      'There is no recipe in this file, or it has a format that we do not know.',
    );
}

async function* readChosenFile(path: string, budget: ZipBudget): AsyncGenerator<ArchiveItem> {
  const handle = await open(path);
  try {
    const start = Buffer.alloc(4);
    await handle.read(start, 0, 4, 0);
    if (!isZip(start)) {
      const { size } = await handle.stat();
      if (size > budget.limits.entryBytes)
        throw new ArchiveError(
          'too-large',
          `The file is larger than ${budget.limits.entryBytes / 1_000_000} MB.`,
        );
      const file = { name: basename(path), bytes: size, read: () => handle.readFile() };
      yield* readFiles(new Map([[file.name, file]]), budget, 1);
      return;
    }
  } finally {
    await handle.close();
  }
  yield* readZip(path, budget, 1);
}

async function* readZip(
  source: string | Buffer,
  budget: ZipBudget,
  depth: number,
): AsyncGenerator<ArchiveItem> {
  const zip = await openZip(source, budget, depth);
  try {
    yield* readFiles(zip.files, budget, depth);
  } finally {
    zip.close();
  }
}

const MEALIE_DATABASE = 'database.json';

/** Without pictures, and without the folder beside the database of a Mealie: it has templates and attached files. */
function contentFiles(files: SourceFiles): SourceFile[] {
  const all = [...files.values()].filter(({ name }) => !isMediaFile(name));
  const databases = all.filter(({ name }) => basename(name) === MEALIE_DATABASE);
  const folders = databases.map(({ name }) => `${folderOf(name)}data/`);
  return all.filter(({ name }) => !folders.some((folder) => name.startsWith(folder)));
}

async function* readFiles(files: SourceFiles, budget: ZipBudget, depth: number): AsyncGenerator<ArchiveItem> {
  const own = await findOwnExport(files);
  const wanted = own?.recipes ?? contentFiles(files);
  for (const file of wanted) {
    const source = new Source(file.name, files);
    for await (const read of await readFile(file, source, budget, depth)) {
      const photo = read.kind === 'recipe' && (await own?.photoOf(file, source));
      const item = photo ? { ...read, photo } : read;
      yield* source.takeLeftOut().map((each) => ({ kind: 'left-out' as const, ...each }));
      if (item.kind === 'recipe' && item.recipe.title === '')
        yield { kind: 'left-out', code: 'no-title', name: file.name };
      else yield item;
    }
    yield* source.takeLeftOut().map((each) => ({ kind: 'left-out' as const, ...each }));
  }
  if (own) yield* own.others();
}

/** Not a generator, which would hold the bytes and the text in memory until the last recipe is read. */
async function readFile(file: SourceFile, source: Source, budget: ZipBudget, depth: number): Promise<Items> {
  const bytes = await file.read();
  if (isZip(bytes)) return readZip(bytes, budget, depth + 1);
  const content = isGzip(bytes) ? gunzip(bytes, file.name, budget) : bytes;
  return orLeftOut(readText(decodeText(content).trim(), source), source);
}

async function* orLeftOut(items: Items, source: Source): AsyncGenerator<ArchiveItem> {
  let isEmpty = true;
  for await (const item of items) {
    isEmpty = false;
    yield item;
  }
  if (isEmpty && !source.hasLeftOut) source.leaveOut('no-recipe', source.name);
}

function readText(text: string, source: Source): Items {
  if (text.startsWith('{') || text.startsWith('[')) return readJson(parseJson(text), source);
  if (text.startsWith('<')) return readHtml(text, source);
  const matter = parseFrontMatter(text);
  if (matter && isChowdown(matter.front)) return readChowdown(matter.front, matter.body, source);
  if (isCooklang(text)) return readCooklang(text, source);
  return readCsv(text, source);
}

/** Undefined if it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function* readCsv(text: string, source: Source): Generator<ArchiveItem> {
  const header = csvHeader(text);
  if (isPlanToEat(header)) for (const row of parseCsv(text)) yield* readPlanToEat(row, source);
  else if (isMyRecipeBox(header)) for (const row of parseCsv(text)) yield* readMyRecipeBox(row, source);
}

async function* readHtml(text: string, source: Source): AsyncGenerator<ArchiveItem> {
  if (isRecipeKeeper(text)) yield* readRecipeKeeper(parseDocument(text), source);
  else if (isCopyMeThat(text)) yield* readCopyMeThat(parseDocument(text), source);
  else {
    const page = readPage(text, {});
    if (!('found' in page)) yield { kind: 'recipe', format: 'web-page', recipe: page };
  }
}

function readJson(value: unknown, source: Source): Items {
  if (isMealieBackup(value)) return readMealieBackup(value, source);
  if (isKitchenOwl(value)) return readKitchenOwl(value, source);
  return readJsonValues(Array.isArray(value) ? value : [value], source);
}

/** Files with several recipes of the same app: people put them together. */
async function* readJsonValues(values: unknown[], source: Source): AsyncGenerator<ArchiveItem> {
  for (const each of values) yield* readJsonValue(each, source);
}

async function* readJsonValue(value: unknown, source: Source): AsyncGenerator<ArchiveItem> {
  if (isTandoor(value)) yield* readTandoor(value, source);
  else if (isPaprika(value)) yield* readPaprika(value, source);
  else if (isMela(value)) yield* readMela(value, source);
  else if (isCrouton(value)) yield* readCrouton(value, source);
  else if (isMealie(value)) yield* readMealie(value, source);
  else yield* readJsonLdItems(value, source);
}
