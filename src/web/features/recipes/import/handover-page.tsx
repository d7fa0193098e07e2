/**
 * Receives a page from the bookmarklet. Any site can open this page and send it something, so nothing happens before a
 * member has seen which site it is from and has agreed.
 */
import { useEffect, useState } from 'react';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions } from '#web/base/ui/overlay/dialog.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { type HandedPage, handedPage, MAX_HANDOVER_LENGTH, READY } from './bookmarklet.ts';
import { Preview } from './preview.tsx';
import { useReading } from './reading.ts';
import './ways-in.css';

/** A page that sends nothing within this time will send nothing. */
const ANSWER_MS = 8_000;

export function HandoverPage() {
  const { t } = useTranslation();
  const { page, isLate } = useHandedPage();
  const { found, isReading, failure, read, reset } = useReading();
  if (found) return <Preview found={found} onBack={reset} />;
  const isTooLarge = page && page.html.length > MAX_HANDOVER_LENGTH;
  return (
    <div className="import">
      <PageHeader title={t('import.handover-title')} />
      {!page && !isLate && <Skeleton label={t('import.waiting')} lines={4} />}
      {!page && isLate && <Banner kind="bad">{t('import.failed.handover')}</Banner>}
      {isTooLarge && <Banner kind="bad">{t('import.failed.page-too-large')}</Banner>}
      {failure && <Banner kind="bad">{failure}</Banner>}
      {page && !isTooLarge && (
        <section className="import-card">
          <p>{t('import.handover-from')}</p>
          <p className="import-origin">{page.origin}</p>
          <p className="field-hint">{t('import.handover-why')}</p>
          <Actions>
            <Link href="/recipes/import" className="button button-plain">
              {t('recipes.cancel')}
            </Link>
            <Button
              kind="primary"
              busy={isReading}
              onClick={() => void read({ text: page.html, address: page.address })}
            >
              {t('import.handover-read')}
            </Button>
          </Actions>
        </section>
      )}
      {(isLate || failure || isTooLarge) && <Link href="/recipes/import">{t('import.other-ways')}</Link>}
    </div>
  );
}

/** Tells the page that has opened this one that we are ready, and takes the first page it sends. */
function useHandedPage(): { page: HandedPage | undefined; isLate: boolean } {
  const [page, setPage] = useState<HandedPage>();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const opener = window.opener as Window | null;
    const receive = (event: MessageEvent) => {
      if (event.source !== opener) return;
      const handed = handedPage(event);
      if (handed) setPage((known) => known ?? handed);
    };
    addEventListener('message', receive);
    opener?.postMessage(READY, '*');
    const timer = window.setTimeout(() => setLate(true), opener ? ANSWER_MS : 0);
    return () => {
      removeEventListener('message', receive);
      window.clearTimeout(timer);
    };
  }, []);
  return { page, isLate };
}
