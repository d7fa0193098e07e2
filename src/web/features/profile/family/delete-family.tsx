/** Deletes the family after the owner has typed its name. Lists what is deleted. */
import { api, ApiError } from '#web/base/api.ts';
import { Banner } from '#web/base/ui/banner.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Actions, Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { clearDevice, useMe } from '#web/data/session.ts';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import './delete-family.css';

const WHAT_GOES: MessageId[] = [
  'profile.delete-plans',
  'profile.delete-members',
  'profile.delete-keys',
  'profile.delete-displays',
];

export function DeleteFamily({ onClose }: { onClose: () => void }) {
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
