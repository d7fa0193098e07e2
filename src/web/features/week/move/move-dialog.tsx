/** The dialog "Move to …", an alternative to dragging: every slot of this week and the next as a button. */
import { addDays } from '#web/base/calendar.ts';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { useTranslation } from '#web/base/i18n/translation.ts';
import { type SlotContent, moveMeal } from '#web/meals/plan-commands.ts';
import { brief } from '#web/meals/meal-text.ts';
import { PlacePicker } from '#web/meals/place-picker.tsx';

export function MoveDialog({ from, onClose }: { from: SlotContent; onClose: () => void }) {
  const translation = useTranslation();
  const { t } = translation;
  return (
    <Dialog title={t('week.move-title', { meal: brief(from.meal?.description ?? '') })} onClose={onClose}>
      <p className="week-move-hint">{t('week.move-hint')}</p>
      <PlacePicker
        weeks={[from.week, addDays(from.week, 7)]}
        from={from}
        onChoose={(to) => {
          onClose();
          moveMeal(translation, from, to);
        }}
      />
    </Dialog>
  );
}
