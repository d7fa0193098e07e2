/**
 * Weekfare's own export (docs/export.md). Recipes are read from their JSON-LD, or from their Cooklang where somebody has
 * deleted that. What belongs to the account is left out.
 */
import { basename } from 'node:path/posix';
import { z } from 'zod';
import { ALLERGENS } from '#domain/food/food.ts';
import { type PhotoContent, type PhotoSize, PHOTO_SIZES, type PictureFile } from '#domain/photo/photo.ts';
import { checkPhotoFile } from '#domain/photo/photo-file.ts';
import { mealAt, SLOTS } from '#domain/plan/plan.ts';
import { mealsSchema, recipeIdSchema, weekSchema } from '#domain/plan/plan-schema.ts';
import { MAX_MENU_NAME_LENGTH } from '#domain/plan/menu.ts';
import { weekExceptionsSchema } from '#domain/preferences/week-exceptions-schema.ts';
import { recipeNoteSchema } from '#domain/recipe/recipe-note-schema.ts';
import { listOperationSchema } from '#domain/shopping-list/operation-schema.ts';
import { textLine } from '#domain/text/text.ts';
import { DAYS } from '#domain/week/week.ts';
import { type ArchiveItem, type FamilyData, ownId } from '#import/archive/archive-item.ts';
import type { Source } from '#import/archive/source.ts';
import { folderOf, type SourceFile, type SourceFiles } from '#import/archive/source-file.ts';

const MANIFEST = 'weekfare.json';
const ACCOUNT = 'account.json';
/** A manifest is short; other programs may have a file of this name. */
const MAX_MANIFEST_BYTES = 100_000;

const manifestSchema = z.object({
  format: z.literal('weekfare'),
  family: z.object({ currency: z.string().nullable() }),
});

/** An export of Weekfare: the files of its recipes, and all that comes after them. */
export type OwnExport = {
  readonly recipes: readonly SourceFile[];
  /** The photo of the recipe in this file. */
  photoOf(recipe: SourceFile, source: Source): Promise<PhotoContent | undefined>;
  others(): AsyncGenerator<ArchiveItem>;
};

export async function findOwnExport(files: SourceFiles): Promise<OwnExport | undefined> {
  for (const file of files.values()) {
    if (basename(file.name) !== MANIFEST || file.bytes > MAX_MANIFEST_BYTES) continue;
    const manifest = manifestSchema.safeParse(await readJson(file)).data;
    const folder = folderOf(file.name);
    if (manifest)
      return {
        recipes: recipesIn(files, folder),
        photoOf: (recipe, source) => readPhoto(files, folder, recipe, source),
        others: () => readOthers(files, folder, manifest.family.currency),
      };
  }
  return undefined;
}

async function readJson(file: SourceFile | undefined): Promise<unknown> {
  try {
    return file && JSON.parse((await file.read()).toString());
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function recipesIn(files: SourceFiles, folder: string): SourceFile[] {
  const start = `${folder}recipes/`;
  return [...files.values()].filter(({ name }) => {
    const twin = `${name.slice(0, -'.cook'.length)}.json`;
    return name.startsWith(start) && (name.endsWith('.json') || (name.endsWith('.cook') && !files.has(twin)));
  });
}

/** Endings of the files that an export writes. */
const PHOTO_ENDINGS = ['jpeg', 'webp'];

/** Without a small file, the large one is shown in small places too. */
async function readPhoto(
  files: SourceFiles,
  folder: string,
  recipe: SourceFile,
  source: Source,
): Promise<PhotoContent | undefined> {
  const name = basename(recipe.name).replace(/\.[^.]*$/, '');
  const find = (place: string) =>
    PHOTO_ENDINGS.flatMap((ending) => files.get(`${folder}${place}${name}.${ending}`) ?? [])[0];
  const [largeFile, smallFile] = [find('pictures/'), find('pictures/small/')];
  if (!largeFile) return undefined;
  const large = await checkedPicture(largeFile, PHOTO_SIZES.large);
  const small = smallFile ? await checkedPicture(smallFile, PHOTO_SIZES.small) : large;
  if (small && large) return { small, large };
  source.leaveOut('picture-unusable', (large && smallFile ? smallFile : largeFile).name);
  return undefined;
}

async function checkedPicture(
  file: SourceFile,
  limits: (typeof PHOTO_SIZES)[PhotoSize],
): Promise<PictureFile | undefined> {
  if (file.bytes > limits.bytes) return undefined;
  const bytes = await file.read();
  const checked = checkPhotoFile(bytes, limits);
  return 'fault' in checked ? undefined : { bytes, mediaType: checked.mediaType };
}

const planSchema = z.object({ week: weekSchema, meals: mealsSchema });
const foodId = z.string().max(64);
const cents = z.int().min(0).max(100_000_000);
const pantrySchema = z.object({
  foodId,
  quantityText: textLine(50).optional(),
  bestBefore: z.iso.date().optional(),
});
const priceSchema = z.object({
  foodId,
  centsPerKg: cents,
  offer: z.object({ cents, per: textLine(50) }).optional(),
});
const answerSchema = z.object({
  words: textLine(500),
  foodId: foodId.nullable(),
  brands: z.record(foodId, z.array(z.enum(ALLERGENS))).optional(),
});
const noteSchema = z.object({ recipeId: recipeIdSchema, ...recipeNoteSchema.shape });
const starSchema = z.object({
  eaterId: z.string().max(64),
  recipeId: recipeIdSchema,
  stars: z.int().min(1).max(5),
});
const exceptionsSchema = z.object({ week: weekSchema, exceptions: weekExceptionsSchema });
const menuSchema = z.object({ name: textLine(MAX_MENU_NAME_LENGTH), meals: mealsSchema });
const rejectedDishSchema = z.object({ recipeId: recipeIdSchema, rejectedOn: z.iso.date() });
const operationSchema = z.object({ week: weekSchema, operation: listOperationSchema });
const listsSchema = z.object({ toBuy: z.array(z.unknown()), operations: z.array(z.unknown()) });
const preferencesSchema = z.object({ language: z.string().max(10), preferences: z.unknown() });

async function* readOthers(
  files: SourceFiles,
  folder: string,
  currency: string | null,
): AsyncGenerator<ArchiveItem> {
  const invalid: string[] = [];
  // A row that is wrong is left out, and no other.
  const valid = <Row>(name: string, rows: readonly unknown[], schema: z.ZodType<Row>): Row[] =>
    rows.flatMap((row) => {
      const { data, success } = schema.safeParse(row);
      if (!success) invalid.push(name);
      return success ? [data] : [];
    });
  const read = (name: string) => readJson(files.get(`${folder}${name}.json`));
  const rows = async <Row>(name: string, schema: z.ZodType<Row>): Promise<Row[]> => {
    const value = await read(name);
    return valid(name, Array.isArray(value) ? value : [], schema);
  };
  for (const plan of await rows('plans', planSchema)) yield* mealsOf(plan);
  const lists = listsSchema.safeParse(await read('lists')).data ?? { toBuy: [], operations: [] };
  const data: FamilyData = {
    currency,
    preferences: preferencesSchema.safeParse(await read('preferences')).data,
    pantry: await rows('pantry', pantrySchema),
    prices: await rows('prices', priceSchema),
    answers: await rows('answers', answerSchema),
    notes: await rows('notes', noteSchema),
    weekExceptions: await rows('week-exceptions', exceptionsSchema),
    menus: await rows('menus', menuSchema),
    stars: await rows('stars', starSchema),
    rejectedDishes: await rows('rejected-dishes', rejectedDishSchema),
    toBuy: valid('lists', lists.toBuy, textLine(500)),
    operations: valid('lists', lists.operations, operationSchema),
  };
  yield { kind: 'family-data', data };
  for (const name of new Set(invalid)) yield { kind: 'left-out', code: 'not-valid', name };
  if (files.has(folder + ACCOUNT)) yield { kind: 'left-out', code: 'account' };
}

function* mealsOf({ week, meals }: z.output<typeof planSchema>): Generator<ArchiveItem> {
  for (const [at, day] of DAYS.entries()) {
    for (const slot of SLOTS) {
      const meal = mealAt(meals, { day, slot });
      if (!meal) continue;
      const date = Temporal.PlainDate.from(week).add({ days: at }).toString();
      const { sides = [], ...main } = meal;
      for (const { description, recipeId, ...details } of [main, ...sides]) {
        const recipe = recipeId === undefined ? {} : { recipeId: ownId(recipeId) };
        yield { kind: 'meal', meal: { date, slot, text: description, ...recipe, details } };
      }
    }
  }
}
