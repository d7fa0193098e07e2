/** What an imported recipe says about itself, beside what is cooked from. */
import { z } from 'zod';
import { textLine } from '#domain/text/text.ts';

const MAX_ADDRESS_LENGTH = 2_000;

/** As the source gives it. Nothing is computed from it. */
export const recipeAboutSchema = z.strictObject({
  description: textLine(5_000).optional(),
  /** Such as "1 loaf"; `servings` is our own number. */
  yield: textLine(200).optional(),
  notes: z.array(textLine(5_000)).max(50).optional(),
  author: textLine(200).optional(),
  /** The address of the page, or the name of a book. */
  source: textLine(MAX_ADDRESS_LENGTH).optional(),
  language: z
    .string()
    .max(35)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,4}$/, 'must be the tag of a language, such as de')
    .optional(),
  tags: z.array(textLine(100)).max(50).optional(),
  categories: z.array(textLine(100)).max(50).optional(),
  cuisines: z.array(textLine(100)).max(50).optional(),
  /** With the names of schema.org, such as `fatContent`; `description` is a text of several values. */
  nutrition: z
    .record(z.string().regex(/^[A-Za-z]{1,40}$/), textLine(1_000))
    .refine((values) => Object.keys(values).length <= 30, { error: 'must have at most 30 values' })
    .optional(),
  picture: z
    .strictObject({
      address: textLine(MAX_ADDRESS_LENGTH).regex(/^https?:\/\//, 'must be an http or https address'),
    })
    .optional(),
});

export type RecipeAbout = z.output<typeof recipeAboutSchema>;
