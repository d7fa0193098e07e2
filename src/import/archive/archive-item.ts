/** What an export contains, one thing at a time. */
import type { FreeBrands } from '#domain/ingredient-line/ingredient-line.ts';
import type { ImportFormat } from '#domain/recipe/import-formats.ts';
import type { Offer } from '#domain/food/sold-amounts.ts';
import type { PhotoContent } from '#domain/photo/photo.ts';
import type { Meal } from '#domain/plan/plan.ts';
import type { Menu } from '#domain/plan/menu.ts';
import type { WeekExceptions } from '#domain/preferences/week-exceptions.ts';
import type { LeftOutCode } from '#domain/recipe/import-report.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import type { Week } from '#domain/week/week.ts';
import type { ImportedRecipe } from '#import/imported-recipe.ts';
import type { ExportedRecipe } from '#import/own-fields.ts';

export type ArchiveItem =
  | {
      readonly kind: 'recipe';
      readonly format: ImportFormat;
      /** The recipe's identity in its app; meals refer to it. */
      readonly id?: string;
      readonly recipe: ImportedRecipe;
      /** What is stored, if the file says it: of Weekfare's own exports. */
      readonly source?: RecipeSource;
      /** Of Weekfare's own exports: checked, and as it was. */
      readonly photo?: PhotoContent;
    }
  | { readonly kind: 'meal'; readonly meal: ImportedMeal }
  | { readonly kind: 'family-data'; readonly data: FamilyData }
  | { readonly kind: 'list-item'; readonly item: ImportedListItem }
  | { readonly kind: 'left-out'; readonly code: LeftOutCode; readonly name?: string };

/** A dish of a planned meal: a recipe, a text, or both. */
export type ImportedMeal = {
  /** 2026-11-16. */
  readonly date: string;
  /** As the app calls it, such as `dinner` or `side`. */
  readonly slot: string;
  readonly recipeId?: string;
  readonly text?: string;
  /** Of Weekfare's own export, which has a line for each dish. */
  readonly details?: Omit<Meal, 'description' | 'recipeId' | 'sides'>;
};

/** What only Weekfare's own export has. Foods, recipes and eaters are not checked yet. */
export type FamilyData = {
  /** Of the prices; null if it is not known. */
  readonly currency: string | null;
  readonly preferences: { readonly language: string; readonly preferences?: unknown } | undefined;
  readonly pantry: readonly {
    foodId: string;
    quantityText?: string | undefined;
    bestBefore?: string | undefined;
  }[];
  readonly prices: readonly { foodId: string; centsPerKg: number; offer?: Offer | undefined }[];
  readonly answers: readonly { words: string; foodId: string | null; brands?: FreeBrands | undefined }[];
  readonly notes: readonly { recipeId: string; note: string; tags: string[] }[];
  readonly menus: readonly Omit<Menu, 'id'>[];
  readonly weekExceptions: readonly { week: Week; exceptions: WeekExceptions }[];
  readonly stars: readonly { eaterId: string; recipeId: string; stars: number }[];
  readonly rejectedDishes: readonly { recipeId: string; rejectedOn: string }[];
  /** Lines of shopping lists that are still to be bought, and the history of all lists. */
  readonly toBuy: readonly string[];
  readonly operations: readonly { week: Week; operation: ListOperation }[];
};

type ImportedListItem = { readonly list: string; readonly text: string; readonly isTicked: boolean };

/** A recipe of Weekfare's own export. */
export function ownRecipe({ id, source }: ExportedRecipe, recipe: ImportedRecipe): ArchiveItem {
  return {
    kind: 'recipe',
    format: 'weekfare',
    id: ownId(id),
    recipe: { ...recipe, title: source.title },
    source,
  };
}

/** The identity of a recipe of a Weekfare, in any family that imports it. */
export function ownId(recipeId: string): string {
  return `weekfare:${recipeId}`;
}
