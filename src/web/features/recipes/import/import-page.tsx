/** The import page: choose where the recipe is, see what was read, correct it, keep it. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { useArchiveImport } from '#web/features/recipes/import/archive/archive-import.ts';
import { Report } from '#web/features/recipes/import/archive/report.tsx';
import { sharedPage } from './page-text.ts';
import { Preview } from './preview.tsx';
import { useReading } from './reading.ts';
import { WaysIn } from './ways-in.tsx';

/** What the share target of the installed app has passed is read at once. */
export function ImportPage() {
  const { found, isReading, failure, read, reset } = useReading();
  const [shared] = useState(() => sharedPage(location.search));
  const isStarted = useRef(false);
  const readShared = useEffectEvent(() => {
    if (shared && !isStarted.current) void read(shared);
    isStarted.current = true;
  });
  useEffect(() => readShared(), []);
  const archive = useArchiveImport();
  const { t } = useTranslation();
  const { reported, progress } = archive;
  if (reported)
    return (
      <Report
        reported={reported}
        progress={progress}
        failure={archive.failure}
        onKeep={(chosen) => archive.keep(reported, chosen)}
        onBack={archive.reset}
      />
    );
  if (found) return <Preview found={found} onBack={reset} />;
  if (shared && isReading) return <Skeleton label={t('import.reading')} lines={8} />;
  return (
    <WaysIn
      address={shared && 'address' in shared ? shared.address : ''}
      isReading={isReading}
      failure={failure}
      onRead={(page) => void read(page)}
      archive={archive}
    />
  );
}
