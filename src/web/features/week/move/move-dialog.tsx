/**
 * The dialog "Move to …", an alternative to dragging: every slot of this week and the next as a button. A single dish of
 * the meal can move too, and what moves can stay where it is as well.
 */
import { useState } from 'react';
import { dishesOf, MAX_SIDES, type Meal } from '#domain/plan/plan.ts';
import { addDays } from '#web/base/calendar.ts';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { copyMeal, type FilledSlot, moveDish, moveMeal, type SlotContent } from '#web/meals/plan-commands.ts';
import { brief } from '#web/meals/meal-text.ts';
import { PlacePicker } from '#web/meals/place-picker.tsx';
import { Check, Choose } from '#web/meals/preferences/choices.tsx';

const WHOLE = -1;

export function MoveDialog({ from, onClose }: { from: FilledSlot; onClose: () => void }) {
  const translation = useTranslation();
  const { t } = translation;
  const [chosen, setChosen] = useState(WHOLE);
  const [keeps, setKeeps] = useState(false);
  const dishes = dishesOf(from.meal);
  const dish = dishes[chosen];
  const move = (to: SlotContent) => {
    onClose();
    if (dish) moveDish(translation, from, { at: chosen, to, keeps });
    else if (keeps) copyMeal(translation, from, to);
    else moveMeal(translation, from, to);
  };
  return (
    <Dialog title={t('week.move-title', { meal: brief((dish ?? from.meal).description) })} onClose={onClose}>
      {dishes.length > 1 && (
        <Choose
          label={t('week.move-what')}
          value={chosen}
          options={[
            [WHOLE, t('week.move-whole')],
            ...dishes.map(({ description }, at) => [at, brief(description)] as const),
          ]}
          onChoose={setChosen}
        />
      )}
      <Check label={t('week.move-keep')} isChecked={keeps} onChange={setKeeps} />
      <p className="week-move-hint">
        {t(dish ? 'week.move-hint-dish' : keeps ? 'week.move-hint-keep' : 'week.move-hint')}
      </p>
      <PlacePicker
        weeks={[from.week, addDays(from.week, 7)]}
        from={from}
        canChoose={({ meal }) => meal === null || (dish ? hasRoom(meal) : !keeps)}
        onChoose={move}
      />
    </Dialog>
  );
}

/** Of a meal out, nothing is cooked. */
function hasRoom(meal: Meal): boolean {
  return meal.kind !== 'eating-out' && (meal.sides?.length ?? 0) < MAX_SIDES;
}
