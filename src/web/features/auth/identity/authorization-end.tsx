/**
 * The page to which the identity provider sends the browser back. It sends the query to the server, and leads to the page
 * where the sign-in began. Somebody new fills in a short form.
 */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/base/api.ts';
import { AuthLayout } from '#web/accounts/auth-layout.tsx';
import { EmptyPlate } from '#web/accounts/illustrations.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { Skeleton } from '#web/base/ui/loading.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { navigate, safePath } from '#web/base/router.ts';
import { completeSignIn } from '#web/data/session.ts';
import { type Translate, useTranslation } from '#web/base/i18n/translation.ts';
import { identityProblem } from '#web/accounts/identity/identity-problem.ts';
import { Newcomer, type Ticket } from './newcomer.tsx';
import { type PendingAuthorization, takePendingAuthorization } from '#web/accounts/identity/authorization.ts';

export function AuthorizationEnd() {
  const { t } = useTranslation();
  const [{ pending, search }] = useState(takeReturn);
  const { data, error } = useQuery({
    queryKey: ['authorization', search],
    queryFn: () => finish(pending, search, t),
    staleTime: Infinity,
    // A return works once.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (data) return <Newcomer ticket={data} invitation={pending?.invitation} />;
  return (
    <AuthLayout>
      {error ? (
        <>
          <EmptyPlate />
          <PageHeader title={t('auth.authorization-failed')} lead={identityProblem(t, error)} />
          <Link href={safePath(pending?.back ?? null)} className="button button-primary">
            {t('auth.authorization-back')}
          </Link>
        </>
      ) : (
        <Skeleton label={t('app.loading')} />
      )}
    </AuthLayout>
  );
}

/** Null for nobody new: then the browser is on its way to another page. */
async function finish(
  pending: PendingAuthorization | undefined,
  search: string,
  t: Translate,
): Promise<Ticket | null> {
  const back = safePath(pending?.back ?? null);
  if (pending?.purpose === 'link') {
    await api('POST /app/api/identities', { body: { search } });
    showToast({ text: t('auth.identity-linked') });
  } else if (pending?.purpose === 'reauthenticate') {
    await api('POST /app/api/reauthentication/oidc', { body: { search } });
    showToast({ text: t('auth.authorization-reauthenticated') });
  } else {
    const result = await api('POST /app/api/oidc/finish', { body: { search } });
    if ('ticket' in result) return result;
    await completeSignIn(result.member, back);
  }
  navigate(back, 'replace');
  return null;
}

/** The code is removed from the address, so that it appears in no history. */
function takeReturn(): { pending: PendingAuthorization | undefined; search: string } {
  const { search } = location;
  history.replaceState(null, '', '/oidc');
  return { pending: takePendingAuthorization(), search };
}
