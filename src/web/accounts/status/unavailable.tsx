/** Shown when the server cannot be reached and nothing is cached. It retries and continues automatically. */
import { useEffect } from 'react';
import { Button } from '#web/base/ui/button.tsx';
import { queries } from '#web/data/session.ts';
import { useIsFetching } from '@tanstack/react-query';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { StatusPage } from './status-page.tsx';

const TRY_EVERY_MS = 5_000;

export function Unavailable() {
  const { t } = useTranslation();
  const isTrying = useIsFetching() > 0;
  useEffect(() => {
    const timer = window.setInterval(tryAgain, TRY_EVERY_MS);
    window.addEventListener('online', tryAgain);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('online', tryAgain);
    };
  }, []);
  return (
    <StatusPage title={t('app.no-answer')} lead={t('app.no-answer-why')}>
      <Button kind="primary" busy={isTrying} onClick={tryAgain}>
        {t('app.try-again')}
      </Button>
    </StatusPage>
  );
}

function tryAgain(): void {
  void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
}
