/** The JSON log. An error may quote what a stranger typed, and logs are read in terminals: lines are made safe for them. */
import { type Logger, pino } from 'pino';
import { printableJson } from './domain/text/printable.ts';

export function createLog(level: string, out: { write(line: string): unknown }): Logger {
  return pino({ level }, { write: (line) => void out.write(printableJson(line)) });
}
