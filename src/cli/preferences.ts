/** preferences show, set. Input and output have the format of `preferences` in the app's API. */
import { readFileSync } from 'node:fs';
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import { changePreferences } from '#actions/plan/preferences.ts';
import { isFoodOrGroup } from '#cookbook/foods.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { preferencesSchema } from '#domain/preferences/preferences-schema.ts';
import { UserError } from '#domain/user-error.ts';
import { readPreferences } from '#queries/plan/preferences.ts';
import { command, getFamily, type Terminal, unwrap, UsageError } from './command.ts';

export const preferenceCommands = [
  command({
    name: 'preferences show',
    positionals: ['FAMILY_ID'],
    summary: "Shows a family's preferences as JSON that preferences set accepts.",
    example: 'preferences show 4fJ2kQ9xLm1TzB7c > preferences.json',
    async run({ store, positionals: [id = ''] }) {
      await getFamily(store.db, id);
      const { preferences } = await readPreferences(store.db, id);
      return { json: preferences, text: JSON.stringify(preferences, null, 2) };
    },
  }),

  command({
    name: 'preferences set',
    positionals: ['FAMILY_ID'],
    summary: "Sets a family's preferences from JSON in a file or on standard input.",
    example: 'preferences set 4fJ2kQ9xLm1TzB7c --file preferences.json',
    options: { file: { type: 'string', value: 'FILE', help: 'the file to read [standard input]' } },
    async run({ store, context, positionals: [id = ''], options: { file }, terminal }) {
      const preferences = parsePreferences(file === undefined ? await readInput(terminal) : readFile(file));
      const { version } = await readPreferences(store.db, id);
      unwrap((await changePreferences(context, id, { version, preferences })) ?? {}, `Family ${id}`);
      return { json: { id }, text: `Set the preferences of family ${id}.` };
    },
  }),
];

function readInput({ input, printError }: Terminal): Promise<string> {
  if (input.isTTY) printError('Reading the preferences as JSON from standard input. End with Ctrl-D.');
  return readText(input);
}

function readFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(`Cannot read ${file}.`, { cause: error });
  }
}

function parsePreferences(text: string): Preferences {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError('The preferences are not JSON.', { cause: error });
  }
  const { data, error } = preferencesSchema(isFoodOrGroup).safeParse(value);
  if (error) throw new UsageError(`The preferences are not valid:\n${z.prettifyError(error)}`);
  return data;
}
