/** Links to the shopping list: every member creates and revokes them. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { useMinuteMs } from '#web/base/ui/now.ts';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { queries } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { CreatedBy } from '#web/accounts/created-by.tsx';
import { isActive } from '#web/data/queries/profile-queries.ts';
import { Rows, RowText, Section } from '#web/base/ui/section.tsx';
import { SecretDialog } from '#web/base/ui/share/secret-dialog.tsx';
import { DateText, RelativeTime } from '#web/base/ui/time-text.tsx';
import './list-links.css';

const KEY = ['list-links'];

/** The section of the page of links. */
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

/** The dialog that the list's menu opens. */
export function ListLinksDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [link, setLink] = useState<string>();
  if (link) return <NewListLink link={link} onClose={onClose} />;
  return (
    <Dialog title={t('profile.list-links')} onClose={onClose}>
      <p>{t('profile.list-links-lead')}</p>
      <ListLinks onMade={setLink} />
    </Dialog>
  );
}

/** The form for a new link and the rows of the others. `onMade` gets the link, which is shown once. */
function ListLinks({ onMade }: { onMade: (link: string) => void }) {
  const { t } = useTranslation();
  const links = useQuery({
    queryKey: KEY,
    queryFn: async () => (await api('GET /app/api/list-links')).listLinks,
    refetchInterval: 30_000,
  });
  return (
    <>
      <CreateForm onMade={onMade} />
      <Rows query={links} label={t('profile.list-links')} empty={t('profile.no-list-links')}>
        {(link) => <LinkRow link={link} />}
      </Rows>
    </>
  );
}

/** Shows a new link once. */
function NewListLink({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useTranslation();
  const secret = { label: t('profile.link'), text: link, copy: t('profile.copy-link') };
  return (
    <SecretDialog
      title={t('profile.list-link-made')}
      secrets={[{ ...secret, shareTitle: t('profile.list-link') }]}
      onClose={onClose}
    >
      <p>{t('profile.list-link-how')}</p>
    </SecretDialog>
  );
}

function CreateForm({ onMade }: { onMade: (link: string) => void }) {
  const { t, language } = useTranslation();
  const form = useForm({
    fields: {},
    send: async ({ days }) => {
      const body = { days: Number(days), language };
      const { link } = await api('POST /app/api/list-links', { body });
      void queries.invalidateQueries({ queryKey: KEY });
      onMade(link);
    },
  });
  return (
    <form {...form.props} className="list-links-form">
      <Field label={t('profile.life')}>
        {(inputProps) => (
          <select {...inputProps} name="days" className="field-input" defaultValue="7">
            <option value="7">{t('profile.life.week')}</option>
            <option value="30">{t('profile.life.days')}</option>
            <option value="365">{t('profile.life.year')}</option>
          </select>
        )}
      </Field>
      <Button type="submit" kind="primary" busy={form.isBusy} icon={<Icon name="plus" />}>
        {t('profile.make-link')}
      </Button>
      {form.failure && <Banner kind="bad">{form.failure}</Banner>}
    </form>
  );
}

function LinkRow({ link }: { link: ResponseOf<'GET /app/api/list-links'>['listLinks'][number] }) {
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  const hasEnded = !isActive(link, useMinuteMs());
  const revoke = async () => {
    await api('DELETE /app/api/list-links/:id', { params: { id: link.id } });
    await queries.invalidateQueries({ queryKey: KEY });
    showToast({ text: t('profile.list-link-revoked') });
  };
  return (
    <>
      <RowText name={t('profile.list-link')} note={hasEnded ? t('profile.ended') : undefined}>
        <CreatedBy at={link.createdAt} createdBy={link.createdBy} /> ·{' '}
        {hasEnded ? (
          <>
            {t('profile.expired')} <DateText at={link.expiresAt} />
          </>
        ) : (
          <>
            {t('profile.ends')} <RelativeTime at={link.expiresAt} />
          </>
        )}
      </RowText>
      <Button kind="quiet" onClick={() => setConfirming(true)}>
        {t(hasEnded ? 'profile.remove' : 'profile.revoke')}
      </Button>
      {isConfirming && (
        <Confirm
          title={t('profile.revoke-list-link-title')}
          action={t('profile.revoke')}
          run={revoke}
          onClose={() => setConfirming(false)}
        >
          <p>{t('profile.revoke-list-link-means')}</p>
        </Confirm>
      )}
    </>
  );
}
