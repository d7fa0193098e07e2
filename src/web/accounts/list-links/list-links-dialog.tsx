/** The dialog that the list's menu opens. */
import { useState } from 'react';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { ListLinks, NewListLink } from './list-links.tsx';

export function ListLinksDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [link, setLink] = useState<string>();
  if (link) return <NewListLink link={link} onClose={onClose} />;
  return (
    <Dialog title={t('profile.list-links')} onClose={onClose}>
      <p>{t('profile.list-links-lead')}</p>
      <ListLinks onMade={setLink} />
    </Dialog>
  );
}
