/** Asks who eats something else at a meal, and what: a recipe or a text, which becomes a dish of the meal. */
import { useState } from 'react';
import { mealAt, withDishFor } from '#domain/plan/plan.ts';
import { dishForText } from '#domain/preferences/variant-text.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { useMealWarnings } from '#web/data/queries/meal-warnings.ts';
import { plans } from '#web/data/sync.ts';
import { submit } from '#web/meals/plan-commands.ts';
import { Chips } from '#web/meals/preferences/choices.tsx';
import { DishChooser } from './dish-chooser.tsx';
import type { SomethingElse } from './something-else.ts';

type DialogProps = { asked: SomethingElse; onClose: () => void };

export function SomethingElseDialog({ asked: { filled, eaterIds }, onClose }: DialogProps) {
  const translation = useTranslation();
  const { t } = translation;
  const { week, day, slot, meal } = filled;
  const { variantNames, absent } = useMealWarnings([meal], { week, isNeeded: true });
  const [chosen, setChosen] = useState<readonly string[]>(eaterIds);
  const away = absent[day]?.[slot] ?? [];
  const options = Object.entries(variantNames.eaters).filter(([id]) => !away.includes(id));
  return (
    <Dialog title={t('recipes.else.title')} onClose={onClose}>
      <Chips
        label={t('recipes.else.who')}
        options={options.map(([id, name]) => [id, name || t('recipes.else.unnamed')] as const)}
        chosen={[...chosen]}
        onChoose={setChosen}
      />
      {chosen.length > 0 && (
        <DishChooser
          place={filled}
          eaterIds={chosen}
          label={t('recipes.else.what')}
          save={t('week.save')}
          onChoose={(dish) => {
            // Servings may have been changed in the dialog before.
            const before = mealAt(plans.current()?.planOf(week).meals ?? {}, filled) ?? meal;
            const after = withDishFor(before, chosen, dish);
            const what = dishForText({ ...dish, eaterIds: [...chosen] }, variantNames, translation);
            submit(t, [{ week, day, slot, before, after }], what);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
