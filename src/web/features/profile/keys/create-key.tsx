/** The dialog that creates an API key and then shows it. */
import { useState } from 'react';
import { DEFAULT_SCOPES } from '#domain/family/scopes.ts';
import { api } from '#web/base/api.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { CreateDialog, type NameAndExpiry } from './create-dialog.tsx';
import { KeyDialog } from './key-dialog.tsx';
import { refreshList } from '#web/data/queries/profile-queries.ts';

export function CreateKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [key, setKey] = useState<string>();
  const [scopes, setScopes] = useState(DEFAULT_SCOPES);
  const create = async (input: NameAndExpiry) => {
    const created = await api('POST /app/api/keys', { body: { ...input, scopes } });
    void refreshList('keys');
    setKey(created.key);
  };
  if (key) return <KeyDialog apiKey={key} scopes={scopes} onClose={onClose} />;
  return (
    <CreateDialog
      title={t('profile.make-key')}
      nameLabel={t('profile.key-name')}
      nameHint={t('profile.key-name-hint')}
      scopes={{ scopes, onChange: setScopes }}
      expiries={['none', 'days', 'year', 'date']}
      action={t('profile.make-key')}
      create={create}
      onClose={onClose}
    />
  );
}
