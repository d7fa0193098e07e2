/** Replaces a key. The old key can stay valid for a while, so that every device can be updated. */
import { useState } from 'react';
import { isAppPassword } from '#domain/family/scopes.ts';
import type { ApiKey } from '#http/endpoints/keys-and-links/api-keys.ts';
import { api } from '#web/base/api.ts';
import { useForm } from '#web/base/ui/form/form.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { KeyDialog } from './key-dialog.tsx';
import { KeyPrefix } from './key-prefix.tsx';
import { chosenOverlap, OverlapField } from './overlap-field.tsx';
import { AppPasswordDialog } from '#web/features/profile/app-passwords/app-password-dialog.tsx';
import { FormDialog } from '#web/base/ui/overlay/form-dialog.tsx';
import { refreshList } from '#web/data/queries/profile-queries.ts';

type RotateKeyProps = { apiKey: ApiKey; onClose: () => void };

export function RotateKey({ apiKey: { id, name, scopes }, onClose }: RotateKeyProps) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string>();
  const form = useForm({
    fields: {},
    send: async (values) => {
      const created = await api('POST /app/api/keys/:id/rotate', {
        params: { id },
        body: { overlap: chosenOverlap(values) },
      });
      void refreshList('keys');
      setKey(created.key);
    },
  });
  if (key && isAppPassword(scopes)) return <AppPasswordDialog password={key} onClose={onClose} />;
  if (key) return <KeyDialog apiKey={key} scopes={scopes} onClose={onClose} />;
  return (
    <FormDialog
      title={t('profile.rotate-title', { name })}
      lead={
        <>
          <p>
            <KeyPrefix id={id} />
          </p>
          <p>{t('profile.rotate-means')}</p>
        </>
      }
      form={form}
      action={t('profile.rotate')}
      onClose={onClose}
    >
      <OverlapField label={t('profile.overlap')} />
    </FormDialog>
  );
}
