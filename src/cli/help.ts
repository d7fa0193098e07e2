/** The help of the command line, and of each command. */
import { describeSettings } from '#config.ts';
import { COMMAND_NAME } from '#domain/command-name.ts';
import type { Command, PlainCommand } from './command.ts';

export function commandHelp(command: Command | PlainCommand): string {
  const options = Object.entries(command.options).map(([name, { value, help, required }]) => {
    const option = value ? `--${name} ${value}` : `--${name}`;
    return `  ${option.padEnd(28)} ${help}${required ? ' (required)' : ''}`;
  });
  return `${command.summary}

Usage:   ${COMMAND_NAME} ${[command.name, ...command.positionals].join(' ')} [options]
Example: ${COMMAND_NAME} ${command.example}

Options:
${[...options, `  ${'--json'.padEnd(28)} print JSON, for programs`, `  ${'--help'.padEnd(28)} show this help`].join('\n')}`;
}

export function overview(commands: (Command | PlainCommand)[]): string {
  const usages = commands.map(({ name, positionals }) => [name, ...positionals].join(' '));
  const width = Math.max(...usages.map(({ length }) => length));
  const lines = commands.map(({ summary }, at) => `  ${usages[at]?.padEnd(width)} ${summary}`);
  return `Weekfare's command line, for the operator of the service.

Usage: ${COMMAND_NAME} COMMAND [options]

Commands:
${lines.join('\n')}

Each command takes --help and --json. Exit code: 0 success, 1 failure, 2 wrong usage.

Settings are environment variables, the same as the server's:
${describeSettings()}`;
}
