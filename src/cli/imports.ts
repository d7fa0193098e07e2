/** import, import list, import undo: recipes from other apps. */
import { basename } from 'node:path';
import { undoImport } from '#actions/imports/undo.ts';
import { UNDO_MS } from '#domain/family/upload.ts';
import {
  type ImportReport,
  LEFT_OUT,
  type LeftOut,
  SIMILAR_CHOICES,
  type SimilarChoice,
} from '#domain/recipe/import-report.ts';
import { UserError } from '#domain/user-error.ts';
import { instantText, parseInstant } from '#domain/week/instant.ts';
import { printableLine } from '#domain/text/printable.ts';
import { ImportProcess } from '#jobs/import/import-process.ts';
import { listImports } from '#storage/tables/imports.ts';
import { command, getFamily, unwrap, UsageError } from './command.ts';
import { COMMAND_NAME } from '#domain/command-name.ts';

/** Names that the text shows of a long list; --json shows all. */
const SHOWN_NAMES = 10;

export const importCommands = [
  command({
    name: 'import list',
    positionals: ['FAMILY_ID'],
    summary: "Lists a family's imports from other apps, and until when each can be undone.",
    example: 'import list 4fJ2kQ9xLm1TzB7c',
    async run({ store, positionals: [family = ''] }) {
      await getFamily(store.db, family);
      const imports = (await listImports(store.db, family)).map(({ id, createdAt, fileName }) => ({
        id,
        createdAt,
        fileName,
        undoUntil: instantText((parseInstant(createdAt) ?? 0) + UNDO_MS),
      }));
      const lines = imports.map(
        (each) =>
          `${each.id}  ${each.createdAt}  undo until ${each.undoUntil}  ${printableLine(each.fileName)}`,
      );
      return { json: imports, text: lines.join('\n') || 'The family has imported nothing.' };
    },
  }),

  command({
    name: 'import undo',
    positionals: ['FAMILY_ID', 'IMPORT_ID'],
    summary: 'Deletes what an import of the last seven days has added, unless somebody has changed it.',
    example: 'import undo 4fJ2kQ9xLm1TzB7c 7hK2mQ9xLm1TzB7c',
    async run({ context, positionals: [family = '', id = ''] }) {
      const undone = unwrap(await undoImport(context, family, id), `Import ${id}`);
      const restored = undone.restored > 0 ? ` ${count(undone.restored, 'replaced recipe')} restored.` : '';
      const stay = undone.changed > 0 ? ` ${undone.changed} stay because somebody has changed them.` : '';
      return { json: undone, text: `Deleted ${count(undone.deleted, 'recipe')}.${restored}${stay}` };
    },
  }),

  command({
    name: 'import',
    positionals: ['FAMILY_ID', 'FILE'],
    summary: "Imports another app's recipes, and shows what is left out.",
    example: 'import 4fJ2kQ9xLm1TzB7c mealie-backup.zip --dry-run',
    options: {
      'dry-run': { type: 'boolean', help: 'only report, import nothing' },
      similar: {
        type: 'string',
        value: SIMILAR_CHOICES.join('|'),
        help: "recipes that are similar to the family's: add them, leave them out, or let them replace it [keep]",
      },
    },
    async run({ context, positionals: [family = '', path = ''], options }) {
      const isDryRun = options['dry-run'];
      const similar = similarChoice(options.similar);
      const file = { path, fileName: basename(path), isDryRun, similar };
      const worker = new ImportProcess();
      const imported = await worker.import(context, family, file).finally(() => worker.end());
      const outcome = unwrap(imported, `Family ${family}`);
      if ('wrongFile' in outcome) throw new UserError(outcome.wrongFile);
      const { report, importId } = outcome;
      const leftOut = report.leftOut.map((each) => ({ ...each, ...leftOutTexts(each) }));
      return {
        json: { importId, ...report, leftOut },
        text: [...reportLines(report, similar), ending(isDryRun, importId, family)].join('\n'),
      };
    },
  }),
];

function similarChoice(text = 'keep'): SimilarChoice {
  const choice = SIMILAR_CHOICES.find((each) => each === text);
  if (!choice) throw new UsageError(`--similar is ${SIMILAR_CHOICES.join(', ')}, not ${text}.`);
  return choice;
}

const SIMILAR_TITLES: { readonly [choice in SimilarChoice]: string } = {
  keep: 'New, but similar to a recipe of the family; see --similar',
  skip: 'Left out, because it is similar to a recipe of the family',
  replace: 'In the place of a similar recipe of the family',
};

const FAMILY_DATA =
  'Eaters, preferences, pantry, prices, answers, stars and rejected dishes, where the family has none.';

function reportLines(report: ImportReport, similar: SimilarChoice): string[] {
  const { recipes, newRecipes, replacedRecipes, lines, understoodLines, leftOut, details } = report;
  const known = details.filter(({ status }) => status !== 'new' && status !== 'too-long');
  const share = lines === 0 ? '' : `, ${Math.floor((100 * understoodLines) / lines)} %`;
  return [
    `Format: ${report.formats.join(', ') || 'none'}`,
    `${count(recipes, 'recipe')} in the file, ${newRecipes} new${replacedRecipes > 0 ? `, ${replacedRecipes} replaced` : ''}.`,
    `${count(lines, 'ingredient line')}, ${understoodLines} understood${share}.`,
    ...(report.photos > 0 ? [`${count(report.photos, 'photo')}.`] : []),
    ...(report.meals > 0 ? [`${count(report.meals, 'planned meal')}.`] : []),
    ...(report.listLines > 0 ? [`${count(report.listLines, 'line')} of shopping lists.`] : []),
    ...(report.hasFamilyData ? [FAMILY_DATA] : []),
    ...section(
      'Not again, because the family has it',
      known.map(({ title, sameAs }) => (sameAs === undefined ? title : `${title}, as ${sameAs}`)),
    ),
    ...section(SIMILAR_TITLES[similar], similarNames(details, false)),
    ...section('New, but similar to another recipe of the file', similarNames(details, true)),
    ...section(
      'Left out',
      leftOut.map((each) => {
        const { what, why } = leftOutTexts(each);
        return `${what}${each.count > 1 ? ` (${each.count} times)` : ''}: ${why}`;
      }),
    ),
  ];
}

function similarNames(details: ImportReport['details'], isInFile: boolean): string[] {
  return details.flatMap(({ title, similar }) => {
    if (!similar || (similar.isInFile ?? false) !== isInFile) return [];
    const how = similar.by === 'title' ? 'the same title' : 'from the same page';
    return [title === similar.title ? `${title} (${how})` : `${title}, like ${similar.title} (${how})`];
  });
}

function leftOutTexts({ code, name }: LeftOut): { what: string; why: string } {
  const [what, why] = LEFT_OUT[code];
  return { what: name === undefined ? what : `${what} ${name}`, why };
}

function section(title: string, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const shown = names.slice(0, SHOWN_NAMES).map((name) => `  ${printableLine(name)}`);
  const more =
    names.length > SHOWN_NAMES ? [`  and ${names.length - SHOWN_NAMES} more; --json shows all`] : [];
  return [`${title} (${names.length}):`, ...shown, ...more];
}

function ending(isDryRun: boolean, importId: string | null, family: string): string {
  if (isDryRun) return 'Nothing was imported: this was a dry run.';
  if (importId === null) return 'Nothing was imported: there is nothing new.';
  return `Imported. To undo it within a week: ${COMMAND_NAME} import undo ${family} ${importId}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
