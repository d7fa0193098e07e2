/** Enters full-screen mode where the browser supports it. */
import { useSyncExternalStore } from 'react';
import { IconButton } from '#web/base/ui/button.tsx';
import { Drawing } from '#web/base/ui/icon.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

const CORNERS = 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5';

export function FullScreenButton() {
  const { t } = useTranslation();
  const isFull = useSyncExternalStore(listen, () => document.fullscreenElement !== null);
  if (!document.fullscreenEnabled || isFull) return null;
  return (
    <IconButton
      label={t('display.full-screen')}
      // Ignore a refusal.
      onClick={() => void document.documentElement.requestFullscreen().catch(() => {})}
    >
      <Drawing path={CORNERS} size={20} />
    </IconButton>
  );
}

function listen(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}
