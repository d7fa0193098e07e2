/**
 * Stores the recipes of an import in slices. Between two slices members and other imports go on: what they have added
 * since the file was read is not added again.
 */
import { newId } from '#auth/secret.ts';
import { MAX_BYTES } from '#domain/family/quota.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import { insertImportedRecipes, isClaimed } from '#storage/tables/imports.ts';
import { insertReplacedRecipe } from '#storage/tables/replaced-recipes.ts';
import { findLineAnswersFingerprint } from '#storage/tables/recipe/line-answers.ts';
import {
  findRecipe,
  insertRecipes,
  type OwnRecipe,
  OUTDATED,
  type RecipeIndex,
  readRecipeTotals,
  recipeBytes,
  updateRecipe,
} from '#storage/tables/recipe/recipes.ts';
import { withoutCircle } from '#actions/recipe/references.ts';
import { MAX_RECIPES } from '#actions/recipe/recipes.ts';
import { addNewerRecipes, FamilyRecipes } from './family-recipes.ts';
import type { ImportPictures } from './pictures.ts';
import type { Preparation, PreparedRecipe } from './preparation.ts';
import type { Step } from './slices.ts';

/** The import that goes on. It is claimed by its last run. */
export type ImportRun = { readonly importId: string; readonly run: string };

/** Someone else has taken the import over: another run of it, or its undo. */
export async function refuseUnclaimed(
  tx: Tx,
  family: string,
  { importId, run }: ImportRun,
): Promise<Refusal | undefined> {
  return (await isClaimed(tx, family, importId, run)) ? undefined : refuse('import-busy');
}

/** Recipes and bytes of one step, which takes a few milliseconds. A photo can have 500 kB. */
const STEP = { recipes: 20, bytes: 300_000 };

export class RecipeStoring {
  readonly stored: PreparedRecipe[] = [];
  /** Photos for which the family had no room any more. */
  photosWithoutRoom = 0;
  readonly #context: ChangeContext;
  readonly #family: string;
  readonly #import: ImportRun;
  readonly #prepared: Preparation;
  readonly #pictures: ImportPictures;
  /** What others have added since `#version`. */
  readonly #added = new FamilyRecipes();
  #version: number;
  /** The answers to lines with which the indexes were made, and the current ones. */
  readonly #answers: string;
  #currentAnswers = '';

  constructor(
    context: ChangeContext,
    family: string,
    given: {
      import: ImportRun;
      prepared: Preparation;
      pictures: ImportPictures;
      /** The newest version of a recipe, and the answers to lines, before the file was compared. */
      before: { version: number; answers: string };
    },
  ) {
    [this.#context, this.#family] = [context, family];
    [this.#import, this.#prepared, this.#pictures] = [given.import, given.prepared, given.pictures];
    [this.#version, this.#answers] = [given.before.version, given.before.answers];
  }

  /** At the start of each transaction. */
  async check(tx: Tx): Promise<Refusal | undefined> {
    const family = this.#family;
    const refused = await refuseUnclaimed(tx, family, this.#import);
    if (refused) return refused;
    const { count, bytes, newest } = await readRecipeTotals(tx, family);
    if (count > MAX_RECIPES) return refuse('too-many');
    if (bytes > MAX_BYTES.recipes) return refuse('quota-exceeded');
    if (newest > this.#version) await addNewerRecipes(tx, family, this.#added, this.#version);
    this.#version = Math.max(newest, this.#version);
    this.#currentAnswers = await findLineAnswersFingerprint(tx, family);
    return undefined;
  }

  async *steps(recipes: readonly PreparedRecipe[]): AsyncGenerator<Step> {
    const added = recipes.filter(({ replaces }) => !replaces);
    for (const batch of splitIntoSteps(added)) yield this.#adding(batch);
    for (const recipe of recipes) if (recipe.replaces) yield await this.#replacing(recipe);
  }

  #adding(batch: readonly PreparedRecipe[]): Step {
    return async (tx, record) => {
      const fresh = batch.filter(({ keys }) => !this.#added.find(keys));
      if (fresh.length === 0) return undefined;
      const { importId } = this.#import;
      const version = await record('import.add', { import: importId, recipes: fresh.length });
      this.#version = version;
      const rows: { own: OwnRecipe; index: RecipeIndex }[] = [];
      for (const { id, source, index } of fresh) {
        const checked = await withoutCircle(tx, this.#family, id, source);
        rows.push({ own: { id, version, source: checked }, index: this.#current(index, this.#answers) });
      }
      await insertRecipes(tx, this.#family, rows);
      await insertImportedRecipes(
        tx,
        this.#family,
        fresh.map(({ id, keys }) => ({ recipeId: id, importId, sourceKey: keys.sourceKey, version })),
      );
      await this.#storePhotos(tx, fresh);
      this.stored.push(...fresh);
      return undefined;
    };
  }

  async #replacing(recipe: PreparedRecipe): Promise<Step> {
    const { id, source, keys, photo, sourceId } = recipe;
    const { db } = this.#context.store;
    const answers = await findLineAnswersFingerprint(db, this.#family);
    // It has another id than the index of the preparation was made for.
    const computed = await indexRecipe(db, this.#family, { id, version: 0, source });
    return async (tx, record) => {
      if (this.#added.find(keys)) return undefined;
      const current = await findRecipe(tx, this.#family, id);
      if (!current) {
        // Somebody has deleted it: the recipe of the file is a new one.
        const added = { ...recipe, id: newId(), replaces: false };
        if (sourceId !== undefined) this.#prepared.idsBySource.set(sourceId, added.id);
        return this.#adding([added])(tx, record);
      }
      const version = await record('recipe.change', { recipe: id });
      this.#version = version;
      const index = this.#current(computed, answers);
      const own = { id, version, source: await withoutCircle(tx, this.#family, id, source) };
      if (!(await updateRecipe(tx, this.#family, own, index, current.version)))
        throw new Error('A recipe was changed by another transaction.');
      await insertReplacedRecipe(tx, this.#family, {
        importId: this.#import.importId,
        recipeId: id,
        sourceKey: keys.sourceKey,
        version,
        versionBefore: current.version,
        before: current.source,
        hasNewPhoto: photo !== undefined,
      });
      await this.#storePhotos(tx, [recipe]);
      this.stored.push(recipe);
      return undefined;
    };
  }

  /** An index that was made with other answers could be a false "free of": it is made again when it is used. */
  #current(index: RecipeIndex, answers: string): RecipeIndex {
    const isCurrent = answers === this.#currentAnswers && index.usedRecipes.length === 0;
    return isCurrent ? index : { ...index, catalogueVersion: OUTDATED };
  }

  async #storePhotos(tx: Tx, recipes: readonly PreparedRecipe[]): Promise<void> {
    if (recipes.some(({ photo }) => photo))
      this.photosWithoutRoom += await this.#pictures.store(tx, this.#family, recipes);
  }
}

function* splitIntoSteps(recipes: readonly PreparedRecipe[]): Generator<PreparedRecipe[]> {
  let [batch, bytes]: [PreparedRecipe[], number] = [[], 0];
  for (const recipe of recipes) {
    const more = recipeBytes(recipe.source, recipe.index) + (recipe.photo?.bytes ?? 0);
    if (batch.length === STEP.recipes || (batch.length > 0 && bytes + more > STEP.bytes)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(recipe);
    bytes += more;
  }
  if (batch.length > 0) yield batch;
}

/** What an import adds as a whole, computed before its first transaction. */
export type Demand = { readonly replaced: readonly string[]; readonly count: number; readonly bytes: number };

export function computeDemand(recipes: readonly PreparedRecipe[]): Demand {
  return {
    replaced: recipes.flatMap(({ id, replaces }) => (replaces ? [id] : [])),
    count: recipes.length,
    bytes: recipes.reduce((sum, { source, index }) => sum + recipeBytes(source, index), 0),
  };
}

export async function refuseOverLimit(tx: Tx, family: string, demand: Demand): Promise<Refusal | undefined> {
  const { count, bytes } = await readRecipeTotals(tx, family);
  if (count + demand.count - demand.replaced.length > MAX_RECIPES) return refuse('too-many');
  return bytes + demand.bytes > MAX_BYTES.recipes ? refuse('quota-exceeded') : undefined;
}
