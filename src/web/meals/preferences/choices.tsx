/** Inputs of the preferences page: chips for one or several values, a select inside a sentence, a stepper, a checkbox. */
import { type ComponentProps, useId } from 'react';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { IconButton } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageIcon } from '#web/base/ui/page-icon.tsx';
import './choices.css';

export type ChipsProps<Value extends string> = {
  label: string;
  hint?: string;
  options: readonly (readonly [Value, string])[];
  chosen: readonly Value[];
  onChoose: (chosen: Value[]) => void;
  className?: string;
  /** Where it is written above. */
  isLabelHidden?: boolean;
};

export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { label, hint, options, chosen, onChoose, className = '', isLabelHidden } = props;
  const toggle = (value: Value) =>
    onChoose(
      options
        .map(([value]) => value)
        .filter((option) => (option === value ? !chosen.includes(option) : chosen.includes(option))),
    );
  return (
    <fieldset className={`preferences-chips ${className}`}>
      <legend className={isLabelHidden ? 'sr-only' : 'field-label'}>{label}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {options.map(([value, name]) => (
        <label key={value} className="preferences-chip">
          <input
            type="checkbox"
            className="sr-only"
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

type RadioChipsProps<Value extends string | number> = {
  label: string;
  /** Below the label. */
  hint?: string;
  options: readonly (readonly [Value, string])[];
  value: Value;
  onChoose: (value: Value) => void;
  className?: string;
};

/** Chips of which exactly one is chosen. */
export function RadioChips<Value extends string | number>(props: RadioChipsProps<Value>) {
  const { label, hint, options, value, onChoose, className = '' } = props;
  const name = useId();
  return (
    <fieldset className={`preferences-chips ${className}`} aria-describedby={hint && `${name}-hint`}>
      <legend className="field-label">{label}</legend>
      {hint && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {options.map(([option, text]) => (
        <label key={option} className="preferences-chip">
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={option === value}
            onChange={() => onChoose(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The server's limit. */
const MAX_GUESTS = 30;

type GuestCountProps = { value: number; onChange: (value: number) => void };

/** How many guests come, with buttons. */
export function GuestCount({ value, onChange }: GuestCountProps) {
  const { t } = useTranslation();
  return (
    <div className="preferences-guests">
      <span className="field-label" aria-hidden="true">
        {t('preferences.guests')}
      </span>
      <div className="preferences-stepper" role="group" aria-label={t('preferences.guests')}>
        <IconButton
          label={t('preferences.guests-fewer')}
          // Not `disabled`, which would lose the focus at the limit.
          aria-disabled={value <= 0}
          onClick={() => onChange(Math.max(0, value - 1))}
        >
          <PageIcon name="minus" />
        </IconButton>
        <output aria-live="polite">{value}</output>
        <IconButton
          label={t('preferences.guests-more')}
          aria-disabled={value >= MAX_GUESTS}
          onClick={() => onChange(Math.min(MAX_GUESTS, value + 1))}
        >
          <Icon name="plus" />
        </IconButton>
      </div>
    </div>
  );
}

type Option<Value> = readonly [Value, string];
type ChooseProps<Value extends string | number> = Omit<ComponentProps<'select'>, 'value' | 'children'> & {
  /** For screen readers, where no visible label exists. */
  label?: string;
  value: Value;
  options: readonly (Option<Value> | { group: string; options: readonly Option<Value>[] })[];
  onChoose: (value: Value) => void;
};

export function Choose<Value extends string | number>(props: ChooseProps<Value>) {
  const { label, value, options, onChoose, ...rest } = props;
  const values = options.flatMap((option) => ('group' in option ? option.options : [option]));
  const show = ([value, name]: Option<Value>) => (
    <option key={value} value={value}>
      {name}
    </option>
  );
  return (
    <select
      {...rest}
      className="preferences-choose"
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const picked = values.find(([option]) => String(option) === target.value);
        if (picked) onChoose(picked[0]);
      }}
    >
      {options.map((option) =>
        'group' in option ? (
          <optgroup key={option.group} label={option.group}>
            {option.options.map(show)}
          </optgroup>
        ) : (
          show(option)
        ),
      )}
    </select>
  );
}

type CheckProps = {
  label: string;
  hint?: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
};

export function Check({ label, hint, isChecked, onChange }: CheckProps) {
  return (
    <label className="preferences-check">
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
      <span>
        {label}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  );
}
