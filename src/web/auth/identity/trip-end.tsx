/**
 * The page to which the identity provider sends the browser back. It sends the query to the server, and leads to the page
 * where the trip began. Somebody new fills in a short form.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TripEndResponse } from '#http/app/contracts/account-contract.ts';
import { request } from '#web/shared/api.ts';
import { AuthLayout } from '#web/auth/auth-layout.tsx';
import { EmptyPlate } from '#web/auth/illustrations.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHeader } from '#web/ui/page.tsx';
import { Skeleton } from '#web/ui/loading.tsx';
import { showToast } from '#web/ui/overlay/toast.tsx';
import { navigate, safePath } from '#web/shell/router.ts';
import { completeSignIn } from '#web/shared/session.ts';
import { type Translate, useTranslation } from '#web/i18n/translation.ts';
import { identityProblem } from './identity-problem.ts';
import { Newcomer, type Ticket } from './newcomer.tsx';
import { type Errand, takeErrand } from './trip.ts';

export function TripEnd() {
  const { t } = useTranslation();
  const [{ errand, search }] = useState(takeReturn);
  const { data, error } = useQuery({
    queryKey: ['trip', search],
    queryFn: () => finish(errand, search, t),
    staleTime: Infinity,
    // A return works once.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <Newcomer ticket={data} invitation={errand?.invitation} />;
  return (
    <AuthLayout>
      {error ? (
        <>
          <EmptyPlate />
          <PageHeader title={t('auth.trip-failed')} lead={identityProblem(t, error)} />
          <Link href={safePath(errand?.back ?? null)} className="button button-primary">
            {t('auth.trip-back')}
          </Link>
        </>
      ) : (
        <Skeleton label={t('app.loading')} />
      )}
    </AuthLayout>
  );
}

/** Null for nobody new: then the browser is on its way to another page. */
async function finish(errand: Errand | undefined, search: string, t: Translate): Promise<Ticket | null> {
  const back = safePath(errand?.back ?? null);
  if (errand?.purpose === 'link') {
    await request('POST', '/app/api/identities', { search });
    showToast({ text: t('auth.identity-linked') });
  } else if (errand?.purpose === 'prove') {
    await request('POST', '/app/api/proof/oidc', { search });
    showToast({ text: t('auth.trip-proven') });
  } else {
    const end = await request<TripEndResponse>('POST', '/app/api/oidc/finish', { search });
    if ('ticket' in end) return end;
    await completeSignIn(end.member, back);
  }
  navigate(back, 'replace');
  return null;
}

/** The code is removed from the address, so that it appears in no history. */
function takeReturn(): { errand: Errand | undefined; search: string } {
  const { search } = location;
  history.replaceState(null, '', '/oidc');
  return { errand: takeErrand(), search };
}
