/** One eater: the name and, when open, the portion, allergies, diets, dislikes and nutrition goals. */
import { useLayoutEffect, useRef, useState } from 'react';
import { type Eater, PORTIONS } from '#domain/preferences/preferences.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextField } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { useMemberName } from '#web/accounts/member-name.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { RadioChips } from '#web/meals/preferences/choices.tsx';
import { Dislikes } from './dislikes.tsx';
import { DietFields } from '#web/meals/preferences/diet-fields.tsx';
import { ADULT, useEaterSummary } from '#web/meals/preferences/eater-summary.ts';
import { NutritionGoals } from '#web/features/preferences/nutrition-goals.tsx';
import './eater-card.css';

type CardProps = {
  eater: Eater;
  /** Just added: the card opens automatically. */
  isFresh: boolean;
  wrong: string | undefined;
  wrongGoals: string | undefined;
  /** Whether to show nutrition goals. */
  hasGoals: boolean;
  onChange: (eater: Eater) => void;
  onRemove: () => void;
};

export function EaterCard({ eater, isFresh, wrong, wrongGoals, hasGoals, onChange, onRemove }: CardProps) {
  const { t } = useTranslation();
  const memberName = useMemberName(eater);
  const [isOpen, setOpen] = useState(isFresh);
  const card = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (isFresh) card.current?.querySelector('input')?.focus();
  }, [isFresh]);
  return (
    <li>
      <details
        ref={card}
        className="preferences-eater"
        // A card with an error stays open.
        open={isOpen || wrong !== undefined || wrongGoals !== undefined}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          <Icon name="arrow" size={18} />
          <span className="preferences-eater-name">
            {eater.name || t('preferences.unnamed')}
            {memberName && <span className="section-badge">{memberName}</span>}
          </span>
          <span className="preferences-eater-about">{useEaterSummary(eater)}</span>
        </summary>
        <EaterSettings
          eater={eater}
          wrong={wrong}
          wrongGoals={wrongGoals}
          hasGoals={hasGoals}
          onChange={onChange}
          onRemove={onRemove}
        />
      </details>
    </li>
  );
}

function EaterSettings(props: Omit<CardProps, 'isFresh'>) {
  const { eater, wrong, wrongGoals, hasGoals, onChange, onRemove } = props;
  const { t } = useTranslation();
  const set = (part: Partial<Eater>) => onChange({ ...eater, ...part });
  return (
    <div className="preferences-eater-body">
      <TextField
        label={t('preferences.name')}
        value={eater.name}
        maxLength={50}
        autoComplete="off"
        error={wrong}
        onChange={({ target }) => set({ name: target.value })}
      />
      <RadioChips
        className="preferences-scale"
        label={t('preferences.portion')}
        options={PORTIONS.map((portion) => [portion, t(`preferences.portion.${portion}`)])}
        value={eater.portion ?? ADULT}
        onChoose={(portion) => set({ portion: portion === ADULT ? undefined : portion })}
      />
      <DietFields allergens={eater.allergens} diets={eater.diets} onChange={set} />
      <Dislikes dislikes={eater.dislikes} onChange={(dislikes) => set({ dislikes })} />
      {hasGoals && (
        <NutritionGoals goals={eater.goals} error={wrongGoals} onChange={(goals) => set({ goals })} />
      )}
      <Button kind="quiet" icon={<Icon name="trash" size={18} />} onClick={onRemove}>
        {t('preferences.remove-eater', { name: eater.name || t('preferences.unnamed') })}
      </Button>
    </div>
  );
}
