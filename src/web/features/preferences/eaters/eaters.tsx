/** The list of eaters. */
import { useState } from 'react';
import type { Eater, Preferences } from '#domain/preferences/preferences.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { newId } from '#web/data/new-id.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { EaterCard } from './eater-card.tsx';
import type { Wrong } from '#web/features/preferences/preferences-failure.ts';

/** The server's limit. */
const MAX_EATERS = 30;

export type PartProps = {
  preferences: Preferences;
  onChange: (part: Partial<Preferences>) => void;
  wrong: Wrong;
};

export function Eaters({ preferences: { eaters, showsNutrition }, onChange, wrong }: PartProps) {
  const { t } = useTranslation();
  const [fresh, setFresh] = useState<string>();
  const add = () => {
    const id = newId();
    setFresh(id);
    onChange({ eaters: [...eaters, { id, name: '', diets: [], allergens: [], dislikes: [] }] });
  };
  const set = (at: number, eater: Eater) => onChange({ eaters: eaters.with(at, eater) });
  const tooMany = wrong('eaters');
  return (
    <Section id="eaters" title={t('preferences.eaters')} lead={t('preferences.eaters-lead')}>
      {eaters.length > 0 && (
        <ul className="preferences-rows">
          {eaters.map((eater, at) => (
            <EaterCard
              key={eater.id}
              eater={eater}
              isFresh={eater.id === fresh}
              wrong={wrong(`eaters.${at}`)}
              wrongGoals={wrong(`eaters.${at}.goals`)}
              hasGoals={showsNutrition === true || eater.goals !== undefined}
              onChange={(next) => set(at, next)}
              onRemove={() => onChange({ eaters: eaters.toSpliced(at, 1) })}
            />
          ))}
        </ul>
      )}
      {tooMany && <p className="field-error">{tooMany}</p>}
      {eaters.length < MAX_EATERS && (
        <Button className="preferences-add" icon={<Icon name="plus" />} onClick={add}>
          {t('preferences.add-eater')}
        </Button>
      )}
    </Section>
  );
}
