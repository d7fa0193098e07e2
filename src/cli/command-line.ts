/**
 * Runs one command of the operator's command line. Input, output and environment are arguments, so that tests
 * can run it within their own process.
 */
import { readConfig } from '#config.ts';
import { UserError } from '#domain/user-error.ts';
import { printableJson, printableText } from '#domain/text/printable.ts';
import { describeFailure, withoutPassword } from '#failure.ts';
import { appliedMigrations, requireMigrated } from '#storage/migrate.ts';
import { hasFile } from '#storage/drivers/sqlite-file.ts';
import { type Location, openStore, OPERATOR_TIMEOUT_MS, type Store } from '#storage/store.ts';
import {
  type Command,
  UsageError,
  operatorContext,
  readCommandLine,
  type CommandOutput,
  type PlainCommand,
  type Terminal,
} from './command.ts';
import { commandHelp, overview } from './help.ts';
import { databaseCommands } from './database.ts';
import { exportCommands } from './exports.ts';
import { familyCommands } from './families.ts';
import { importCommands } from './imports.ts';
import { ingredientCommands } from './ingredients.ts';
import { keyCommands } from './keys.ts';
import { memberCommands } from './members.ts';
import { planCommands } from './plans.ts';
import { preferenceCommands } from './preferences.ts';
import { proposalCommands } from './proposals.ts';
import { recipeCommands } from './recipes.ts';
import { COMMAND_NAME } from '#domain/command-name.ts';

const COMMANDS: (Command | PlainCommand)[] = [
  ...familyCommands,
  ...memberCommands,
  ...keyCommands,
  ...planCommands,
  ...proposalCommands,
  ...preferenceCommands,
  ...databaseCommands,
  ...importCommands,
  ...exportCommands,
  ...ingredientCommands,
  ...recipeCommands,
];

/** Returns the exit code: 0 success, 1 failure, 2 wrong usage. */
export async function runCommandLine(parameters: string[], given: Terminal): Promise<number> {
  // The output contains names and addresses that strangers typed, also within error messages.
  const terminal: Terminal = {
    ...given,
    print: (text) => given.print(printableText(text)),
    printError: (text) => given.printError(printableText(text)),
  };
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, at) => parameters[at] === word));
  if (!command) return showOverview(parameters, terminal);
  let location: Location | undefined;
  try {
    const line = readCommandLine(command, parameters.slice(command.name.split(' ').length));
    if (line.help) {
      terminal.print(commandHelp(command));
      return 0;
    }
    if ('runPlain' in command) {
      const { failed } = await command.runPlain({ ...line, options: line.options as never, terminal });
      return failed ? 1 : 0;
    }
    location = readConfig(terminal.environment).location;
    const { failed } = await run(command, location, { ...line, terminal });
    return failed ? 1 : 0;
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.printError(`${error.message}\nSee: ${COMMAND_NAME} ${command.name} --help`);
      return 2;
    }
    terminal.printError(describeFailure(error, location));
    return 1;
  }
}

type Line = { positionals: string[]; options: object; json: boolean; terminal: Terminal };

async function run(command: Command, location: Location, line: Line): Promise<CommandOutput> {
  // Before it is opened, which would create the file.
  if (!command.createsDatabase && location.kind === 'sqlite' && !hasFile(location.file))
    refuseMissing(location);
  const store = await openStore(location, OPERATOR_TIMEOUT_MS);
  try {
    const nowMs = Date.now();
    if (!command.anySchema) await requireDatabase(store);
    const output = await command.run({
      store,
      nowMs,
      context: operatorContext(store, nowMs),
      positionals: line.positionals,
      options: line.options as never,
      terminal: line.terminal,
    });
    // Before the store is closed: long output is read from it in pieces.
    await show(output, line);
    return output;
  } finally {
    await store.close();
  }
}

async function show({ json, jsonPieces, text }: CommandOutput, line: Line): Promise<void> {
  if (line.json && jsonPieces) {
    for await (const piece of await jsonPieces()) await line.terminal.write(printableJson(piece));
    line.terminal.print('');
  } else line.terminal.print(line.json ? printableJson(JSON.stringify(json)) : text);
}

/** The database must exist and have the newest schema. The operator migrates an older one explicitly. */
async function requireDatabase(store: Store): Promise<void> {
  if ((await appliedMigrations(store.db)).length === 0) refuseMissing(store.location);
  await requireMigrated(store);
}

/** A mistyped setting must not look like an installation without families. */
function refuseMissing(location: Location): never {
  const creators = COMMANDS.filter((each) => 'createsDatabase' in each && each.createsDatabase).map(
    ({ name }) => name,
  );
  const advice = `Only ${creators.join(', ')} and the server create a new one.`;
  throw new UserError(
    location.kind === 'sqlite'
      ? `There is no database ${location.file}. Set DATA_DIR to its folder. ${advice}`
      : `PostgreSQL at ${withoutPassword(location.url)} has no tables of Weekfare. Set DATABASE_URL to the right database. ${advice}`,
  );
}

const HELP = ['--help', '-h', 'help'];

/** For a line without a command: prints the overview if the line asks for help, otherwise an error. */
function showOverview(parameters: string[], { print, printError }: Terminal): number {
  const [first = '--help', second, ...more] = parameters;
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (HELP.includes(first) && second === undefined) print(overview(COMMANDS));
  else if (group.length > 0 && HELP.includes(second ?? '') && more.length === 0) print(overview(group));
  else {
    const isIncomplete = group.length > 0 && (second === undefined || second.startsWith('-'));
    const name = parameters.slice(0, 2).join(' ');
    const fault = isIncomplete ? `"${first}" is an incomplete command.` : `There is no command "${name}".`;
    printError(`${fault}\nSee: ${COMMAND_NAME} ${group.length > 0 ? `${first} ` : ''}--help`);
    return 2;
  }
  return 0;
}
