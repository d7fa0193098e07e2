/** The form for a new API key or display link: its name, what it may do, and its expiry. */
import { TextField } from '#web/base/ui/form/field.tsx';
import { useForm } from '#web/base/ui/form/form.ts';
import { FormDialog } from '#web/base/ui/overlay/form-dialog.tsx';
import { chosenExpiry, type Expiry, ExpiryField } from './expiry-field.tsx';
import { ScopesField, type ScopesFieldProps } from './scopes-field.tsx';

export type NameAndExpiry = { name: string; expiresAt: string | null };

type CreateDialogProps = {
  title: string;
  nameLabel: string;
  nameHint: string;
  expiries: readonly Expiry[];
  /** What a key may do; a display link has no choice. */
  scopes?: Omit<ScopesFieldProps, 'error'>;
  /** The label of the submit button. */
  action: string;
  create: (input: NameAndExpiry) => Promise<void>;
  onClose: () => void;
};

export function CreateDialog(props: CreateDialogProps) {
  const { title, nameLabel, nameHint, expiries, scopes, action, create, onClose } = props;
  const form = useForm({
    fields: {
      name: 'profile.wrong.name',
      expiresAt: 'profile.wrong.date',
      scopes: 'profile.wrong.scopes',
    },
    codes: { 'past-expiry': 'expiresAt' },
    send: ({ name, ...expiry }) => create({ name, expiresAt: chosenExpiry(expiry) }),
  });
  return (
    <FormDialog title={title} form={form} action={action} onClose={onClose}>
      <TextField
        label={nameLabel}
        hint={nameHint}
        name="name"
        maxLength={100}
        autoComplete="off"
        required
        error={form.errors.name}
      />
      {scopes && <ScopesField {...scopes} error={form.errors.scopes} />}
      <ExpiryField expiries={expiries} error={form.errors.expiresAt} />
    </FormDialog>
  );
}
