/** The section of the page of links. */
import { useState } from 'react';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Section } from '#web/base/ui/section.tsx';
import { ListLinks, NewListLink } from './list-links.tsx';

export function ListLinksSection() {
  const { t } = useTranslation();
  const [link, setLink] = useState<string>();
  return (
    <Section id="list-links" title={t('profile.list-links')} lead={t('profile.list-links-lead')}>
      <ListLinks onMade={setLink} />
      {link && <NewListLink link={link} onClose={() => setLink(undefined)} />}
    </Section>
  );
}
