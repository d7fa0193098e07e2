/**
 * Defines the commands of the operator's command line, and parses their arguments: strictly, so that a mistyped
 * option is reported before anything is changed.
 */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { UserError } from '#domain/user-error.ts';
import { isRefusal, type Refusal, refuse } from '#domain/refusal.ts';
import { OPERATOR } from '#storage/actor.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import type { Db } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { type Family, findFamily } from '#storage/tables/account/families.ts';
import { REFUSAL_TEXTS } from './refusal-texts.ts';

type Option = { type: 'string' | 'boolean'; value?: string; help: string; required?: true };
type Options = Record<string, Option>;

type Values<Named extends Options> = {
  [Name in keyof Named]: Named[Name]['type'] extends 'boolean'
    ? boolean
    : Named[Name] extends { required: true }
      ? string
      : string | undefined;
};

/** The input and output of the command line. */
export type Terminal = {
  input: Readable & { isTTY?: boolean };
  print: (text: string) => void;
  printError: (text: string) => void;
  /** Prints a piece of long output without a line end. Resolves when there is room for the next piece. */
  write: (text: string) => Promise<void>;
  /** The settings; by default those of the process. */
  environment?: NodeJS.ProcessEnv;
};

/** The output of a command: JSON with --json, otherwise text. Long JSON comes in pieces. */
export type CommandOutput = {
  json: unknown;
  jsonPieces?: () => Promise<AsyncIterable<string>>;
  text: string;
  failed?: true;
};

export type Invocation<Named extends Options> = {
  store: Store;
  nowMs: number;
  context: ChangeContext;
  positionals: string[];
  options: Values<Named>;
  terminal: Terminal;
};

export type Command = {
  name: string;
  /** The names of the positional arguments, in order. The last may be optional and repeated: "[FILE...]". */
  positionals: string[];
  summary: string;
  options: Options;
  example: string;
  /** Whether the command accepts an empty or older database. */
  anySchema: boolean;
  /** Whether the command may create a new database. */
  createsDatabase: boolean;
  run: (call: Invocation<never>) => Promise<CommandOutput>;
};

/** A command that needs no database and writes its output itself. */
export type PlainCommand = Pick<Command, 'name' | 'positionals' | 'summary' | 'options' | 'example'> & {
  runPlain: (
    call: Pick<Invocation<never>, 'positionals' | 'options' | 'terminal'>,
  ) => Promise<{ failed?: true }>;
};

export function plainCommand<Named extends Options>(
  definition: Pick<Command, 'name' | 'summary' | 'example'> & {
    positionals?: string[];
    options: Named;
    run: (
      call: Pick<Invocation<Named>, 'positionals' | 'options' | 'terminal'>,
    ) => Promise<{ failed?: true }>;
  },
): PlainCommand {
  const { run, positionals = [], ...rest } = definition;
  return { ...rest, positionals, runPlain: run };
}

export function command<Named extends Options>(
  definition: Omit<Command, 'run' | 'options' | 'anySchema' | 'createsDatabase' | 'positionals'> & {
    positionals?: string[];
    options?: Named;
    anySchema?: true;
    createsDatabase?: true;
    run: (call: Invocation<Named>) => Promise<CommandOutput>;
  },
): Command {
  const { positionals = [], options = {}, anySchema = false, createsDatabase = false } = definition;
  return { ...definition, positionals, options, anySchema, createsDatabase, run: definition.run };
}

/** A wrong command line. The message says what is wrong, and the exit code is 2. */
export class UsageError extends UserError {
  override name = 'UsageError';
}

export function readCommandLine(command: Command | PlainCommand, parameters: string[]) {
  const { values, positionals } = parse(command, parameters);
  if (values.help === true) return { help: true as const };
  const missing = Object.entries(command.options).find(
    ([name, option]) => option.required && values[name] === undefined,
  );
  if (missing) throw new UsageError(`--${missing[0]} is missing.`);
  const isRepeated = command.positionals.at(-1)?.endsWith('...]') === true;
  const missingPositional = command.positionals.find((name, at) => !positionals[at] && !name.startsWith('['));
  if (missingPositional) throw new UsageError(`${missingPositional} is missing.`);
  if (positionals.length > command.positionals.length && !isRepeated)
    throw new UsageError(`Unexpected argument: ${positionals[command.positionals.length]}.`);
  const { json, help: _help, ...options } = values;
  return { help: false as const, json: json === true, positionals, options };
}

function parse(
  { options }: Pick<Command, 'options'>,
  parameters: string[],
): { values: Record<string, unknown>; positionals: string[] } {
  const known = Object.entries(options).map(([name, { type }]) => [name, { type }] as const);
  try {
    const { values, positionals, tokens } = parseArgs({
      args: parameters,
      allowPositionals: true,
      tokens: true,
      options: {
        ...Object.fromEntries(known),
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    // parseArgs would use the last of two values without a warning.
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
    const repeated = names.find((name, at) => names.indexOf(name) < at);
    if (repeated !== undefined) throw new UsageError(`--${repeated} is given twice.`);
    return { values, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error), {
      cause: error,
    });
  }
}

/** Asks the operator. Returns the line they type, or an empty text at the end of the input. */
export async function ask({ input, printError }: Terminal, question: string): Promise<string> {
  printError(question);
  const lines = createInterface({ input });
  for await (const line of lines) return line.trim();
  return '';
}

export function operatorContext(store: Store, nowMs: number): ChangeContext {
  return { store, actor: OPERATOR, nowMs };
}

/** The outcome of an action; throws a UserError if it was refused. */
export function unwrap<Outcome>(outcome: Outcome, what: string): Exclude<Outcome, Refusal> {
  if (isRefusal(outcome)) throw new UserError(`${what}: ${REFUSAL_TEXTS[outcome.refused]}`);
  return outcome as Exclude<Outcome, Refusal>;
}

/** Throws a UserError if there is no such family. */
export async function getFamily(db: Db, id: string): Promise<Family> {
  return unwrap((await findFamily(db, id)) ?? refuse('not-found'), `Family ${id}`);
}
