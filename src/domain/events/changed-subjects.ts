/**
 * What a line of the audit log changes, as programs outside the app see it. An action that is not listed
 * changes nothing that the public API shows.
 */
import { parseWeek, type Week, weekAfter, weekAt } from '#domain/week/week.ts';

export type ChangedSubject =
  | { type: 'plan.changed' | 'list.changed'; week: Week }
  | { type: 'recipe.changed'; recipeId: string }
  /** All recipes whose version is the number of this line. */
  | { type: 'recipes-imported' }
  | { type: 'dinner.today'; date: string; week: Week };

export type Change = { at: string; action: string; detail: string };

/** After which everything may be different. */
export const RESTORE = 'restore';

/** Change the lists of all weeks; the event is about the current one. */
const EVERY_LIST = new Set(['pantry.change', 'preferences.change', 'line.answer', 'line.take-back']);
/** Change a recipe, and no list. */
const RECIPE_ACTIONS = new Set(['recipe.add', 'recipe.delete', 'recipe.photo', 'recipe.photo-remove']);

export function subjectsChangedBy({ at, action, detail }: Change, timeZone: string): ChangedSubject[] {
  const { week: weekText, recipe, date, fields } = JSON.parse(detail) as Detail;
  const current = () => weekAt(Temporal.Instant.from(at), timeZone);
  const parsed = parseWeek(weekText ?? '');
  const week = 'week' in parsed ? parsed.week : undefined;
  if (action === RESTORE) {
    const weeks = [current(), weekAfter(current())];
    return weeks.flatMap((each) => [plan(each), list(each)]);
  }
  // A list is computed from its plan.
  if (action.startsWith('plan.') && week) return [plan(week), list(week)];
  if (action === 'list.change' && week) return [list(week)];
  if (EVERY_LIST.has(action)) return [list(current())];
  if (action === 'family.change') {
    const changed = fields?.split(' ') ?? [];
    // With the time zone another week may be the current one.
    if (changed.includes('timeZone')) return [plan(current()), list(current())];
    return changed.includes('units') ? [list(current())] : [];
  }
  // It may be on a plan, and so on a list.
  if (action === 'recipe.change' && recipe !== undefined)
    return [{ type: 'recipe.changed', recipeId: recipe }, list(current())];
  if (RECIPE_ACTIONS.has(action) && recipe !== undefined)
    return [{ type: 'recipe.changed', recipeId: recipe }];
  if (action === 'import.add') return [{ type: 'recipes-imported' }];
  if (action === 'dinner.today' && date !== undefined && week) return [{ type: action, date, week }];
  return [];
}

function list(week: Week): ChangedSubject {
  return { type: 'list.changed', week };
}

function plan(week: Week): ChangedSubject {
  return { type: 'plan.changed', week };
}

type Detail = Partial<Record<'week' | 'recipe' | 'date' | 'fields', string>>;
