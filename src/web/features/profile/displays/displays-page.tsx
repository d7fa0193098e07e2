/** Links for kitchen displays, which every member sees and owners create and revoke, and links to the shopping list. */
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { BackLink } from '#web/base/ui/back-link.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Link } from '#web/base/ui/link.tsx';
import { PageHeader } from '#web/base/ui/page.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { useMinuteMs } from '#web/base/ui/now.ts';
import { problemText } from '#web/base/ui/problem-text.ts';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { ListLinksSection } from '#web/accounts/list-links/list-links.tsx';
import { CreateDialog, type NameAndExpiry } from '#web/features/profile/keys/create-dialog.tsx';
import { isActive, refreshList, useList } from '#web/data/queries/profile-queries.ts';
import { CreatedBy } from '#web/accounts/created-by.tsx';
import { RelativeTime, DateText } from '#web/base/ui/time-text.tsx';
import { SecretDialog } from '#web/base/ui/share/secret-dialog.tsx';
import { Rows, RowText } from '#web/base/ui/section.tsx';
import './displays-page.css';

type DisplayLink = ResponseOf<'GET /app/api/displays'>['displays'][number];

export function DisplaysPage() {
  const { t } = useTranslation();
  const isOwner = useMe().member.role === 'owner';
  const displays = useList('displays');
  const [isCreating, setCreating] = useState(false);
  return (
    <div className="displays">
      <BackLink href="/profile#displays" label={t('profile.back')} />
      <PageHeader title={t('profile.displays')} lead={t('profile.displays-lead')} />
      <section id="displays" className="section" aria-label={t('profile.displays')}>
        {isOwner && (
          <Button
            className="displays-add"
            kind="primary"
            icon={<Icon name="plus" />}
            onClick={() => setCreating(true)}
          >
            {t('profile.make-display')}
          </Button>
        )}
        <Rows query={displays} label={t('profile.displays')} empty={t('profile.no-displays')}>
          {(display) => <DisplayRow display={display} isOwner={isOwner} />}
        </Rows>
        {!isOwner && <p className="section-note">{t('profile.displays-owners')}</p>}
      </section>
      <p>
        <Link href="/display">{t('profile.display-here')}</Link>
      </p>
      <ListLinksSection />
      {isCreating && <CreateDisplay onClose={() => setCreating(false)} />}
    </div>
  );
}

function DisplayRow({ display, isOwner }: { display: DisplayLink; isOwner: boolean }) {
  const { id, name } = display;
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const hasEnded = !isActive(display, useMinuteMs());
  const revoke = async () => {
    await api('DELETE /app/api/displays/:id', { params: { id } });
    await refreshList('displays');
    showToast({ text: t('profile.display-revoked', { name }) });
  };
  /** Removes an expired link, without a confirmation. */
  const clear = async () => {
    try {
      await api('DELETE /app/api/displays/:id', { params: { id } });
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
    await refreshList('displays');
  };
  return (
    <>
      <RowText name={name} note={hasEnded ? t('profile.ended') : undefined}>
        <DisplayDetails display={display} hasEnded={hasEnded} />
      </RowText>
      {isOwner && (
        <Button kind="quiet" onClick={() => (hasEnded ? void clear() : setConfirming(true))}>
          {t(hasEnded ? 'profile.remove' : 'profile.revoke')}
          <span className="sr-only"> {name}</span>
        </Button>
      )}
      {isConfirming && (
        <Confirm
          title={t('profile.revoke-display-title', { name })}
          action={t('profile.revoke')}
          run={revoke}
          onClose={() => setConfirming(false)}
        >
          <p>{t('profile.revoke-display-means')}</p>
        </Confirm>
      )}
    </>
  );
}

function DisplayDetails({ display, hasEnded }: { display: DisplayLink; hasEnded: boolean }) {
  const { createdAt, lastSeenAt, expiresAt, createdBy } = display;
  const { t } = useTranslation();
  return (
    <>
      <CreatedBy at={createdAt} createdBy={createdBy} /> ·{' '}
      {lastSeenAt ? (
        <>
          {t('profile.last-seen')} <RelativeTime at={lastSeenAt} />
        </>
      ) : (
        t('profile.never-seen')
      )}{' '}
      ·{' '}
      {expiresAt === null ? (
        t('profile.never-ends')
      ) : hasEnded ? (
        <>
          {t('profile.expired')} <DateText at={expiresAt} />
        </>
      ) : (
        <>
          {t('profile.ends')} <RelativeTime at={expiresAt} />
        </>
      )}
    </>
  );
}

function CreateDisplay({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [link, setLink] = useState<string>();
  const create = async (input: NameAndExpiry) => {
    const created = await api('POST /app/api/displays', { body: input });
    void refreshList('displays');
    setLink(created.link);
  };
  if (link) {
    return (
      <SecretDialog
        title={t('profile.display-made')}
        secrets={[
          {
            label: t('profile.link'),
            text: link,
            copy: t('profile.copy-link'),
            shareTitle: t('profile.displays'),
          },
        ]}
        onClose={onClose}
      >
        <p>{t('profile.display-how')}</p>
      </SecretDialog>
    );
  }
  return (
    <CreateDialog
      title={t('profile.make-display')}
      nameLabel={t('profile.display-name')}
      nameHint={t('profile.display-name-hint')}
      expiries={['none', 'week', 'days', 'year', 'date']}
      action={t('profile.make-link')}
      create={create}
      onClose={onClose}
    />
  );
}
