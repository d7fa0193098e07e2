/** The position in a list of recipes as text, for pages. */
import { z } from 'zod';
import { MAX_RANK, type Position } from '#domain/recipe/recipe-search-words.ts';
import { recipeId } from '#http/input/input-schemas.ts';

/** The end of a page, as an opaque cursor. */
export const cursor = z
  .string()
  .max(2_000)
  .transform((text, check): Position => {
    const parsed = positionSchema.safeParse(parseJson(Buffer.from(text, 'base64url').toString()));
    if (!parsed.success) {
      check.addIssue('must be the `next` of a page');
      return z.NEVER;
    }
    const [rank, titleWords, id] = parsed.data;
    return { rank, titleWords, id };
  });
const positionSchema = z.tuple([
  z.int().min(0).max(MAX_RANK),
  z.string().regex(/^[ \p{L}\p{N}]*$/u),
  recipeId,
]);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function cursorText({ rank, titleWords, id }: Position): string {
  return Buffer.from(JSON.stringify([rank, titleWords, id])).toString('base64url');
}
