/** Items of a menu that pass a text on: by the share sheet of the device, and by the clipboard. */
import { useTranslation } from '#web/base/i18n/translation.ts';
import { MenuItem } from '#web/base/ui/overlay/menu.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';

/** `copied` is said when the text is in the clipboard. */
export function ShareItems({
  title,
  textOf,
  copied,
}: {
  title: string;
  textOf: () => string;
  copied: string;
}) {
  const { t } = useTranslation();
  const attempt = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => {
      // The person closed the share sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      showToast({ kind: 'bad', text: problemText(t, error) });
    });
  const share = () => attempt(navigator.share({ title, text: textOf() }));
  const copy = () => attempt(navigator.clipboard.writeText(textOf()).then(() => showToast({ text: copied })));
  // Desktop browsers often have no share sheet, and browsers on plain http have neither.
  return (
    <>
      {'share' in navigator && <MenuItem onSelect={share}>{t('ui.share')}</MenuItem>}
      {'clipboard' in navigator && <MenuItem onSelect={copy}>{t('ui.copy-text')}</MenuItem>}
    </>
  );
}
