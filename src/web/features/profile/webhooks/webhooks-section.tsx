/** The family's webhook endpoints, and when the dinner of today is sent; for owners. */
import { useState } from 'react';
import { DEFAULT_DINNER_TIME } from '#domain/events/event.ts';
import type { Webhook } from '#http/endpoints/keys-and-links/webhooks.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import { useMe } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { PremiumBanner } from '#web/features/profile/premium/premium-banner.tsx';
import { useList, refreshList } from '#web/data/queries/profile-queries.ts';
import { Rows, Section } from '#web/base/ui/section.tsx';
import { api } from '#web/base/api.ts';
import { Field, TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { showToast } from '#web/base/ui/overlay/toast.tsx';
import { FormDialog } from '#web/base/ui/overlay/form-dialog.tsx';
import { chosenOverlap, OverlapField } from '#web/features/profile/keys/overlap-field.tsx';
import { Confirm } from '#web/base/ui/overlay/confirm.tsx';
import { CreateWebhook } from './create-webhook.tsx';
import { WebhookRow } from './webhook-row.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

export function WebhooksSection() {
  const { t } = useTranslation();
  const { member } = useMe();
  const [isCreating, setCreating] = useState(false);
  const isOwner = member.role === 'owner';
  return (
    <Section
      id="webhooks"
      title={t('profile.webhooks')}
      lead={t('profile.webhooks-lead')}
      action={
        isOwner && (
          <Button icon={<Icon name="plus" />} onClick={() => setCreating(true)}>
            {t('profile.make-webhook')}
          </Button>
        )
      }
    >
      <PremiumBanner icon={<PageIcon name="key" />} text={t('profile.webhooks-premium')} />
      {isOwner ? <Webhooks /> : <p className="section-note">{t('profile.webhooks-owners')}</p>}
      {isCreating && <CreateWebhook onClose={() => setCreating(false)} />}
    </Section>
  );
}

function Webhooks() {
  const { t } = useTranslation();
  // Not in the state of the row: a deleted webhook has no row, and the dialog would disappear with it.
  const [open, setOpen] = useState<{ dialog: 'rotate' | 'delete'; webhook: Webhook }>();
  const close = () => setOpen(undefined);
  return (
    <>
      <Rows query={useList('webhooks')} label={t('profile.webhooks')} empty={t('profile.no-webhooks')}>
        {(webhook) => (
          <WebhookRow
            webhook={webhook}
            onRotate={() => setOpen({ dialog: 'rotate', webhook })}
            onDelete={() => setOpen({ dialog: 'delete', webhook })}
          />
        )}
      </Rows>
      <DinnerTime />
      {open?.dialog === 'rotate' && <RotateSecret webhook={open.webhook} onClose={close} />}
      {open?.dialog === 'delete' && <DeleteWebhook webhook={open.webhook} onClose={close} />}
    </>
  );
}

/** When the event `dinner.today` is sent: never, or every day at a time. */
function DinnerTime() {
  const { data } = useList('dinnerTime');
  // A new element for a new value: the form takes it as its default.
  return data === undefined ? null : <Form key={data ?? ''} time={data} />;
}

function Form({ time }: { time: string | null }) {
  const { t } = useTranslation();
  const [isSent, setSent] = useState(time !== null);
  const form = useForm({
    fields: { time: 'profile.wrong.time' },
    send: async (values) => {
      const body = { time: values.when === 'daily' ? (values.time ?? '') : null };
      await api('PUT /app/api/dinner-time', { body });
      await refreshList('dinnerTime');
      showToast({ text: t('profile.dinner-time-saved') });
    },
  });
  return (
    <form {...form.props} className="section-part">
      <h3>{t('profile.dinner-time')}</h3>
      <p className="section-note">{t('profile.dinner-time-lead')}</p>
      <div className="section-form">
        <Field label={t('profile.dinner-time-when')}>
          {(inputProps) => (
            <select
              {...inputProps}
              name="when"
              className="field-input"
              defaultValue={isSent ? 'daily' : 'never'}
              onChange={({ target }) => setSent(target.value === 'daily')}
            >
              <option value="never">{t('profile.dinner-time-never')}</option>
              <option value="daily">{t('profile.dinner-time-daily')}</option>
            </select>
          )}
        </Field>
        {isSent && (
          <TextField
            label={t('profile.dinner-time-at')}
            hint={t('profile.dinner-time-hint')}
            name="time"
            type="time"
            required
            defaultValue={time ?? DEFAULT_DINNER_TIME}
            error={form.errors.time}
          />
        )}
        <Submit form={form}>{t('profile.save')}</Submit>
      </div>
    </form>
  );
}

type RotateSecretProps = { webhook: Webhook; onClose: () => void };

/** Makes a new secret for a webhook endpoint. The old one can stay valid for a while. */
function RotateSecret({ webhook: { id, name }, onClose }: RotateSecretProps) {
  const { t } = useTranslation();
  const [secret, setSecret] = useState<string>();
  const form = useForm({
    fields: {},
    send: async (values) => {
      const body = { overlap: chosenOverlap(values) };
      setSecret((await api('POST /app/api/webhooks/:id/rotate', { params: { id }, body })).secret);
    },
  });
  if (secret) return <WebhookSecret secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      title={t('profile.webhook-rotate-title', { name })}
      lead={<p>{t('profile.webhook-rotate-means')}</p>}
      form={form}
      action={t('profile.webhook-rotate')}
      onClose={onClose}
    >
      <OverlapField label={t('profile.webhook-overlap')} />
    </FormDialog>
  );
}

type DeleteWebhookProps = { webhook: Webhook; onClose: () => void };

/** Deletes a webhook endpoint after a confirmation. */
function DeleteWebhook({ webhook: { id, name, url }, onClose }: DeleteWebhookProps) {
  const { t } = useTranslation();
  const remove = async () => {
    await api('DELETE /app/api/webhooks/:id', { params: { id } });
    await refreshList('webhooks');
    showToast({ text: t('profile.webhook-deleted', { name }) });
  };
  return (
    <Confirm
      title={t('profile.webhook-delete-title', { name })}
      action={t('profile.webhook-delete')}
      run={remove}
      onClose={onClose}
    >
      <p>{t('profile.webhook-delete-means', { url })}</p>
    </Confirm>
  );
}
