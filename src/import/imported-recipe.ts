import type { PhotoContent } from '#domain/photo/photo.ts';

/** A recipe as its source has it, before a member has confirmed it. Texts are plain, without markup. */
export type ImportedRecipe = {
  readonly title: string;
  readonly description?: string;
  /** As given, such as "4 servings" or "1 loaf". */
  readonly yield?: string;
  readonly prepMinutes?: number;
  readonly cookMinutes?: number;
  readonly totalMinutes?: number;
  readonly ingredientGroups: readonly IngredientGroup[];
  /** The lines that stand for other recipes. */
  readonly references?: readonly ImportedReference[];
  readonly stepGroups: readonly StepGroup[];
  readonly notes: readonly string[];
  readonly author?: string;
  /** The address of the page, or the name of a book. */
  readonly source?: string;
  /** BCP 47, such as "de". */
  readonly language?: string;
  readonly tags: readonly string[];
  readonly categories: readonly string[];
  readonly cuisines: readonly string[];
  /** As given; the names are those of schema.org, such as "fatContent". */
  readonly nutrition?: Readonly<Record<string, string>>;
  readonly picture?: Picture;
};

/** `id` is the identity of the other recipe in its app. */
export type ImportedReference = { readonly line: string; readonly id?: string; readonly title: string };

export type IngredientGroup = { readonly heading?: string; readonly lines: readonly string[] };
export type StepGroup = { readonly heading?: string; readonly steps: readonly string[] };
type Picture = { readonly address: string } | PhotoContent;

/** What a reader returns for a text in which it finds no recipe. The reason is a sentence for people. */
export type NotFound = { readonly found: false; readonly reason: string };
