/** The recipes that a family has, to find those that a file has too. */
import type { RecipeStatus } from '#domain/recipe/import-report.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { ownId } from '#import/archive/archive-item.ts';
import { addressKeyOf, areTitlesSimilar, contentKeyOf, titleKeyOf } from '#import/recipe-keys.ts';
import { readAllImportedRecipes } from '#storage/tables/imports.ts';
import { readAllRecipeTexts } from '#storage/tables/recipe/recipes.ts';
import type { Db } from '#storage/schema.ts';

/** The identity of a recipe in its app may be an address. */
const MAX_KEY = 300;

/** By which a recipe is recognised. `sourceKey` is its identity in its app, or else that of its content. */
export type RecipeKeys = {
  readonly sourceKey: string;
  readonly contentKey: string;
  readonly addressKey: string | undefined;
  readonly title: string;
};

type KnownRecipe = { readonly id: string; readonly title: string };
/** A recipe that the family has, and how it was recognised. */
export type Match = KnownRecipe & { readonly status: Exclude<RecipeStatus, 'new' | 'too-long'> };

export function recipeKeys(source: RecipeSource, sourceId?: string): RecipeKeys {
  const contentKey = contentKeyOf(source);
  return {
    sourceKey: (sourceId ?? contentKey).slice(0, MAX_KEY),
    contentKey,
    addressKey: addressKeyOf(source.about?.source),
    title: source.title,
  };
}

/** The recipes of the family, and those of the file so far. */
export class FamilyRecipes {
  readonly #byId = new Map<string, KnownRecipe>();
  readonly #bySourceKey = new Map<string, string>();
  readonly #byContentKey = new Map<string, string>();
  readonly #byAddress = new Map<string, KnownRecipe[]>();
  readonly #titles = new Set<string>();

  add(
    id: string,
    { sourceKey, contentKey, addressKey, title }: Partial<RecipeKeys> & { title: string },
  ): void {
    const known = { id, title };
    this.#byId.set(id, known);
    this.#titles.add(titleKeyOf(title));
    if (sourceKey !== undefined) this.#bySourceKey.set(sourceKey, id);
    if (contentKey !== undefined) this.#byContentKey.set(contentKey, id);
    if (addressKey !== undefined) this.#byAddress.getOrInsertComputed(addressKey, () => []).push(known);
  }

  addSource(sourceKey: string, id: string): void {
    this.#bySourceKey.set(sourceKey, id);
  }

  hasTitle(title: string): boolean {
    return this.#titles.has(titleKeyOf(title));
  }

  find({ sourceKey, contentKey, addressKey, title }: RecipeKeys): Match | undefined {
    const [earlier, same] = [this.#bySourceKey.get(sourceKey), this.#byContentKey.get(contentKey)];
    if (earlier !== undefined) return this.#match(earlier, 'earlier-import');
    if (same !== undefined) return this.#match(same, 'same-recipe');
    const ofPage = this.#byAddress.get(addressKey ?? '') ?? [];
    const named = ofPage.find((known) => areTitlesSimilar(known.title, title));
    return named && { ...named, status: 'same-address' };
  }

  #match(id: string, status: Match['status']): Match {
    return { id, title: this.#byId.get(id)?.title ?? '', status };
  }
}

export async function readFamilyRecipes(db: Db, family: string): Promise<FamilyRecipes> {
  const known = new FamilyRecipes();
  for await (const texts of readAllRecipeTexts(db, family)) {
    for (const { id, source: text } of texts) {
      const source = JSON.parse(text) as RecipeSource;
      const { sourceKey: _, ...keys } = recipeKeys(source);
      known.add(id, { ...keys, sourceKey: ownId(id) });
    }
  }
  for await (const rows of readAllImportedRecipes(db, family)) {
    for (const { sourceKey, recipeId } of rows) known.addSource(sourceKey, recipeId);
  }
  return known;
}
