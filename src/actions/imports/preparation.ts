/**
 * Everything that an import would do, computed before anything is stored: the recipes with their search index, what the
 * family has already, and what is left out.
 */
import type { ImportFormat } from '#domain/recipe/import-formats.ts';
import { newId } from '#auth/secret.ts';
import { getFoods } from '#cookbook/foods.ts';
import type { LineAnswer } from '#domain/ingredient-line/ingredient-line.ts';
import { isUnclear, type LineAnswers, applyAnswers } from '#domain/ingredient-line/line-answers.ts';
import {
  MAX_ADDED_LINES,
  MAX_LINE_ANSWERS,
  MAX_MENUS,
  MAX_PANTRY_ENTRIES,
  MAX_RECIPE_BYTES,
  MAX_REJECTED_DISHES,
  MAX_STARS,
} from '#domain/family/quota.ts';
import { MAX_POSITIONS } from '#domain/family/upload.ts';
import type { PhotoContent } from '#domain/photo/photo.ts';
import type {
  ImportReport,
  LeftOut,
  LeftOutCode,
  ReportedRecipe,
  SimilarRecipe,
} from '#domain/recipe/import-report.ts';
import { recipeFrom, type RecipeSource } from '#domain/recipe/recipe-source.ts';
import { readArchive } from '#import/archive/archive.ts';
import { ArchiveError } from '#import/archive/archive-error.ts';
import { type ArchiveItem, type FamilyData, type ImportedMeal, ownId } from '#import/archive/archive-item.ts';
import type { ImportedRecipe, ImportedReference } from '#import/imported-recipe.ts';
import { referencesIn, recipeSourceOf, saysServings } from '#import/recipe-source.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import { indexOf } from '#queries/recipe/recipe-search.ts';
import { type RecipeIndex, sourceBytes } from '#storage/tables/recipe/recipes.ts';
import { readAllLineAnswers } from '#storage/tables/recipe/line-answers.ts';
import type { Db } from '#storage/schema.ts';
import type { ImportPictures, BufferedPhoto } from './pictures.ts';
import {
  type FamilyRecipes,
  readFamilyRecipes,
  type RecipeKeys,
  recipeKeys,
  type Similar,
} from './family-recipes.ts';

/** `recipeId` stays if nothing is found: of Weekfare's own export, where the other recipe was gone already. */
export type PendingReference = ImportedReference & { readonly recipeId?: string };

export type PreparedRecipe = {
  id: string;
  /** Its position in the file, and in `details` of the report. */
  at: number;
  keys: RecipeKeys;
  /** Its identity in its app. */
  sourceId: string | undefined;
  /** The family's recipe that it may be. */
  similarTo?: string;
  /** Whether it takes the place of that one, and has its id. */
  replaces?: boolean;
  source: RecipeSource;
  /** Lines that stand for other recipes, which links.ts finds when all recipes are known. */
  pending: readonly PendingReference[];
  /** The lines that are not understood. */
  unclearLines: readonly string[];
  index: RecipeIndex;
  photo?: BufferedPhoto | undefined;
};

export type Preparation = {
  recipes: PreparedRecipe[];
  meals: ImportedMeal[];
  listLines: string[];
  /** Of Weekfare's own export. */
  data?: FamilyData;
  /** The recipes of the file by their ids in their app: new ones, and those that the family has already. */
  idsBySource: Map<string, string>;
  report: ImportReport;
};

/** What a report lists of the recipes of a file, with their JSON; all are counted. No family may have more recipes. */
const MAX_DETAILS = { recipes: 5_000, bytes: 2_000_000 };
/** More meals than a plan has places. */
const MAX_MEALS = 25_000;
/** Several times what a family may have: the rest of a hostile file is not even looked at. */
const MAX_ROWS = {
  pantry: 2 * MAX_PANTRY_ENTRIES,
  prices: 10_000,
  answers: 2 * MAX_LINE_ANSWERS,
  notes: 20_000,
  weekExceptions: 2_000,
  menus: 2 * MAX_MENUS,
  stars: 2 * MAX_STARS,
  rejectedDishes: 2 * MAX_REJECTED_DISHES,
  toBuy: MAX_ADDED_LINES,
  operations: 200_000,
} as const satisfies Partial<Record<keyof FamilyData, number>>;
/** Of this process, to read a file: 5,000 recipes take 25 s and 300 MB. */
const MAX_USAGE = { cpuMs: 60_000, bytes: 600_000_000 };
const ITEMS_PER_CHECK = 20;

/** Different things that are listed; an archive may have thousands of files that are no recipes. */
const MAX_LEFT_OUT = 500;
/** Ingredient lines of one recipe that are listed, and their length: a report is to be read. */
const MAX_UNCLEAR = 20;
const MAX_UNCLEAR_LENGTH = 200;
const MAX_NAME_LENGTH = 200;

const RECIPES_PER_REPORT = 50;

/** Throws an ArchiveError if the file cannot be imported. `onProgress` gets the number of recipes so far. */
export async function prepareImport(
  db: Db,
  family: string,
  { path, pictures }: { path: string; pictures: ImportPictures },
  onProgress: (recipes: number) => void = () => {},
): Promise<Preparation> {
  const preparing = new Preparing(
    await readFamilyRecipes(db, family),
    await readAnswers(db, family),
    pictures,
  );
  const before = { cpu: process.cpuUsage(), bytes: process.memoryUsage.rss() };
  let items = 0;
  for await (const item of readArchive(path)) {
    await preparing.add(item);
    items += 1;
    if (items % ITEMS_PER_CHECK === 0) refuseTooMuch(before);
    if (item.kind === 'recipe' && preparing.recipes % RECIPES_PER_REPORT === 0) onProgress(preparing.recipes);
  }
  return preparing.finish();
}

/** The process is ended by its parent too, but then nobody learns what is wrong with the file. */
function refuseTooMuch(before: { cpu: NodeJS.CpuUsage; bytes: number }): void {
  const { user, system } = process.cpuUsage(before.cpu);
  const limit =
    (user + system) / 1_000 > MAX_USAGE.cpuMs
      ? 'time'
      : process.memoryUsage.rss() - before.bytes > MAX_USAGE.bytes
        ? 'memory'
        : undefined;
  if (limit)
    throw new ArchiveError('unpacks-too-large', `The file needs more ${limit} than an import may use.`);
}

/** All at once: a query for every recipe would take longer than the rest of an import on PostgreSQL. */
async function readAnswers(db: Db, family: string): Promise<LineAnswers> {
  const answers = new Map<string, LineAnswer>();
  for await (const page of readAllLineAnswers(db, family)) {
    for (const answer of page) answers.set(answer.words, answer);
  }
  return answers;
}

class Preparing {
  readonly #known: FamilyRecipes;
  readonly #answers: LineAnswers;
  readonly #pictures: ImportPictures;
  readonly #formats = new Set<ImportFormat>();
  readonly #leftOut = new LeftOutCounts();
  readonly #result: Omit<Preparation, 'report'> = {
    recipes: [],
    meals: [],
    listLines: [],
    idsBySource: new Map(),
  };
  readonly #counts = { lines: 0, understoodLines: 0 };
  readonly #details: ReportedRecipe[] = [];
  #detailBytes = 0;
  #recipes = 0;

  constructor(known: FamilyRecipes, answers: LineAnswers, pictures: ImportPictures) {
    this.#known = known;
    this.#answers = answers;
    this.#pictures = pictures;
  }

  get recipes(): number {
    return this.#recipes;
  }

  async add(item: ArchiveItem): Promise<void> {
    if (item.kind === 'recipe') {
      this.#formats.add(item.format);
      if (this.#recipes >= MAX_POSITIONS)
        throw new ArchiveError('too-large', `The file has more than ${MAX_POSITIONS} recipes.`);
      this.#report(await this.#addRecipe(item.recipe, item));
      this.#recipes += 1;
    } else if (item.kind === 'meal') this.#addMeal(item.meal);
    else if (item.kind === 'family-data') this.#result.data = this.#bounded(item.data);
    else if (item.kind === 'left-out') this.#leftOut.add(item.code, item.name);
    else if (item.item.isTicked) this.#leftOut.add('ticked');
    else if (this.#result.listLines.length <= MAX_ADDED_LINES) this.#result.listLines.push(item.item.text);
  }

  /** The first recipes, without a gap: their places are those in the file. */
  #report(recipe: ReportedRecipe): void {
    this.#detailBytes += Buffer.byteLength(JSON.stringify(recipe));
    const isFull = this.#details.length >= MAX_DETAILS.recipes || this.#detailBytes > MAX_DETAILS.bytes;
    if (!isFull) this.#details.push(recipe);
  }

  #addMeal(meal: ImportedMeal): void {
    if (this.#result.meals.length < MAX_MEALS) this.#result.meals.push(meal);
    else this.#leftOut.add('week-out-of-range');
  }

  #bounded(data: FamilyData): FamilyData {
    const names = Object.keys(MAX_ROWS) as (keyof typeof MAX_ROWS)[];
    const tooLong = names.filter((name) => data[name].length > MAX_ROWS[name]);
    for (const name of tooLong) this.#leftOut.add('not-valid', name);
    return {
      ...data,
      ...Object.fromEntries(tooLong.map((name) => [name, data[name].slice(0, MAX_ROWS[name])])),
    };
  }

  finish(): Preparation {
    const { recipes, meals, listLines, data } = this.#result;
    const report: ImportReport = {
      formats: [...this.#formats],
      recipes: this.#recipes,
      newRecipes: recipes.length,
      replacedRecipes: 0,
      photos: recipes.filter(({ photo }) => photo).length,
      ...this.#counts,
      meals: meals.length,
      listLines: listLines.length + (data?.toBuy.length ?? 0),
      ...(data && { hasFamilyData: true }),
      leftOut: this.#leftOut.all(),
      details: this.#details,
    };
    return { ...this.#result, report };
  }

  async #addRecipe(
    recipe: ImportedRecipe,
    { id: sourceId, source: exported, photo }: { id?: string; source?: RecipeSource; photo?: PhotoContent },
  ): Promise<ReportedRecipe> {
    const { source: whole, shortened } = exported
      ? { source: exported, shortened: [] }
      : recipeSourceOf(recipe);
    const { references: _, ...source } = whole;
    const { title, ingredients } = source;
    const reported = { title, lines: ingredients.length, unclear: [], shortened };
    if (sourceBytes(source) > MAX_RECIPE_BYTES) {
      this.#leftOut.add('too-long', title);
      return { ...reported, status: 'too-long' };
    }
    const keys = recipeKeys(source, {
      id: sourceId,
      hasServings: exported !== undefined || saysServings(recipe),
    });
    const known = this.#known.find(keys);
    const id = known?.id ?? newId();
    // Of two recipes with the same identity, meals mean the first.
    if (sourceId !== undefined) this.#result.idsBySource.getOrInsert(sourceId, id);
    if (known) {
      const sameAs = known.title === title ? undefined : known.title;
      return { ...reported, status: known.status, ...(sameAs && { sameAs }) };
    }
    const similar = this.#known.findSimilar(keys);
    // A family may have two recipes with the same text: each comes along with its own identity.
    const sourceKey = this.#known.addOfFile({
      ...(exported ? { sourceKey: keys.sourceKey, title } : keys),
      id,
    });
    if (shortened.length > 0) this.#leftOut.add('shortened', title);
    const lines = await parseIngredientLines(ingredients);
    const answered = lines.map((line) => applyAnswers(line, this.#answers, getFoods()));
    const parsed = recipeFrom(id, source, { lines: answered, find: () => undefined }, getFoods());
    const unclear = answered.filter(isUnclear).map(({ text }) => text);
    this.#counts.lines += answered.length;
    this.#counts.understoodLines += answered.length - unclear.length;
    this.#result.recipes.push({
      id,
      at: this.#recipes,
      keys: { ...keys, sourceKey },
      sourceId,
      ...(similar && !similar.isInFile && { similarTo: similar.id }),
      source,
      pending: exported ? ownReferences(exported) : referencesIn(recipe.references ?? [], source),
      unclearLines: unclear,
      index: indexOf(parsed),
      photo: await this.#bufferPhoto(exported ? photo : photoOf(recipe)),
    });
    if (!exported && recipe.picture && 'address' in recipe.picture) this.#leftOut.add('pictures-not-in-file');
    const shown = unclear
      .slice(0, MAX_UNCLEAR)
      .map((text) => text.slice(0, MAX_UNCLEAR_LENGTH).toWellFormed());
    return {
      ...reported,
      status: 'new',
      ...(similar && { similar: reportedSimilar(similar) }),
      unclear: shown,
    };
  }

  async #bufferPhoto(photo: PhotoContent | undefined): Promise<BufferedPhoto | undefined> {
    const buffered = photo && (await this.#pictures.add(photo));
    if (photo && !buffered) this.#leftOut.add('pictures-full');
    return buffered;
  }
}

/** They have the identities of the family that was exported; the cookbook's are the same everywhere. */
function ownReferences({ references = [] }: RecipeSource): PendingReference[] {
  return references.map(({ line, recipeId }) => ({ line, id: ownId(recipeId), title: '', recipeId }));
}

function reportedSimilar({ title, by, isInFile }: Similar): SimilarRecipe {
  return { title, by, ...(isInFile && { isInFile: true as const }) };
}

function photoOf({ picture }: ImportedRecipe): PhotoContent | undefined {
  return picture && 'large' in picture ? picture : undefined;
}

/** Counts the same thing once. */
export class LeftOutCounts {
  readonly #counts: Map<string, LeftOut>;

  constructor(start: readonly LeftOut[] = []) {
    this.#counts = new Map(start.map((each) => [keyOf(each), each]));
  }

  add(code: LeftOutCode, name?: string): void {
    const short = name?.slice(0, MAX_NAME_LENGTH).toWellFormed();
    const wanted = { code, ...(short !== undefined && { name: short }) };
    const isKnown = this.#counts.has(keyOf(wanted)) || this.#counts.size < MAX_LEFT_OUT;
    const counted = isKnown ? wanted : ({ code: 'more-files' } as const);
    const count = (this.#counts.get(keyOf(counted))?.count ?? 0) + 1;
    this.#counts.set(keyOf(counted), { ...counted, count });
  }

  all(): LeftOut[] {
    return [...this.#counts.values()];
  }
}

function keyOf({ code, name }: { code: LeftOutCode; name?: string }): string {
  return `${code}\n${name ?? ''}`;
}
