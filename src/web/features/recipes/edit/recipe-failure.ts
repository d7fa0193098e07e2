/** Maps a failed save to one message per field, and one for the rest. */
import { ApiError } from '#web/base/api.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import { brief } from '#web/meals/meal-text.ts';
import type { MessageId } from '#languages/message-ids.ts';
import type { Translate } from '#web/base/i18n/translation.ts';
import { type Draft, linesOf } from './draft.ts';

export type Failure = { fields: { [field in keyof Draft]?: string }; rest: string | undefined };

export const NO_FAILURE: Failure = { fields: {}, rest: undefined };

const WRONG: Record<string, MessageId> = {
  title: 'recipes.wrong.title',
  servings: 'recipes.wrong.servings',
  activeMinutes: 'recipes.wrong.minutes',
  totalMinutes: 'recipes.wrong.minutes',
  cuisine: 'recipes.wrong.cuisine',
  ingredients: 'recipes.wrong.ingredients',
  steps: 'recipes.wrong.steps',
  description: 'recipes.wrong.long',
  notes: 'recipes.wrong.long',
  author: 'recipes.wrong.long',
  source: 'recipes.wrong.long',
};

export function parseFailure(t: Translate, error: unknown, draft: Draft): Failure {
  if (!(error instanceof ApiError)) throw error;
  const fields: Record<string, string> = {};
  for (const { field } of error.errors) {
    // `ingredients.3` is one line of a field.
    const parts = field.split('.');
    const [name = '', line] = parts[0] === 'about' ? [parts[1]] : parts;
    const said = line === undefined ? WRONG[name] && t(WRONG[name]) : wrongLine(t, draft, name, line);
    if (said) fields[name] ??= said;
  }
  if (Object.keys(fields).length > 0) return { fields, rest: undefined };
  return { fields, rest: error.status === 413 ? t('recipes.wrong.size') : problemText(t, error) };
}

function wrongLine(t: Translate, draft: Draft, field: string, at: string): string | undefined {
  if (field !== 'ingredients' && field !== 'steps') return undefined;
  const line = brief(linesOf(draft[field])[Number(at)] ?? '');
  return t(field === 'steps' ? 'recipes.wrong.step' : 'recipes.wrong.ingredient', { line });
}
