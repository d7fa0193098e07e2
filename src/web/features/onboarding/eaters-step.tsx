/** The first step: who eats. The first person is the member who does the step. */
import { useState } from 'react';
import { type Eater, type Preferences } from '#domain/preferences/preferences.ts';
import type { SavedPreferences } from '#http/endpoints/plan/preferences.ts';
import { api } from '#web/base/api.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { navigate } from '#web/base/router.ts';
import { refreshMe, useMe } from '#web/data/session.ts';
import { newId } from '#web/data/new-id.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { EaterFields } from './eater-fields.tsx';
import { savePart } from '#web/data/queries/start-preferences.ts';
import { StepForm } from './step-form.tsx';

/** More people are added in the preferences. */
const MAX_EATERS = 12;

export function EatersStep({ saved }: { saved: SavedPreferences }) {
  const { t } = useTranslation();
  const { eaterId } = useMe().member;
  const [eaters, setEaters] = useState(() => {
    const { eaters: known } = saved.preferences;
    return known.length > 0 ? known : [newEater()];
  });
  // A family that has eaters already may have entered them for someone else.
  const me = eaterId ?? (saved.preferences.eaters.length === 0 ? eaters[0]?.id : undefined);
  const save = async () => {
    const named = eaters.filter(({ name }) => name.trim() !== '');
    if (named.length === 0) return;
    const before = saved.preferences.eaters.map(({ id }) => id);
    await savePart(saved, (preferences) => withEaters(preferences, named, before));
    if (me === undefined || me === eaterId || !named.some(({ id }) => id === me)) return;
    await api('PUT /app/api/me/eater', { body: { eaterId: me } });
    await refreshMe();
  };
  return (
    <StepForm
      step={1}
      title={t('onboarding.eaters')}
      lead={t('onboarding.eaters-lead')}
      action={t('onboarding.next')}
      onSave={save}
      onNext={() => navigate('/start?step=slots')}
    >
      <ul className="start-eaters">
        {eaters.map((eater, at) => (
          <EaterFields
            key={eater.id}
            eater={eater}
            isMe={eater.id === me}
            isFresh={at === eaters.length - 1 && eater.name === ''}
            onChange={(next) => setEaters(eaters.with(at, next))}
            onRemove={eaters.length > 1 ? () => setEaters(eaters.toSpliced(at, 1)) : undefined}
          />
        ))}
      </ul>
      {eaters.length < MAX_EATERS && (
        <Button
          className="start-add"
          icon={<Icon name="plus" />}
          onClick={() => setEaters([...eaters, newEater()])}
        >
          {t('onboarding.add')}
        </Button>
      )}
    </StepForm>
  );
}

function newEater(): Eater {
  return { id: newId(), name: '', diets: [], allergens: [], dislikes: [] };
}

/** Of the eaters `before`, those who are missing were removed. Eaters whom somebody else has added meanwhile stay. */
function withEaters(preferences: Preferences, eaters: Eater[], before: readonly string[]): Preferences {
  const known = new Set([...before, ...eaters.map(({ id }) => id)]);
  const others = preferences.eaters.filter(({ id }) => !known.has(id));
  return { ...preferences, eaters: [...eaters, ...others] };
}
