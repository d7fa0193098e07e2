/** Form fields with label, hint and error, connected for screen readers. */
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import './field.css';

type InputProps = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Renders the input with the attributes that connect it to label, hint and error. */
  children: (inputProps: InputProps) => ReactNode;
};

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** For a group of inputs, which no `Field` connects with its error, it has the role `alert`. */
export function FieldError({ children, ...attributes }: ComponentProps<'p'>) {
  return (
    <p {...attributes} className="field-error">
      <Icon name="warn" size={16} />
      {children}
    </p>
  );
}

type TextFieldProps = Omit<ComponentProps<'input'>, 'children'> & Omit<FieldProps, 'children'>;

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(inputProps) => (
        <input type="text" {...input} {...inputProps} className={`field-input ${className ?? ''}`} />
      )}
    </Field>
  );
}

/** A password with a button that shows it. */
export function PasswordField({ label, hint, error, ...input }: TextFieldProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(inputProps) => (
        <span className="field-with-button">
          <input
            maxLength={200}
            required
            {...input}
            {...inputProps}
            type={shown ? 'text' : 'password'}
            className="field-input"
            spellCheck={false}
          />
          <button
            type="button"
            className="field-button"
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            {t('ui.show-password')}
          </button>
        </span>
      )}
    </Field>
  );
}
