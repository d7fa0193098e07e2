/**
 * Runs one command of the operator's command line. Knows neither the process nor its pipes: what it
 * reads and where it speaks is handed in.
 */
import { readConfig } from '#config.ts';
import { describeFailure } from '#failure.ts';
import { appliedMigrations, migrate, requireMigrated } from '#storage/migrate.ts';
import { type Location, openStore, OPERATOR_PATIENCE_MS, type Store } from '#storage/store.ts';
import {
  type Command,
  commandHelp,
  Misuse,
  operatorContext,
  overview,
  readCommandLine,
  type Said,
  type Terminal,
} from './command.ts';
import { databaseCommands } from './database.ts';
import { familyCommands } from './families.ts';
import { keyCommands } from './keys.ts';
import { planCommands } from './plans.ts';

const COMMANDS = [...familyCommands, ...keyCommands, ...planCommands, ...databaseCommands];

/** Answers the exit code: 0 done, 1 failed, 2 misused. */
export async function runCommandLine(parameters: string[], terminal: Terminal): Promise<number> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, at) => parameters[at] === word));
  if (!command) return showOverview(parameters, terminal);
  let location: Location | undefined;
  try {
    const line = readCommandLine(command, parameters.slice(command.name.split(' ').length));
    if (line.help) {
      terminal.say(commandHelp(command));
      return 0;
    }
    location = readConfig(terminal.environment).location;
    const { failed } = await run(command, location, { ...line, terminal });
    return failed ? 1 : 0;
  } catch (error) {
    if (error instanceof Misuse) {
      terminal.complain(`${error.message}\nSee: npm run -s weekfare -- ${command.name} --help`);
      return 2;
    }
    terminal.complain(describeFailure(error, location));
    return 1;
  }
}

type Line = { words: string[]; options: object; json: boolean; terminal: Terminal };

async function run(command: Command, location: Location, line: Line): Promise<Said> {
  const store = await openStore(location, OPERATOR_PATIENCE_MS);
  try {
    const nowMs = Date.now();
    if (!command.anySchema) await prepare(store, nowMs);
    const said = await command.run({
      store,
      nowMs,
      context: operatorContext(store, nowMs),
      words: line.words,
      options: line.options as never,
      terminal: line.terminal,
    });
    // While the store is open: a long answer is read from it piece by piece.
    await show(said, line);
    return said;
  } finally {
    await store.close();
  }
}

async function show({ json, jsonPieces, text }: Said, line: Line): Promise<void> {
  if (line.json && jsonPieces) {
    for await (const piece of await jsonPieces()) await line.terminal.write(piece);
    line.terminal.say('');
  } else line.terminal.say(line.json ? JSON.stringify(json) : text);
}

/** A new database is set up on the way; an older one is for the operator to migrate. */
async function prepare(store: Store, nowMs: number): Promise<void> {
  if ((await appliedMigrations(store.db)).length === 0) await migrate(store, nowMs);
  await requireMigrated(store);
}

function showOverview(parameters: string[], { say, complain }: Terminal): number {
  const [first = '--help'] = parameters;
  const those = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (['--help', '-h', 'help'].includes(first)) say(overview(COMMANDS));
  else if (those.length > 0) say(overview(those));
  else {
    complain(
      `There is no command "${parameters.slice(0, 2).join(' ')}".\nSee: npm run -s weekfare -- --help`,
    );
    return 2;
  }
  return 0;
}
