/** Asks before unsaved text is lost by a link, by Back, or by closing the tab (then the browser asks). */
import { useEffect, useRef, useState } from 'react';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { useBeforeUnload } from '#web/base/before-unload.ts';
import { navigate, blockBack } from '#web/base/router.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

type Destination = { to: string } | 'back';

/** Render this while there are unsaved changes. */
export function UnsavedGuard() {
  const { t } = useTranslation();
  const [destination, setDestination] = useState<Destination>();
  const release = useRef<() => void>(undefined);
  useBeforeUnload(true);
  useEffect(() => {
    release.current = blockLeaving(setDestination);
    return release.current;
  }, []);
  if (!destination) return null;
  const leave = async () => {
    release.current?.();
    if (destination === 'back') history.back();
    else navigate(destination.to);
  };
  return (
    <Confirm
      title={t('recipes.leave-title')}
      action={t('recipes.leave')}
      cancelLabel={t('recipes.stay')}
      run={leave}
      onClose={() => setDestination(undefined)}
    >
      <p>{t('recipes.leave-why')}</p>
    </Confirm>
  );
}

/** Blocks navigation and reports each attempt, until it is released. */
function blockLeaving(onTry: (destination: Destination) => void): () => void {
  const holding = new AbortController();
  const { signal } = holding;
  const stop = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a');
    const isHere = link && link.pathname === location.pathname;
    if (!link || isHere || opensElsewhere(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onTry({ to: link.pathname + link.search });
  };
  // In the capture phase, before the link's own handler.
  document.addEventListener('click', stop, { capture: true, signal });
  const release = blockBack(() => onTry('back'));
  return () => {
    holding.abort();
    release();
  };
}

/** Whether the click opens another tab or window. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}
