/** An offer is one sentence: changes of the same kind are merged into one clause. */
import type { PreferenceChange } from '#domain/preferences/preferences.ts';
import { includesChange, preferenceKey } from './relaxations.ts';

/** Without changes that others include. All slots that get more time get the same, so that one clause says it. */
export function mergeChanges(changes: readonly PreferenceChange[]): PreferenceChange[] {
  const distinct = changes.filter(
    (change, index) =>
      !changes.some(
        (wider, at) =>
          at !== index && includesChange(wider, change) && (at < index || !includesChange(change, wider)),
      ),
  );
  const minutes = distinct.flatMap((change) =>
    change.kind === 'minutes' ? (change.minutes ?? Infinity) : [],
  );
  const most = Math.max(...minutes);
  return distinct.map((change) =>
    change.kind === 'minutes' ? { ...change, minutes: most === Infinity ? undefined : most } : change,
  );
}

/** How many clauses the sentence has. */
export function clausesOf(changes: readonly PreferenceChange[]): number {
  return new Set(changes.map(clauseOf)).size;
}

function clauseOf(change: PreferenceChange): string {
  return change.kind === 'minutes' || change.kind === 'unplanned' ? change.kind : preferenceKey(change);
}
