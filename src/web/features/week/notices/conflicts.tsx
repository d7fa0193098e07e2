/** Conflicting changes: a banner with their number, and the dialog that asks about the next one. */
import { useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { SyncState } from '#web/data/sync.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

type ConflictsProps = Pick<SyncState, 'conflicts'>;

export function Conflicts({ conflicts }: ConflictsProps) {
  const { t } = useTranslation();
  const { open, decide, postpone } = useNextConflict(conflicts);
  return (
    <>
      <Banner
        kind="warn"
        icon={<Icon name="people" />}
        action={<Button onClick={decide}>{t('week.conflict-look')}</Button>}
      >
        {t('week.conflicts', { count: conflicts.length })}
      </Banner>
      {open && <ConflictDialog conflict={open} onLater={postpone} />}
    </>
  );
}

/** The next conflict to show: the first that was not postponed, and none while the person types. */
function useNextConflict(conflicts: ConflictsProps['conflicts']) {
  const [later, setLater] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<string>();
  const current = conflicts.find(({ id }) => id === open);
  const fresh = conflicts.find(({ id }) => !later.includes(id));
  const openFresh = useEffectEvent(() => {
    if (!current && fresh && !document.activeElement?.matches('textarea, dialog *')) setOpen(fresh.id);
  });
  // After every render: the focus is not part of any state.
  useEffect(() => openFresh());
  return {
    open: current,
    decide: () => {
      setLater([]);
      setOpen(conflicts[0]?.id);
    },
    postpone: () => {
      setLater(conflicts.map(({ id }) => id));
      setOpen(undefined);
    },
  };
}
