/** Validates what families say about recipes. */
import { z } from 'zod';
import { recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { textLine } from '#domain/text/text.ts';
import { MAX_NOTE_LENGTH, MAX_TAG_LENGTH, MAX_TAGS } from './recipe-note.ts';

const note = textLine(MAX_NOTE_LENGTH).or(z.literal(''));
export const tagSchema = textLine(MAX_TAG_LENGTH).refine((tag) => !/[\n\t,]/.test(tag), {
  error: 'must be one line without commas',
});
const tags = z.array(tagSchema).max(MAX_TAGS);

export const recipeNoteSchema = z.strictObject({
  note,
  tags,
  soonSince: z.iso.date().optional(),
  frozenSince: z.iso.date().optional(),
});

export const noteChangeSchema = z.strictObject({
  recipeId: recipeIdSchema,
  note: z.strictObject({ before: note, after: note }).optional(),
  addTags: tags.optional(),
  removeTags: tags.optional(),
  soonSince: z.iso.date().nullable().optional(),
  frozenSince: z.iso.date().nullable().optional(),
});
