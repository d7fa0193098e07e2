/** Changes that the server did not save: conflicts and refusals. */
import type { SyncState } from '#web/data/sync.ts';
import { Conflicts } from './conflicts.tsx';
import { RefusedNotice } from './refused-notice.tsx';

export function UnsavedChanges({ conflicts, refused }: Pick<SyncState, 'conflicts' | 'refused'>) {
  return (
    <>
      {conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
      {refused.map((change) => (
        <RefusedNotice key={change.id} refused={change} />
      ))}
    </>
  );
}
