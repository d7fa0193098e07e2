/** A form with the name of a menu. */
import { MAX_MENU_NAME_LENGTH } from '#domain/plan/menu.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { Submit } from '#web/base/ui/form/submit.tsx';
import { Actions } from '#web/base/ui/overlay/dialog.tsx';

type NameProps = {
  name?: string;
  action: string;
  onSave: (name: string) => Promise<void>;
  onCancel: () => void;
};

export function MenuName({ name, action, onSave, onCancel }: NameProps) {
  const { t } = useTranslation();
  const form = useForm({
    fields: { name: 'menus.name-missing' },
    send: ({ name: typed }) => onSave(typed.trim()),
  });
  return (
    <form {...form.props} className="menus-name">
      <TextField
        name="name"
        label={t('menus.name')}
        placeholder={t('menus.name-hint')}
        maxLength={MAX_MENU_NAME_LENGTH}
        autoComplete="off"
        defaultValue={name}
        error={form.errors.name}
      />
      <Actions>
        <Button onClick={onCancel}>{t('menus.cancel')}</Button>
        <Submit form={form} kind="primary">
          {action}
        </Submit>
      </Actions>
    </form>
  );
}
