/** The week in a path: the date of its Monday. */
import { problem, type Problem } from '#http/problem.ts';

export const weekParameter = {
  name: 'weekOf',
  description: 'The Monday of the week',
  pattern: /^\d{4}-\d{2}-\d{2}$/,
  example: '2026-11-16',
  isChecked: true,
} as const;

export function invalidWeek(message: string): Problem {
  return problem('invalid-input', { errors: [{ in: 'path', field: 'weekOf', message }] });
}
