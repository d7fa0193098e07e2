/** The member's accounts at the identity provider. Shown only where the operator has set one. */
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { identityProblem } from '#web/accounts/identity/identity-problem.ts';
import { startAuthorization } from '#web/accounts/identity/authorization.ts';
import { useProvider } from '#web/accounts/sign-up-mode.ts';
import { ApiError, api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { explainLastSignInMethod } from '#web/features/profile/passkeys/last-sign-in-method.ts';
import { refreshList, useList } from '#web/data/queries/profile-queries.ts';
import { Rows, RowText, Section } from '#web/base/ui/section.tsx';
import { DateText, RelativeTime } from '#web/base/ui/time-text.tsx';

type Identity = ResponseOf<'GET /app/api/identities'>['identities'][number];

export function IdentitiesSection() {
  const { t } = useTranslation();
  const name = useProvider()?.name ?? '';
  const identities = useList('identities');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [unlinking, setUnlinking] = useState<Identity>();
  const link = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await startAuthorization({ purpose: 'link', back: '/profile#identities' });
    } catch (error) {
      const isDeclined = error instanceof ApiError && error.code === 'reauthentication-required';
      if (!isDeclined) setFailure(identityProblem(t, error));
      setBusy(false);
    }
  };
  return (
    <Section
      id="identities"
      title={t('profile.identities')}
      lead={t('profile.identities-lead', { name })}
      action={
        <Button icon={<Icon name="plus" />} busy={isBusy} onClick={() => void link()}>
          {t('profile.link-identity')}
        </Button>
      }
    >
      {failure && <Banner kind="bad">{failure}</Banner>}
      <Rows query={identities} label={t('profile.identities')} empty={t('profile.no-identities')}>
        {(identity) => (
          <>
            <IdentityText identity={identity} provider={name} />
            <div className="section-actions">
              <Button kind="quiet" onClick={() => setUnlinking(identity)}>
                {t('profile.unlink')}
                <span className="sr-only"> {identity.label || name}</span>
              </Button>
            </div>
          </>
        )}
      </Rows>
      {unlinking && (
        <UnlinkIdentity identity={unlinking} provider={name} onClose={() => setUnlinking(undefined)} />
      )}
    </Section>
  );
}

type IdentityProps = { identity: Identity; provider: string };

function IdentityText({ identity, provider }: IdentityProps) {
  const { t } = useTranslation();
  const { label, createdAt, lastUsedAt, otherIssuer } = identity;
  return (
    <RowText name={label || provider}>
      {t('profile.identity-linked')} <DateText at={createdAt} /> ·{' '}
      {lastUsedAt ? (
        <>
          {t('profile.last-used')} <RelativeTime at={lastUsedAt} />
        </>
      ) : (
        t('profile.never-used')
      )}
      {otherIssuer !== null && <> · {t('profile.identity-elsewhere', { issuer: otherIssuer })}</>}
    </RowText>
  );
}

function UnlinkIdentity({ identity, provider, onClose }: IdentityProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const name = identity.label || provider;
  const unlink = async () => {
    await api('DELETE /app/api/identities/:id', { params: { id: identity.id } });
    await refreshList('identities');
    showToast({ text: t('profile.identity-unlinked', { name }) });
  };
  return (
    <Confirm
      title={t('profile.unlink-title', { name })}
      action={t('profile.unlink')}
      run={unlink}
      explain={(error) => explainLastSignInMethod(t, error)}
      onClose={onClose}
    >
      <p>{t('profile.unlink-means')}</p>
    </Confirm>
  );
}
