/** A change by a tool: the request id becomes the id of the change, as `Idempotency-Key` does in the public API. */
import { isRefusal, type Refusal } from '#domain/refusal.ts';
import { keyActor } from '#storage/actor.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import { applyOnce, changeIdOf, contentIdOf } from '#http/idempotency.ts';
import { failureOf, type ToolContext, type ToolFailure, type ToolResult } from './tool.ts';

export type ToolChange = ChangeContext & { changeId: string; contentId: string };

export type Changed = { changeId: string; isRepeat: boolean };

/** `change` returns why it is not done, or undefined. Request ids are those of one key, unless `source` says otherwise. */
export async function makeChange(
  { store, key, nowMs }: ToolContext,
  name: string,
  input: { requestId: string },
  change: (context: ToolChange) => Promise<Refusal | ToolFailure | undefined>,
  source = key.id,
): Promise<Changed | ToolFailure> {
  const changeId = changeIdOf(source, input.requestId);
  const contentId = contentIdOf(changeId, { method: 'tool', url: name, body: input });
  const context = { store, actor: keyActor(key.id), nowMs, changeId, contentId, isUndoable: true } as const;
  const outcome = await applyOnce({ store, family: key.family, context }, () => change(context));
  if (outcome === 'reused')
    return {
      failure:
        'This requestId was used before for another change; nothing was changed. Use a new one for each change.',
    };
  if (typeof outcome === 'string') return { changeId, isRepeat: outcome === 'repeated' };
  return isRefusal(outcome) ? failureOf(outcome) : outcome;
}

/** The fields of results that name something, and say nothing about it. */
const IDS = ['changeId', 'isRepeat', 'recipeId', 'weekOf'];

/** For a key that may change, but not read. */
export function withoutContent(result: ToolResult): ToolResult {
  if ('failure' in result) return result;
  const data = Object.fromEntries(Object.entries(result.data).filter(([field]) => IDS.includes(field)));
  const ids = Object.entries(data).map(([field, value]) => `${field}: ${value}`);
  return { data, text: ['Done.', ...ids].join('\n') };
}

/** The beginning of the text of a result. */
export function changedText({ isRepeat }: Pick<Changed, 'isRepeat'>, done: string): string {
  return isRepeat ? 'This was applied before with the same requestId; nothing was changed now.' : done;
}
