/** A week in a path: the date of its Monday, or for a change also `current` or `next`; and in a response. */
import { z } from 'zod';
import { parseWeek, type Week, WeekClock } from '#domain/week/week.ts';
import { problem, type Problem } from '#http/problems/problem.ts';
import type { KeyRequester } from '#http/access/key-access.ts';

export const weekParameter = {
  name: 'weekOf',
  description: 'The Monday of the week',
  pattern: /^\d{4}-\d{2}-\d{2}$/,
  format: 'date',
  example: '2026-11-16',
  isChecked: true,
} as const;

/** The `weekOf` of responses. */
export const weekOfField = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T00:00:00\.000Z$/)
  .meta({
    format: 'date-time',
    description: "The Monday of the week, in the family's time zone",
    examples: ['2026-11-09T00:00:00.000Z'],
  });

export function invalidWeek(message: string): Problem {
  return problem('invalid-input', { errors: [{ in: 'path', field: 'weekOf', message }] });
}

type NamedWeek = Week | 'current' | 'next';

/** A Monday, or a word for one, which a voice assistant need not compute. */
export const namedWeek = z
  .string()
  .meta({ pattern: '^(\\d{4}-\\d{2}-\\d{2}|current|next)$' })
  .transform((text, check): NamedWeek => {
    if (text === 'current' || text === 'next') return text;
    const parsed = parseWeek(text);
    if ('week' in parsed) return parsed.week;
    check.addIssue(parsed.wrong);
    return z.NEVER;
  })
  .meta({ description: 'The Monday of the week, or `current` or `next`', examples: ['current'] });

const clock = new WeekClock();

type NamedWeekRequest = { params: { weekOf: NamedWeek }; requester: KeyRequester; nowMs: number };

export function weekIn({ params: { weekOf }, requester, nowMs }: NamedWeekRequest): Week {
  const { current, next } = clock.weeksAt(nowMs, requester.timeZone);
  if (weekOf === 'current') return current;
  return weekOf === 'next' ? next : weekOf;
}
