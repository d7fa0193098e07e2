/**
 * The recipes that a family has, to find those that a file has too. Only what is the same for sure is a match; a recipe
 * that is similar to another one is new, and the report asks what to do with it.
 */
import { hash } from 'node:crypto';
import type { RecipeStatus } from '#domain/recipe/import-report.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { ownId } from '#import/archive/archive-item.ts';
import {
  addressKeyOf,
  areStepsAlike,
  contentKeyOf,
  isTitleInOther,
  linesKeyOf,
  titleKeyOf,
} from '#import/recipe-keys.ts';
import { findImportedRecipes, readAllImportedRecipes } from '#storage/tables/imports.ts';
import { readAllReplacedRecipes } from '#storage/tables/replaced-recipes.ts';
import { findRecipesSince, type RecipeText, readAllRecipeTexts } from '#storage/tables/recipe/recipes.ts';
import type { Db } from '#storage/schema.ts';

const MAX_KEY = 300;
/** Recipes with one title, or of one page, that are compared: a hostile file has thousands. */
const MAX_COMPARED = 50;

/** Numbers, addresses and words of a title are identities in one app only, or of several recipes: of a page, of a friend's. */
const UNIQUE_ID = /^weekfare:|[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}/i;

/** By which a recipe is recognised. `sourceKey` is its unique identity in its app, or else that of its content. */
export type RecipeKeys = {
  readonly sourceKey: string;
  readonly contentKey: string;
  readonly addressKey: string | undefined;
  readonly linesKey: string;
  readonly title: string;
  readonly steps: readonly string[];
  /** Undefined if the file does not say. */
  readonly servings: number | undefined;
};

type KnownRecipe = Partial<RecipeKeys> & { readonly id: string; readonly title: string };
/** A recipe that there is already, and how it was recognised. */
export type Match = {
  readonly id: string;
  readonly title: string;
  readonly status: Exclude<RecipeStatus, 'new' | 'too-long'>;
};
/** A recipe that may be the same. `isInFile`: another one of the file. */
export type Similar = {
  readonly id: string;
  readonly title: string;
  readonly by: 'title' | 'address';
  readonly isInFile: boolean;
};

export function recipeKeys(
  source: RecipeSource,
  { id: sourceId, hasServings }: { id?: string | undefined; hasServings: boolean },
): RecipeKeys {
  const contentKey = contentKeyOf(source);
  const sourceKey = sourceId !== undefined && UNIQUE_ID.test(sourceId) ? sourceId : contentKey;
  return {
    sourceKey: sourceKey.length <= MAX_KEY ? sourceKey : hash('sha256', sourceKey),
    contentKey,
    addressKey: addressKeyOf(source.about?.source),
    linesKey: linesKeyOf(source.ingredients),
    title: source.title,
    steps: source.steps,
    servings: hasServings ? source.servings : undefined,
  };
}

/** The recipes of the family, and those of the file so far. */
export class FamilyRecipes {
  readonly #byId = new Map<string, KnownRecipe>();
  readonly #bySourceKey = new Map<string, string>();
  readonly #byContentKey = new Map<string, KnownRecipe[]>();
  readonly #byAddress = new Map<string, KnownRecipe[]>();
  readonly #byTitle = new Map<string, KnownRecipe[]>();
  readonly #inFile = new Set<string>();
  readonly #usedKeys = new Map<string, number>();

  addOwn(known: KnownRecipe): void {
    this.#byId.set(known.id, known);
    this.#byTitle.getOrInsertComputed(titleKeyOf(known.title), () => []).push(known);
    const { contentKey, addressKey } = known;
    if (contentKey !== undefined) this.#byContentKey.getOrInsertComputed(contentKey, () => []).push(known);
    if (addressKey !== undefined) this.#byAddress.getOrInsertComputed(addressKey, () => []).push(known);
  }

  /** Of a recipe that has been deleted since, the key is free again. */
  addSource(sourceKey: string, id: string): void {
    if (this.#byId.has(id)) this.#bySourceKey.set(sourceKey, id);
  }

  /** Returns the key under which the recipe is known from now on: two recipes of a file may have the same. */
  addOfFile({ sourceKey, ...recipe }: KnownRecipe & { sourceKey: string }): string {
    this.addOwn(recipe);
    this.#inFile.add(recipe.id);
    let key = sourceKey;
    while (this.#bySourceKey.has(key)) {
      const count = (this.#usedKeys.get(sourceKey) ?? 1) + 1;
      this.#usedKeys.set(sourceKey, count);
      key = `${sourceKey} ${count}`;
    }
    this.addSource(key, recipe.id);
    return key;
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** The same recipe: by its identity, or with the same title and nearly the same ingredients and steps. */
  find(keys: RecipeKeys): Match | undefined {
    const earlier = this.#byId.get(this.#bySourceKey.get(keys.sourceKey) ?? '');
    // Some apps use an identity twice. A recipe of an earlier import may have been changed since.
    if (earlier && (!this.#inFile.has(earlier.id) || isSame(keys, earlier)))
      return { id: earlier.id, title: earlier.title, status: 'earlier-import' };
    const same = [
      ...(this.#byContentKey.get(keys.contentKey) ?? []).slice(0, MAX_COMPARED),
      ...this.#titled(keys.title),
    ].find((known) => isSame(keys, known));
    return same && { id: same.id, title: same.title, status: 'same-recipe' };
  }

  /** A recipe that may be the same: with this title, or from the same page. Preferably one of the family. */
  findSimilar({ title, addressKey, linesKey }: RecipeKeys): Similar | undefined {
    const ofPage = (this.#byAddress.get(addressKey ?? '') ?? [])
      .slice(0, MAX_COMPARED)
      .filter((known) => known.linesKey === linesKey || isTitleInOther(known.title, title));
    const similar = [
      ...this.#titled(title).map((known) => this.#similar(known, 'title')),
      ...ofPage.map((known) => this.#similar(known, 'address')),
    ];
    return similar.find(({ isInFile }) => !isInFile) ?? similar[0];
  }

  #titled(title: string): readonly KnownRecipe[] {
    return (this.#byTitle.get(titleKeyOf(title)) ?? []).slice(0, MAX_COMPARED);
  }

  #similar({ id, title }: KnownRecipe, by: Similar['by']): Similar {
    return { id, title, by, isInFile: this.#inFile.has(id) };
  }
}

/** A recipe without steps says no more than the one that has them. */
function isSame(keys: RecipeKeys, known: KnownRecipe): boolean {
  if (titleKeyOf(keys.title) !== titleKeyOf(known.title)) return false;
  if (keys.servings !== undefined && known.servings !== undefined && keys.servings !== known.servings)
    return false;
  if (keys.contentKey === known.contentKey) return true;
  const hasSameLines = keys.linesKey === known.linesKey;
  return hasSameLines && (keys.steps.length === 0 || areStepsAlike(keys.steps, known.steps ?? []));
}

export async function readFamilyRecipes(db: Db, family: string): Promise<FamilyRecipes> {
  const known = new FamilyRecipes();
  for await (const texts of readAllRecipeTexts(db, family)) for (const text of texts) addText(known, text);
  for await (const rows of readAllImportedRecipes(db, family)) addSources(known, rows);
  for await (const rows of readAllReplacedRecipes(db, family)) addSources(known, rows);
  return known;
}

/** Adds the recipes that have a newer version than this. */
export async function addNewerRecipes(
  db: Db,
  family: string,
  known: FamilyRecipes,
  version: number,
): Promise<void> {
  const texts = await findRecipesSince(db, family, version);
  for (const text of texts) addText(known, text);
  const ids = texts.map(({ id }) => id);
  addSources(known, await findImportedRecipes(db, family, ids));
}

function addText(known: FamilyRecipes, { id, source: text }: RecipeText): void {
  const { sourceKey: _, ...keys } = recipeKeys(JSON.parse(text) as RecipeSource, { hasServings: true });
  known.addOwn({ id, ...keys });
  known.addSource(ownId(id), id);
}

function addSources(known: FamilyRecipes, rows: readonly { sourceKey: string; recipeId: string }[]): void {
  for (const { sourceKey, recipeId } of rows) known.addSource(sourceKey, recipeId);
}
