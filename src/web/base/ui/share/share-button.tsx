/** Opens the share sheet of the device. Nothing is rendered where the browser has none; offer to copy as well. */
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';

export function ShareButton({ data, label }: { data: ShareData; label: string }) {
  const { t } = useTranslation();
  // Desktop browsers and plain http often have no share sheet.
  if (!('share' in navigator) || !navigator.canShare?.(data)) return null;
  const share = () =>
    navigator.share(data).catch((error: unknown) => {
      // The person closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast({ kind: 'bad', text: problemText(t, error) });
    });
  return (
    <Button icon={<PageIcon name="share" />} onClick={() => void share()}>
      {label}
    </Button>
  );
}
