/** Maps a failed save to one message per part of the page, and one for the rest. */
import { ApiError } from '#web/base/api.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';

/** The keys of `parts` are paths such as `rules.2` or `budgetCents`. */
export type Failure = { parts: ReadonlyMap<string, MessageId>; rest: string | undefined };

export const NO_FAILURE: Failure = { parts: new Map(), rest: undefined };

/** Returns the error message of a part, if any. */
export type Wrong = (part: string) => string | undefined;

const WRONG: Record<string, MessageId> = {
  eaters: 'preferences.wrong.eater',
  slotSettings: 'preferences.wrong.slots',
  alternating: 'preferences.wrong.alternating',
  budgetCents: 'preferences.wrong.budget',
  rules: 'preferences.wrong.rule',
  recurring: 'preferences.wrong.recurring',
};

export function parseFailure(t: Translate, error: unknown): Failure {
  const parts = new Map<string, MessageId>();
  for (const { field } of error instanceof ApiError ? error.errors : []) {
    const [, name = '', index, part] = field.split('.');
    if (part === 'goals') {
      parts.set(`${name}.${index}.goals`, 'preferences.wrong.goals');
      continue;
    }
    const message = index === undefined && name === 'eaters' ? 'preferences.wrong.eaters' : WRONG[name];
    if (message) parts.set(index === undefined ? name : `${name}.${index}`, message);
  }
  return { parts, rest: parts.size > 0 ? undefined : problemText(t, error) };
}
