/** Inputs of the preferences page: chips for several values, a select inside a sentence, and a checkbox. */
import type { ComponentProps } from 'react';
import './choices.css';

type ChipsProps<Value extends string> = {
  label: string;
  hint?: string;
  options: readonly (readonly [Value, string])[];
  chosen: readonly Value[];
  onChoose: (chosen: Value[]) => void;
  className?: string;
};

export function Chips<Value extends string>(props: ChipsProps<Value>) {
  const { label, hint, options, chosen, onChoose, className = '' } = props;
  const toggle = (value: Value) =>
    onChoose(
      options
        .map(([one]) => one)
        .filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one))),
    );
  return (
    <fieldset className={`preferences-chips ${className}`}>
      <legend className="field-label">{label}</legend>
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
  const values = options.flatMap((one) => ('group' in one ? one.options : [one]));
  const show = ([one, name]: Option<Value>) => (
    <option key={one} value={one}>
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
        const picked = values.find(([one]) => String(one) === target.value);
        if (picked) onChoose(picked[0]);
      }}
    >
      {options.map((one) =>
        'group' in one ? (
          <optgroup key={one.group} label={one.group}>
            {one.options.map(show)}
          </optgroup>
        ) : (
          show(one)
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
