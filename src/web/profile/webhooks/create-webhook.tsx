/** The form for a new webhook endpoint: name, address and types of events. Shows the secret once. */
import { useState } from 'react';
import { EVENT_TYPES } from '#domain/events/event.ts';
import type { NewWebhookResponse } from '#http/app/webhook-contract.ts';
import { ApiError, request } from '#web/api.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Actions, Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useForm } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useTranslation } from '#web/i18n/translation.ts';
import { refreshList } from '#web/profile/profile-queries.ts';
import { EVENT_NAMES } from './event-texts.ts';
import { WebhookSecret } from './webhook-secret.tsx';
import './create-webhook.css';

const ADDRESS_PROBLEMS = {
  'address-invalid': 'profile.wrong.url',
  'address-private': 'profile.wrong.url-private',
  'fetch-off': 'profile.wrong.fetch-off',
} as const;

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
  const [wrongAddress, setWrongAddress] = useState<string>();
  const form = useForm({
    fields: { name: 'profile.wrong.name', url: 'profile.wrong.url', types: 'profile.wrong.event-types' },
    codes: { 'address-invalid': 'url', 'address-private': 'url', 'fetch-off': 'url' },
    send: async ({ name, url, ...values }) => {
      setWrongAddress(undefined);
      const types = EVENT_TYPES.filter((type) => values[type] === 'on');
      try {
        const body = { name, url: url?.trim(), types };
        const made = await request<NewWebhookResponse>('POST', '/app/api/webhooks', body);
        void Promise.all([refreshList('webhooks'), refreshList('dinnerTime')]);
        onMade(made.secret);
      } catch (error) {
        const code = error instanceof ApiError ? error.code : '';
        if (code in ADDRESS_PROBLEMS)
          setWrongAddress(t(ADDRESS_PROBLEMS[code as keyof typeof ADDRESS_PROBLEMS]));
        throw error;
      }
    },
  });
  return (
    <Dialog title={t('profile.make-webhook')} onClose={onClose}>
      <form {...form.props} className="section-form create-webhook">
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
          error={wrongAddress ?? form.errors.url}
        />
        <TypesField error={form.errors.types} />
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Actions>
          <Button type="submit" kind="primary" busy={form.isBusy}>
            {t('profile.make-webhook')}
          </Button>
        </Actions>
      </form>
    </Dialog>
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
            {t(EVENT_NAMES[type])} <code>{type}</code>
          </span>
        </label>
      ))}
      {error && (
        <p className="field-error" role="alert">
          <Icon name="warn" size={16} />
          {error}
        </p>
      )}
    </fieldset>
  );
}
