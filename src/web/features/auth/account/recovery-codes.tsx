/**
 * The page of recovery codes: shown once after sign-up, and from the Family page for a new set. `back` in the address is
 * the page that comes next. A member without codes gets a set at once; the codes of an existing set cannot be shown.
 */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { CopyButton } from '#web/base/ui/share/copy-button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { navigate, safePath, useSearch } from '#web/base/router.ts';
import { queries, useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './recovery-codes.css';

export function RecoveryCodes() {
  const { t } = useTranslation();
  const back = safePath(new URLSearchParams(useSearch()).get('back'));
  const left = useQuery({
    queryKey: ['recovery-codes'],
    queryFn: () => api('GET /app/api/recovery-codes'),
  });
  const making = useMutation({
    mutationFn: () => api('POST /app/api/recovery-codes'),
  });
  const { mutate } = making;
  const hasBegun = useRef(false);
  const isFirst = left.data?.left === 0;
  useEffect(() => {
    if (!isFirst || hasBegun.current) return;
    hasBegun.current = true;
    mutate();
  }, [isFirst, mutate]);
  const leave = () => {
    void queries.invalidateQueries({ queryKey: ['recovery-codes'] });
    navigate(back, 'replace');
  };
  const error = making.error ?? left.error;
  return (
    <div className="recovery">
      <PageHeader title={t('account.codes')} lead={t('account.codes-lead')} />
      {making.data ? (
        <Codes codes={making.data.codes} onSaved={leave} />
      ) : (
        <>
          {error && <Banner kind="bad">{problemText(t, error)}</Banner>}
          {!left.data && !error && <Skeleton label={t('app.loading')} lines={4} />}
          {left.data && !isFirst && <p>{t('account.codes-left', { count: left.data.left })}</p>}
          <div className="recovery-actions">
            {left.data && (!isFirst || error) && (
              <Button kind="primary" busy={making.isPending} onClick={() => mutate()}>
                {t('account.codes-new')}
              </Button>
            )}
            <Button kind="quiet" onClick={leave}>
              {t('account.codes-later')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function Codes({ codes, onSaved }: { codes: string[]; onSaved: () => void }) {
  const { t } = useTranslation();
  const { email } = useMe().member;
  const text = `${t('account.codes-of', { email })}\n${location.origin}/reset\n\n${codes.join('\n')}\n`;
  return (
    <>
      <p className="recovery-of">{t('account.codes-of', { email })}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code dir="ltr">{code}</code>
          </li>
        ))}
      </ol>
      <div className="recovery-actions">
        <CopyButton text={text} label={t('account.codes-copy')} />
        <Button onClick={() => download(text)}>{t('account.codes-download')}</Button>
        <Button icon={<Icon name="print" />} onClick={() => window.print()}>
          {t('account.codes-print')}
        </Button>
      </div>
      <div className="recovery-actions">
        <Button kind="primary" onClick={onSaved}>
          {t('account.codes-saved')}
        </Button>
      </div>
    </>
  );
}

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = 'weekfare-recovery-codes.txt';
  link.click();
  // The browser has copied the data by then.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
