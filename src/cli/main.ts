/**
 * The operator's command line. Works beside a running server, on the same database: what it changes
 * the server notices within a second.
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
} from './command.ts';
import { databaseCommands } from './database.ts';
import { familyCommands } from './families.ts';
import { keyCommands } from './keys.ts';
import { planCommands } from './plans.ts';

const COMMANDS = [...familyCommands, ...keyCommands, ...planCommands, ...databaseCommands];

process.exitCode = await main(process.argv.slice(2));

async function main(parameters: string[]): Promise<number> {
  const command = COMMANDS.find(({ name }) => name.split(' ').every((word, at) => parameters[at] === word));
  if (!command) return showOverview(parameters);
  let location: Location | undefined;
  try {
    const line = readCommandLine(command, parameters.slice(command.name.split(' ').length));
    if (line.help) {
      console.log(commandHelp(command));
      return 0;
    }
    location = readConfig().location;
    const { json, text, failed } = await run(command, location, line.words, line.options);
    console.log(line.json ? JSON.stringify(json) : text);
    return failed ? 1 : 0;
  } catch (error) {
    if (error instanceof Misuse) {
      console.error(`${error.message}\nSee: npm run -s weekfare -- ${command.name} --help`);
      return 2;
    }
    console.error(describeFailure(error, location));
    return 1;
  }
}

async function run(command: Command, location: Location, words: string[], options: object): Promise<Said> {
  const store = await openStore(location, OPERATOR_PATIENCE_MS);
  try {
    const nowMs = Date.now();
    if (!command.anySchema) await prepare(store, nowMs);
    return await command.run({
      store,
      nowMs,
      context: operatorContext(store, nowMs),
      words,
      options: options as never,
    });
  } finally {
    await store.close();
  }
}

/** A new database is set up on the way; an older one is for the operator to migrate. */
async function prepare(store: Store, nowMs: number): Promise<void> {
  if ((await appliedMigrations(store.db)).length === 0) await migrate(store, nowMs);
  await requireMigrated(store);
}

function showOverview(parameters: string[]): number {
  const [first = '--help'] = parameters;
  const those = COMMANDS.filter(({ name }) => name.startsWith(`${first} `));
  if (['--help', '-h', 'help'].includes(first)) console.log(overview(COMMANDS));
  else if (those.length > 0) console.log(overview(those));
  else {
    console.error(
      `There is no command "${parameters.slice(0, 2).join(' ')}".\nSee: npm run -s weekfare -- --help`,
    );
    return 2;
  }
  return 0;
}
