/** The part of the contract with the web app (contract.ts) that is about imports of recipes. */
import type { Warning } from '#domain/preferences/warnings.ts';
import type { ImportReport } from '#domain/recipe/import-report.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';

/** A recipe that was found on a page, as it can be kept. `shortened`: fields of which something was too long. */
export type ReadRecipeResponse = { source: RecipeSource; shortened: string[] };
/** Whom a recipe is not for, and recipes of the family with the same title. */
export type RecipeCheckResponse = {
  warnings: readonly Warning[];
  duplicates: { id: string; title: string }[];
};

/** What an import of a file would do. `hash` is that of the file; to keep it, the same file is sent with it again. */
export type ImportReportResponse = { hash: string; report: ImportReport };
/** `importId` is null if there was nothing new. */
export type ImportResponse = { importId: string | null; report: Omit<ImportReport, 'details'> };

/** `recipes`: how many an undo would delete or give their old text, since nobody has changed them. */
export type Import = {
  id: string;
  createdAt: string;
  fileName: string;
  recipes: number;
  meals: number;
  undoUntil: string;
  /** False if it, or its undo, is running or was interrupted: the same file continues it, and an undo an undo. */
  isComplete: boolean;
};
/**
 * Those of the last week that can be undone, the newest first. `reading`: how many recipes this server has read of the file
 * that the family is importing right now; null without one.
 */
export type ImportsResponse = { imports: Import[]; reading: number | null };
/** How many recipes were deleted, have their old text again, and stay because somebody has changed them. */
export type UndoneImportResponse = { deleted: number; restored: number; changed: number };
