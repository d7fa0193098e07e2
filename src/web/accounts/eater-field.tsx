/** The choice of the eater who a new member is. */
import type { ResponseOf } from '#http/app-api.ts';
import { Field } from '#web/base/ui/form/field.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';

type EaterFieldProps = Pick<ResponseOf<'POST /app/api/invitation'>, 'eaters'> & { error: string | undefined };

/** The new member may be one of the people who eat with the family. */
export function EaterField({ eaters, error }: EaterFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('auth.who-are-you')} hint={t('auth.who-are-you-hint')} error={error}>
      {(inputProps) => (
        <select {...inputProps} name="eaterId" className="field-input">
          <option value="">{t('auth.i-am-nobody')}</option>
          {eaters.map(({ id, name }) => (
            <option key={id} value={id}>
              {t('auth.i-am', { name })}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
