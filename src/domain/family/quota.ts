/**
 * Storage limits of a family, in bytes, since counts alone do not bound a database: 5,000 recipes may have 1 MB each.
 * Each limit is several times what a diligent family uses in ten years (docs/decisions/0013-bytes-per-family.md).
 * Adding is refused above a limit; existing data can be read, shortened, deleted and exported.
 */
import { parseInstant } from '#domain/week/instant.ts';

export const MAX_BYTES = {
  /** A recipe of 25 lines and a page of text takes 6 kB with its index: 5,000 take 30 MB. */
  recipes: 50_000_000,
  /** A list of 60 items takes 20 kB a week, so this is enough for thirty years. */
  lists: 32_000_000,
  /** A full week takes 3 kB, and a plan may be made for a thousand weeks. */
  plans: 16_000_000,
  /** Exceptions of weeks: a week with three guests on each evening takes 3 kB. */
  weekExceptions: 4_000_000,
  /** Menus: a full week takes 3 kB. They are read together. */
  menus: 500_000,
  /** Notes and tags of recipes: a note has 60 bytes. They are read together. */
  notes: 500_000,
  /** What phones write into to-dos beside the text: a to-do with a note and an alarm has 1 kB. */
  todos: 2_000_000,
  /** A photo takes 150 to 350 kB in both sizes: some 800 photos, a new dish every week for fifteen years. */
  photos: 200_000_000,
} as const;

const YOUNG_MS = 7 * 86_400_000;
/** An import of a whole cookbook brings at most 85 MB of photos (web/features/recipes/import/archive/small-pictures.ts). */
const MAX_YOUNG_PHOTO_BYTES = 100_000_000;

/** Anyone may sign up, so a family gets its full room for photos when it is a week old or has Premium. */
export function maxPhotoBytes(
  { createdAt, premium }: { createdAt: string; premium: string },
  nowMs: number,
): number {
  const isYoung = premium === 'none' && nowMs - (parseInstant(createdAt) ?? 0) < YOUNG_MS;
  return isYoung ? MAX_YOUNG_PHOTO_BYTES : MAX_BYTES.photos;
}

/** A recipe has 2 to 4 kB; a chapter of a book would still fit. */
export const MAX_RECIPE_BYTES = 100_000;

/** Of one week: a household that ticks and unticks each of 60 items ten times needs 1,200 operations, 250 kB. */
export const MAX_LIST_SIZE = { operations: 2_000, bytes: 500_000 } as const;

/** Lines of one list added by hand or by an import. Each is parsed whenever the list is computed, unless it is bought. */
export const MAX_ADDED_LINES = 300;

export const MAX_PANTRY_ENTRIES = 500;

/** To-dos of phones, with those that were removed in the last 90 days: 60 a week are 800. */
export const MAX_TODOS = 10_000;

/** What a phone may write into one to-do beside the text. */
export const MAX_TODO_BYTES = 16_000;

/** Imports from other apps: one a week for twenty years. */
export const MAX_IMPORTS = 1_000;

/** Answers to ingredient lines: of 300 recipes with ten lines, a third of the lines. An answer takes 200 bytes. */
export const MAX_LINE_ANSWERS = 1_000;

/** Ratings of dishes by eaters: three times thirty eaters with a hundred dishes each. */
export const MAX_STARS = 10_000;

/** Rejected dishes. Above it the oldest are forgotten: after half a year they do not count anyway. */
export const MAX_REJECTED_DISHES = 1_000;

export const MAX_MENUS = 200;

/** Passkeys of one member: more devices and password managers than anyone has. */
export const MAX_PASSKEYS = 20;

/** Accounts at identity providers of one member. */
export const MAX_IDENTITIES = 5;
