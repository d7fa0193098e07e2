/** The form for a new webhook endpoint: name, address and types of events. Shows the secret once. */
import { useState } from 'react';
import { EVENT_TYPES, EVENTS } from '#domain/events/event.ts';
import { api } from '#web/base/api.ts';
import { FieldError, TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { FormDialog } from '#web/base/ui/overlay/form-dialog.tsx';
import { refreshList } from '#web/data/queries/profile-queries.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import './create-webhook.css';

export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string>();
  return secret ? (
    <WebhookSecret secret={secret} onClose={onClose} />
  ) : (
    <Form onMade={setSecret} onClose={onClose} />
  );
}

function Form({ onMade, onClose }: { onMade: (secret: string) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const form = useForm({
    fields: { name: 'profile.wrong.name', url: 'profile.wrong.url', types: 'profile.wrong.event-types' },
    codes: {
      'address-invalid': { field: 'url', message: 'profile.wrong.url' },
      'address-private': { field: 'url', message: 'profile.wrong.url-private' },
      'fetch-off': { field: 'url', message: 'profile.wrong.fetch-off' },
    },
    send: async ({ name, url, ...values }) => {
      const types = EVENT_TYPES.filter((type) => values[type] === 'on');
      const body = { name, url: url.trim(), types };
      const made = await api('POST /app/api/webhooks', { body });
      void refreshList('webhooks');
      onMade(made.secret);
    },
  });
  return (
    <FormDialog
      title={t('profile.make-webhook')}
      form={form}
      className="create-webhook"
      action={t('profile.make-webhook')}
      onClose={onClose}
    >
      <TextField
        label={t('profile.key-name')}
        hint={t('profile.webhook-name-hint')}
        name="name"
        maxLength={100}
        autoComplete="off"
        required
        error={form.errors.name}
      />
      <TextField
        label={t('profile.webhook-url')}
        hint={t('profile.webhook-url-hint')}
        name="url"
        type="url"
        dir="ltr"
        autoComplete="off"
        required
        error={form.errors.url}
      />
      <TypesField error={form.errors.types} />
    </FormDialog>
  );
}

function TypesField({ error }: { error: string | undefined }) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="field-label">{t('profile.webhook-types')}</legend>
      {EVENT_TYPES.map((type) => (
        <label key={type} className="create-webhook-type">
          <input
            type="checkbox"
            name={type}
            aria-invalid={error ? true : undefined}
            defaultChecked={type === 'plan.changed'}
          />
          <span>
            {t(EVENTS[type].label)} <code>{type}</code>
          </span>
        </label>
      ))}
      {error && <FieldError role="alert">{error}</FieldError>}
    </fieldset>
  );
}
