/** The fields of a new family: its name, and its time zone, which defaults to the browser's. */
import { TextField } from '#web/base/ui/form/field.tsx';
import { TimeZoneField } from '#web/base/ui/form/time-zone-field.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

type FieldProps = { error: string | undefined };

export function FamilyNameField({ error }: FieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('auth.family-name')}
      hint={t('auth.family-name-hint')}
      name="familyName"
      autoComplete="family-name"
      maxLength={100}
      required
      error={error}
    />
  );
}

export function FamilyTimeZoneField({ error }: FieldProps) {
  const { t } = useTranslation();
  return (
    <TimeZoneField
      label={t('auth.time-zone')}
      hint={t('auth.time-zone-hint')}
      name="timeZone"
      defaultValue={Intl.DateTimeFormat().resolvedOptions().timeZone}
      error={error}
    />
  );
}
