/** An instant in a request's body, such as the end of a key, brought to the one form that is stored. */
import { z } from 'zod';
import { instantText, parseInstant } from '#domain/week/instant.ts';

export const instant = z.string().transform((text, check) => {
  const ms = parseInstant(text);
  if (ms !== undefined) return instantText(ms);
  check.addIssue('must be an instant, such as 2027-01-01T00:00:00Z');
  return z.NEVER;
});
