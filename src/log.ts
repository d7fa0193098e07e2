/** The JSON log. Errors may quote untrusted input and logs are read in terminals, so control characters are escaped. */
import { type Logger, pino } from 'pino';
import { printableJson } from './domain/text/printable.ts';

export function createLog(level: string, out: { write(line: string): unknown }): Logger {
  return pino({ level }, { write: (line) => void out.write(printableJson(line)) });
}
