/** One person: name, child or adult, and, when opened, allergies and diets. The usual ones are shown first. */
import { useLayoutEffect, useRef, useState } from 'react';
import { type Allergen, ALLERGENS, type Diet, DIETS } from '#domain/food/food.ts';
import type { Eater, Portion } from '#domain/preferences/preferences.ts';
import { Button, IconButton } from '#web/base/ui/button.tsx';
import { TextField } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Chips, RadioChips } from '#web/meals/preferences/choices.tsx';
import type { MessageId } from '#languages/message-ids.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';

const PORTIONS: [Portion, MessageId][] = [
  ['adult', 'onboarding.adult'],
  ['child', 'onboarding.child'],
  ['toddler', 'onboarding.toddler'],
];
const USUAL_ALLERGENS: readonly Allergen[] = ['milk', 'eggs', 'gluten', 'nuts', 'peanuts', 'fish'];
const USUAL_DIETS: readonly Diet[] = ['vegetarian', 'vegan', 'no-pork'];

type FieldsProps = {
  eater: Eater;
  isMe: boolean;
  /** Just added: the name takes the focus. */
  isFresh: boolean;
  onChange: (eater: Eater) => void;
  onRemove: (() => void) | undefined;
};

export function EaterFields({ eater, isMe, isFresh, onChange, onRemove }: FieldsProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLLIElement>(null);
  // As it was when the row appeared: deleting the name must not move the focus.
  const [wasFresh] = useState(isFresh);
  useLayoutEffect(() => {
    if (wasFresh) row.current?.querySelector('input')?.focus();
  }, [wasFresh]);
  const set = (part: Partial<Eater>) => onChange({ ...eater, ...part });
  const { portion = 'adult' } = eater;
  return (
    <li ref={row} className="start-eater">
      <div className="start-eater-name">
        <TextField
          label={t(isMe ? 'onboarding.your-name' : 'onboarding.name')}
          value={eater.name}
          maxLength={50}
          autoComplete={isMe ? 'given-name' : 'off'}
          onChange={({ target }) => set({ name: target.value })}
        />
        {onRemove && (
          <IconButton
            label={t('onboarding.remove', { name: eater.name || t('onboarding.someone') })}
            onClick={onRemove}
          >
            <Icon name="close" />
          </IconButton>
        )}
      </div>
      <RadioChips
        className="preferences-scale start-age"
        label={t('onboarding.age')}
        options={PORTIONS.map(([value, name]) => [value, t(name)])}
        value={portion === 'hungry' ? 'adult' : portion}
        onChoose={(chosen) => set({ portion: chosen === 'adult' ? undefined : chosen })}
      />
      <Needs eater={eater} onChange={set} />
    </li>
  );
}

function Needs({ eater, onChange }: { eater: Eater; onChange: (part: Partial<Eater>) => void }) {
  const { t } = useTranslation();
  const [hasAll, setAll] = useState(false);
  const { allergens, diets } = eater;
  const chosen = [
    ...allergens.map((allergen) => t(`recipes.allergen.${allergen}`)),
    ...diets.map((diet) => t(`diets.name.${diet}`)),
  ];
  return (
    <details className="start-needs">
      <summary>
        <Icon name="arrow" size={18} />
        {t('onboarding.rules')}
        {chosen.length > 0 && <span className="start-chosen">{chosen.join(', ')}</span>}
      </summary>
      <Chips
        label={t('onboarding.allergens')}
        options={shown(ALLERGENS, USUAL_ALLERGENS, allergens, hasAll).map((allergen) => [
          allergen,
          t(`recipes.allergen.${allergen}`),
        ])}
        chosen={allergens}
        onChoose={(next) => onChange({ allergens: next })}
      />
      <Chips
        label={t('onboarding.diets')}
        options={shown(DIETS, USUAL_DIETS, diets, hasAll).map((diet) => [diet, t(`diets.name.${diet}`)])}
        chosen={diets}
        onChoose={(next) => onChange({ diets: next })}
      />
      {!hasAll && (
        <Button kind="quiet" className="start-more" onClick={() => setAll(true)}>
          {t('onboarding.more-allergens')}
        </Button>
      )}
    </details>
  );
}

/** The usual ones, then the others if all are shown, or those that are chosen. */
function shown<Word>(
  all: readonly Word[],
  usual: readonly Word[],
  chosen: readonly Word[],
  hasAll: boolean,
): Word[] {
  return [...usual, ...all.filter((word) => !usual.includes(word) && (hasAll || chosen.includes(word)))];
}
