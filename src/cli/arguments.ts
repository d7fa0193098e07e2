/** Parses the operator's arguments. Throws a UsageError that says what is wrong with one. */
import type { z } from 'zod';
import { parseInstant } from '#domain/week/instant.ts';
import { parseWeek, type Week } from '#domain/week/week.ts';
import { UsageError } from './command.ts';

export function validArgument<Value>(name: string, schema: z.ZodType<Value>, value: unknown): Value {
  const { data, error } = schema.safeParse(value);
  if (error) throw new UsageError(`${name} ${error.issues[0]?.message ?? 'is invalid'}.`);
  return data;
}

export function instantArgument(name: string, text: string): number {
  const ms = parseInstant(text);
  if (ms === undefined) throw new UsageError(`${name} must be an instant, such as 2027-01-01T00:00:00Z.`);
  return ms;
}

export function weekArgument(text: string): Week {
  const parsed = parseWeek(text);
  if ('wrong' in parsed) throw new UsageError(`--week: ${parsed.wrong}`);
  return parsed.week;
}
