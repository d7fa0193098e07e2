/** Links for kitchen displays: every member sees them, owners create and revoke them. */
import { useState } from 'react';
import type { DisplayLink, NewDisplayResponse } from '#http/app/contract.ts';
import { request } from '#web/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useForm } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { showToast } from '#web/ui/toast.tsx';
import { useMinuteMs } from '#web/ui/now.ts';
import { problemText } from '#web/ui/problem-text.ts';
import { useMe } from '#web/session.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { Confirm } from './confirm.tsx';
import { chosenExpiry, ExpiryField } from './keys/expiry-field.tsx';
import { isActive, refreshList, useList } from './profile-queries.ts';
import { CreatedBy } from './created-by.tsx';
import { RelativeTime, DateText } from './time-text.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { Rows, RowText, Section } from './section.tsx';

const EXPIRIES = ['none', 'week', 'days', 'year', 'date'] as const;

export function DisplaysSection() {
  const { t } = useTranslation();
  const isOwner = useMe().member.role === 'owner';
  const displays = useList('displays');
  const [isMaking, setMaking] = useState(false);
  return (
    <Section
      id="displays"
      title={t('profile.displays')}
      lead={t('profile.displays-lead')}
      action={
        isOwner && (
          <Button icon={<Icon name="plus" />} onClick={() => setMaking(true)}>
            {t('profile.make-display')}
          </Button>
        )
      }
    >
      <Rows query={displays} label={t('profile.displays')} empty={t('profile.no-displays')}>
        {(display) => <DisplayRow display={display} isOwner={isOwner} />}
      </Rows>
      {!isOwner && <p className="section-note">{t('profile.displays-owners')}</p>}
      {isMaking && <CreateDisplay onClose={() => setMaking(false)} />}
    </Section>
  );
}

function DisplayRow({ display, isOwner }: { display: DisplayLink; isOwner: boolean }) {
  const { id, name, createdAt, lastSeenAt, expiresAt, maker } = display;
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const hasEnded = !isActive(display, useMinuteMs());
  const revoke = async () => {
    await request('DELETE', `/app/api/displays/${id}`);
    await refreshList('displays');
    showToast({ text: t('profile.display-revoked', { name }) });
  };
  /** Removes an expired link, without a confirmation. */
  const clear = async () => {
    try {
      await request('DELETE', `/app/api/displays/${id}`);
    } catch (error) {
      showToast({ kind: 'bad', text: problemText(t, error) });
    }
    await refreshList('displays');
  };
  return (
    <>
      <RowText name={name} note={hasEnded ? t('profile.ended') : undefined}>
        <CreatedBy at={createdAt} maker={maker} /> ·{' '}
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
      </RowText>
      {isOwner && (
        <Button kind="quiet" onClick={() => (hasEnded ? void clear() : setAsking(true))}>
          {t(hasEnded ? 'profile.remove' : 'profile.revoke')}
          <span className="unseen"> {name}</span>
        </Button>
      )}
      {isAsking && (
        <Confirm
          title={t('profile.revoke-display-title', { name })}
          action={t('profile.revoke')}
          run={revoke}
          onClose={() => setAsking(false)}
        >
          <p>{t('profile.revoke-display-means')}</p>
        </Confirm>
      )}
    </>
  );
}

function CreateDisplay({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [link, setLink] = useState<string>();
  const form = useForm({
    fields: { name: 'profile.wrong.name', expiresAt: 'profile.wrong.date' },
    codes: { 'past-expiry': 'expiresAt' },
    send: async ({ name, ...life }) => {
      const wish = { name, expiresAt: chosenExpiry(life) };
      const made = await request<NewDisplayResponse>('POST', '/app/api/displays', wish);
      void refreshList('displays');
      setLink(made.link);
    },
  });
  if (link) {
    return (
      <SecretDialog
        title={t('profile.display-made')}
        secrets={[{ label: t('profile.link'), text: link, copy: t('profile.copy-link') }]}
        onClose={onClose}
      >
        <p>{t('profile.display-how')}</p>
      </SecretDialog>
    );
  }
  return (
    <Dialog title={t('profile.make-display')} onClose={onClose}>
      <form {...form.props} className="section-form">
        <TextField
          label={t('profile.display-name')}
          hint={t('profile.display-name-hint')}
          name="name"
          maxLength={100}
          autoComplete="off"
          required
          error={form.errors.name}
        />
        <ExpiryField lives={EXPIRIES} error={form.errors.expiresAt} />
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Actions>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {t('profile.make-link')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
