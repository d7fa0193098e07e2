/** Export and deletion of the family's data, for owners. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchFile } from '#web/base/api.ts';
import { saveFile } from '#web/base/download.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { DeleteFamily } from './delete-family.tsx';
import { Section } from '#web/base/ui/section.tsx';

export function DataSection() {
  const { t } = useTranslation();
  const isOwner = useMe().member.role === 'owner';
  return (
    <Section id="data" title={t('profile.data')} lead={t('profile.data-lead')}>
      {isOwner ? (
        <>
          <Export />
          <Deletion />
        </>
      ) : (
        <p className="section-note">{t('profile.data-owners')}</p>
      )}
    </Section>
  );
}

function Export() {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({ mutationFn: downloadAll });
  return (
    <div className="section-part">
      <h3>{t('profile.export')}</h3>
      <p className="section-note">{t('profile.export-means')}</p>
      {error && <Banner kind="bad">{problemText(t, error)}</Banner>}
      <div className="section-actions">
        <Button busy={isPending} onClick={() => mutate()}>
          {t('profile.download')}
        </Button>
      </div>
    </div>
  );
}

async function downloadAll(): Promise<void> {
  const name = `weekfare-${new Date().toISOString().slice(0, 10)}.zip`;
  saveFile(await fetchFile('POST /app/api/family/export'), name);
}

function Deletion() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="section-part">
      <h3>{t('profile.delete')}</h3>
      <p className="section-note">{t('profile.delete-lead')}</p>
      <div className="section-actions">
        <Button kind="danger" onClick={() => setAsking(true)}>
          {t('profile.delete-family')}
        </Button>
      </div>
      {isAsking && <DeleteFamily onClose={() => setAsking(false)} />}
    </div>
  );
}
