/** A time zone field with suggestions from the browser's list. */
import { type ComponentProps, useId } from 'react';
import { Field } from './field.tsx';

type TimeZoneFieldProps = Omit<ComponentProps<'input'>, 'children'> & {
  label: string;
  hint?: string;
  error?: string | undefined;
};

export function TimeZoneField({ label, hint, error, ...input }: TimeZoneFieldProps) {
  const listId = useId();
  return (
    <Field label={label} hint={hint} error={error}>
      {(inputProps) => (
        <>
          <input
            {...input}
            {...inputProps}
            className="field-input"
            list={listId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <datalist id={listId}>
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
