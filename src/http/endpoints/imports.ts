/**
 * Routes of imports from other apps: the report about a file, the same file again to keep its recipes, the list of
 * imports and their undo. Nothing is stored between the two steps, so that any server can take either of them.
 */
import { z } from 'zod';
import { IMPORT_FORMAT_NAMES } from '#domain/recipe/import-formats.ts';
import { LEFT_OUT, type LeftOutCode } from '#domain/recipe/import-report.ts';
import { listUndoableImports } from '#actions/imports/undo.ts';
import type { ImportFile } from '#actions/imports/imports.ts';
import { decodePositions, MAX_POSITIONS } from '#domain/family/upload.ts';
import { isRefusal } from '#domain/refusal.ts';
import type { WrongFile } from '#jobs/import/import-worker.ts';
import { problem, ProblemResponse } from '#http/problems/problem.ts';
import { byId } from '#http/input/input-schemas.ts';
import { endpoint } from '#http/endpoint.ts';

/** A file can take seconds of processor time: a session may send ten a minute. */
const FILE_COST = 60;

const fileName = z
  .string()
  .max(500)
  .transform((name) => name.toWellFormed().replaceAll('\0', ''))
  .default('');

const positions = z
  .string()
  .max(MAX_POSITIONS / 4)
  .regex(/^[0-9a-f]*$/, 'must be hexadecimal digits')
  .default('');

/** What an import would do or has done (domain/recipe/import-report). */
const report = z.strictObject({
  formats: z.array(z.enum(IMPORT_FORMAT_NAMES)),
  recipes: z.int(),
  newRecipes: z.int(),
  replacedRecipes: z.int(),
  photos: z.int(),
  lines: z.int(),
  understoodLines: z.int(),
  meals: z.int(),
  listLines: z.int(),
  hasFamilyData: z.literal(true).exactOptional(),
  leftOut: z.array(
    z.strictObject({
      code: z.enum(Object.keys(LEFT_OUT) as LeftOutCode[]),
      name: z.string().exactOptional(),
      count: z.int(),
    }),
  ),
  details: z.array(
    z.strictObject({
      title: z.string(),
      status: z.enum(['new', 'earlier-import', 'same-recipe', 'too-long']),
      sameAs: z.string().exactOptional(),
      similar: z
        .strictObject({
          title: z.string(),
          by: z.enum(['title', 'address']),
          isInFile: z.literal(true).exactOptional(),
        })
        .exactOptional(),
      lines: z.int(),
      unclear: z.array(z.string()),
      shortened: z.array(z.string()),
    }),
  ),
});

export const importEndpoints = [
  endpoint({
    method: 'GET',
    path: '/app/api/imports',
    access: 'member',
    uses: ['archives'],
    response: z.strictObject({
      /** How many recipes this server has read of the file that the family is importing right now. */
      reading: z.int().nullable(),
      /** Those of the last week that can be undone, the newest first. */
      imports: z.array(
        z.strictObject({
          id: z.string(),
          createdAt: z.string(),
          fileName: z.string(),
          /** How many an undo would delete or give their old text, since nobody has changed them. */
          recipes: z.int(),
          meals: z.int(),
          undoUntil: z.string(),
          /** False if it, or its undo, is running or was interrupted: the same file continues it, and an undo an undo. */
          isComplete: z.boolean(),
        }),
      ),
    }),
    async handle({ store, caller, nowMs, archives }) {
      const imports = await listUndoableImports(store.db, caller.family, nowMs);
      return {
        reading: archives.progressOf(caller.family) ?? null,
        imports: imports.map(({ state, ...each }) => ({ ...each, isComplete: state === 'complete' })),
      };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/imports/report',
    access: 'member',
    uses: ['archives'],
    file: { kind: 'import' },
    isRead: true,
    cost: FILE_COST,
    query: z.strictObject({ name: fileName }),
    response: z.strictObject({
      /** Of the file; to keep its recipes, the same file is sent with it again. */
      hash: z.string(),
      /** What an import would do. */
      report,
    }),
    async handle({ archives, context, caller, upload, query, disconnected }) {
      const file: ImportFile = { path: upload.path, fileName: query.name, isDryRun: true };
      const outcome = await archives.run(context, caller.family, file, disconnected);
      if ('wrongFile' in outcome) return fileRefused(outcome);
      return isRefusal(outcome) ? outcome : { hash: upload.hash, report: outcome.report };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/imports',
    access: 'member',
    uses: ['archives'],
    file: { kind: 'import' },
    cost: FILE_COST,
    query: z.strictObject({
      name: fileName,
      hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the hash of a report'),
      /** Recipes that are left out: see `encodePositions`. */
      without: positions,
      /** Recipes that take the place of the family's similar ones. */
      replacing: positions,
    }),
    response: z.strictObject({
      /** Null if there was nothing new. */
      importId: z.string().nullable(),
      report: report.omit({ details: true }),
    }),
    async handle({ archives, context, caller, upload, query, disconnected }) {
      if (upload.hash !== query.hash) return new ProblemResponse(problem('file-changed'));
      const [without, replacing] = [decodePositions(query.without), decodePositions(query.replacing)];
      const file = { path: upload.path, fileName: query.name, isDryRun: false, without, replacing };
      const outcome = await archives.run(context, caller.family, file, disconnected);
      if ('wrongFile' in outcome) return fileRefused(outcome);
      if (isRefusal(outcome)) return outcome;
      const { details: _, ...report } = outcome.report;
      return { importId: outcome.importId, report };
    },
  }),

  endpoint({
    method: 'POST',
    path: '/app/api/imports/:id/undo',
    access: 'member',
    uses: ['archives'],
    cost: 10,
    params: byId,
    response: z.strictObject({
      deleted: z.int(),
      /** They have their old text again. */
      restored: z.int(),
      /** They stay because somebody has changed them. */
      changed: z.int(),
    }),
    handle: ({ archives, params, context, caller }) => archives.undo(context, caller.family, params.id),
  }),
];

/** A sentence about the file, and what is wrong in it. */
function fileRefused({ wrongFile, fault }: WrongFile): ProblemResponse {
  return new ProblemResponse(problem('file-refused', { detail: wrongFile, fault }));
}
