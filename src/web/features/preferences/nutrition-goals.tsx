/** What an eater would like to eat in a day: energy and protein, each from and to. Folded away, since few need it. */
import { useId, useState } from 'react';
import type { NutritionGoals as Goals, Range } from '#domain/preferences/preferences.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

const NUTRIENTS: readonly (readonly [keyof Goals, MessageId])[] = [
  ['energyKcal', 'preferences.goal-energy'],
  ['proteinG', 'preferences.goal-protein'],
];

type GoalsProps = {
  goals: Goals | undefined;
  error: string | undefined;
  onChange: (goals: Goals | undefined) => void;
};

export function NutritionGoals({ goals = {}, error, onChange }: GoalsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(Object.keys(goals).length > 0);
  const errorId = useId();
  return (
    <details
      className="preferences-fold"
      open={isOpen || error !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Icon name="arrow" size={18} />
        <span className="field-label">{t('preferences.goals')}</span>
      </summary>
      <p className="field-hint">{t('preferences.goals-hint')}</p>
      {NUTRIENTS.map(([nutrient, name]) => (
        <RangeField
          key={nutrient}
          label={t(name)}
          range={goals[nutrient] ?? {}}
          error={error && errorId}
          onChange={(range) => onChange(withGoal(goals, nutrient, range))}
        />
      ))}
      {error && (
        <p className="field-error" id={errorId}>
          <Icon name="warn" size={16} />
          {error}
        </p>
      )}
    </details>
  );
}

type RangeProps = {
  label: string;
  range: Range;
  /** The id of the error. */
  error: string | undefined;
  onChange: (range: Range) => void;
};

function RangeField({ label, range, error, onChange }: RangeProps) {
  const { t } = useTranslation();
  const input = (bound: keyof Range, name: string) => (
    <input
      className="field-input"
      inputMode="numeric"
      maxLength={5}
      autoComplete="off"
      aria-label={t('preferences.goal-bound', { goal: label, bound: name })}
      aria-invalid={error ? true : undefined}
      aria-describedby={error}
      placeholder={name}
      value={range[bound] ?? ''}
      onChange={({ target }) => onChange({ ...range, [bound]: parseFigure(target.value) })}
    />
  );
  return (
    <div className="preferences-range">
      <span className="field-label" aria-hidden="true">
        {label}
      </span>
      {input('min', t('preferences.goal-min'))}
      <span aria-hidden="true">–</span>
      {input('max', t('preferences.goal-max'))}
    </div>
  );
}

/** Ignores everything but digits; undefined if there is none. */
function parseFigure(text: string): number | undefined {
  const digits = Array.from(text)
    .filter((character) => character >= '0' && character <= '9')
    .join('');
  return digits === '' ? undefined : Number(digits);
}

/** Without bounds, the goal is left out; without goals, all of them. */
function withGoal(goals: Goals, nutrient: keyof Goals, { min, max }: Range): Goals | undefined {
  const { [nutrient]: _before, ...others } = goals;
  const isEmpty = min === undefined && max === undefined;
  const next: Goals = isEmpty ? others : { ...others, [nutrient]: { min, max } };
  return Object.keys(next).length > 0 ? next : undefined;
}
