/** The tool that undoes a change of another tool. */
import { z } from 'zod';
import { undoStep } from '#actions/undo.ts';
import { isSameMeal, mealAt } from '#domain/plan/plan.ts';
import { readScopeOf, type Scope } from '#domain/family/scopes.ts';
import type { Refusal } from '#domain/refusal.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { findUndoStep, type UndoStep } from '#storage/tables/undo-steps.ts';
import { makeChange, type ToolChange } from '#http/mcp/change.ts';
import { datedPlaceText } from '#http/mcp/meals.ts';
import { changed, ifReadable } from '#http/mcp/schemas.ts';
import { mayUse, missingScope, REPLACES, tool, type ToolContext, type ToolFailure } from '#http/mcp/tool.ts';

const SCOPE_OF: { readonly [kind in UndoStep['kind']]: Scope } = {
  plan: 'plans:write',
  list: 'lists:write',
  recipe: 'recipes:write',
};

const undoChange = tool({
  name: 'undo_change',
  title: 'Undo a change',
  description:
    'Undoes one of the last changes by these tools, unless somebody has changed the same places since. Use the changeId that the tool returned. An undo cannot be undone; make the change again instead.',
  scopes: Object.values(SCOPE_OF),
  worksBlind: true,
  input: z.strictObject({
    changeId: z
      .string()
      .regex(/^[0-9a-f-]{36}$/, 'must be a changeId')
      .meta({ description: 'Of the change to undo' }),
  }),
  output: z.object({
    isRepeat: changed.isRepeat.meta({ description: 'Whether it had been undone before' }),
    undone: ifReadable(z.array(z.string())).meta({ description: 'What was undone' }),
  }),
  hints: REPLACES,
  async run(context, { changeId }) {
    const { store, key } = context;
    const step = await findUndoStep(store.db, key.family, changeId);
    if (!step)
      return { failure: 'There is no such change, or it changed nothing, or it is too old to be undone.' };
    const scope = SCOPE_OF[step.kind];
    if (!mayUse(context, scope)) return missingScope(scope);
    const undoIt = async (change: ToolChange): Promise<Refusal | ToolFailure | undefined> => {
      const refusal = await undoStep({ ...change, isUndoable: undefined }, key.family, step);
      if (refusal?.refused === 'conflict')
        return mayUse(context, readScopeOf(scope))
          ? conflictText(context, step, refusal.bought)
          : { failure: 'Somebody has changed it since; nothing was undone.' };
      if (refusal?.refused === 'stale-recipe')
        return { failure: 'The recipe was changed since; nothing was undone. It can be deleted in the app.' };
      return refusal;
    };
    // One id for each undo, so that a second request for it, also by another key, changes nothing.
    const outcome = await makeChange(context, 'undo_change', { requestId: changeId }, undoIt, 'undo');
    if ('failure' in outcome) return outcome;
    const { isRepeat } = outcome;
    const undone = isRepeat ? [] : linesOf(step);
    const nothing = isRepeat ? 'It was undone before; nothing was changed now.' : 'It had changed nothing.';
    return {
      data: { isRepeat, undone },
      text: undone.length > 0 ? ['Undone:', ...undone].join('\n') : nothing,
    };
  },
});

function linesOf(step: UndoStep): string[] {
  if (step.kind === 'recipe') return [`the recipe ${step.recipeId} is deleted`];
  if (step.kind === 'list') {
    const [removed, repeated] = [step.undoes.length, step.repeats.length];
    return [
      ...(removed > 0 ? [`${removed} added lines or ticks of the list of ${step.week}`] : []),
      ...(repeated > 0 ? [`${repeated} items are ticked again on the list of ${step.week}`] : []),
    ];
  }
  return step.edits.map((edit) => `${datedPlaceText(edit)}: ${edit.before?.description ?? 'empty'} again`);
}

async function conflictText(
  { store, key }: ToolContext,
  step: UndoStep,
  bought: readonly string[] = [],
): Promise<ToolFailure> {
  const changes = bought.map((name) => `“${name}” is bought`);
  for (const edit of step.kind === 'plan' ? step.edits : []) {
    const plan = await findPlan(store.db, key.family, edit.week);
    const now = mealAt(plan?.meals ?? {}, edit);
    if (!isSameMeal(now, edit.after))
      changes.push(`${datedPlaceText(edit)} now has ${now ? `“${now.description}”` : 'no meal'}`);
  }
  return {
    failure: `Somebody has changed it since: ${changes.join('; ')}. Nothing was undone. Later changes can be undone first.`,
  };
}

export const undoTools = [undoChange];
