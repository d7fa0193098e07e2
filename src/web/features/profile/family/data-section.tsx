/** Export and deletion of the family's data, for owners. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessageId } from '#languages/message-ids.ts';
import { fetchFile, api, ApiError } from '#web/base/api.ts';
import { saveFile } from '#web/base/download.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { problemText } from '#web/base/ui/problem-text.ts';
import { useMe, clearDevice } from '#web/data/session.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Section } from '#web/base/ui/section.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import './delete-family.css';

export function DataSection() {
  const { t } = useTranslation();
  const isOwner = useMe().member.role === 'owner';
  return (
    <Section id="data" title={t('profile.data')} lead={t('profile.data-lead')}>
      {isOwner ? (
        <>
          <Export />
          <Deletion />
        </>
      ) : (
        <p className="section-note">{t('profile.data-owners')}</p>
      )}
    </Section>
  );
}

function Export() {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({ mutationFn: downloadAll });
  return (
    <div className="section-part">
      <h3>{t('profile.export')}</h3>
      <p className="section-note">{t('profile.export-means')}</p>
      {error && <Banner kind="bad">{problemText(t, error)}</Banner>}
      <div className="section-actions">
        <Button busy={isPending} onClick={() => mutate()}>
          {t('profile.download')}
        </Button>
      </div>
    </div>
  );
}

async function downloadAll(): Promise<void> {
  const name = `weekfare-${new Date().toISOString().slice(0, 10)}.zip`;
  saveFile(await fetchFile('POST /app/api/family/export'), name);
}

function Deletion() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="section-part">
      <h3>{t('profile.delete')}</h3>
      <p className="section-note">{t('profile.delete-lead')}</p>
      <div className="section-actions">
        <Button kind="danger" onClick={() => setAsking(true)}>
          {t('profile.delete-family')}
        </Button>
      </div>
      {isAsking && <DeleteFamily onClose={() => setAsking(false)} />}
    </div>
  );
}

const WHAT_GOES: MessageId[] = [
  'profile.delete-plans',
  'profile.delete-members',
  'profile.delete-keys',
  'profile.delete-displays',
];

/** Deletes the family after the owner has typed its name. Lists what is deleted. */
function DeleteFamily({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { family } = useMe();
  const form = useForm({
    fields: { name: 'profile.wrong.family-name' },
    send: async ({ name }) => {
      // The server does not check the name, so fail here in the same way as a server error.
      if (name.trim() !== family.name) throw new ApiError(400, { errors: [{ in: 'body', field: 'name' }] });
      await api('DELETE /app/api/family');
      await clearDevice();
    },
  });
  return (
    <Dialog title={t('profile.delete-title', { name: family.name })} onClose={onClose}>
      <div className="delete-family">
        <p>{t('profile.delete-means')}</p>
        <ul>
          {WHAT_GOES.map((what) => (
            <li key={what}>{t(what)}</li>
          ))}
        </ul>
        <p className="section-note">{t('profile.delete-stays')}</p>
      </div>
      <form {...form.props} className="section-form">
        <TextField
          label={t('profile.type-name', { name: family.name })}
          name="name"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={form.errors.name}
        />
        {form.failure && <Banner kind="bad">{form.failure}</Banner>}
        <Actions>
          <Button onClick={onClose}>{t('profile.keep')}</Button>
          <Button type="submit" kind="danger" busy={form.isBusy}>
            {t('profile.delete-now')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
