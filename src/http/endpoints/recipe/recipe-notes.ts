/** What a family says about recipes: notes, tags, and that a dish is wanted soon or frozen. */
import { z } from 'zod';
import { recipeNoteSchema, noteChangeSchema } from '#domain/recipe/recipe-note-schema.ts';
import { changeRecipeNote } from '#actions/recipe/recipe-notes.ts';
import { isRefusal } from '#domain/refusal.ts';
import { readCurrentNotes } from '#queries/recipe/lasting-notes.ts';
import { endpoint } from '#http/endpoint.ts';

/** By recipe; after a change, of its recipe only. */
const notesResponse = z.strictObject({ notes: z.record(z.string(), recipeNoteSchema) });

export const recipeNoteEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/recipe-notes',
    access: 'member',
    response: notesResponse,
    handle: async ({ store, caller, nowMs }) => ({
      notes: await readCurrentNotes(store.db, caller.family, nowMs),
    }),
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/recipe-notes',
    access: 'member',
    body: noteChangeSchema,
    response: notesResponse,
    async handle({ context, caller, body }) {
      const notes = await changeRecipeNote(context, caller.family, body);
      return isRefusal(notes) ? notes : { notes };
    },
  }),
];
