/** Makes a new secret for a webhook endpoint. The old one can stay valid for a while. */
import { useState } from 'react';
import type { Webhook } from '#http/endpoints/keys-and-links/webhooks.ts';
import { api } from '#web/base/api.ts';
import { useForm } from '#web/base/ui/form/form.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { FormDialog } from '#web/base/ui/overlay/form-dialog.tsx';
import { chosenOverlap, OverlapField } from '#web/features/profile/keys/overlap-field.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

type RotateSecretProps = { webhook: Webhook; onClose: () => void };

export function RotateSecret({ webhook: { id, name }, onClose }: RotateSecretProps) {
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
