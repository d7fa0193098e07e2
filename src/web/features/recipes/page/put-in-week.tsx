/** The dialog "Add to the week": a slot of this week or the next two, and the servings. */
import { useState } from 'react';
import { addDays, weekOf } from '#web/base/calendar.ts';
import { Dialog } from '#web/base/ui/overlay/dialog.tsx';
import { useMe } from '#web/data/session.ts';
import { WarningQuestion } from '#web/meals/warnings/warning-question.tsx';
import { WarningSign } from '#web/meals/warnings/warning-sign.tsx';
import { putMeal, type SlotContent } from '#web/meals/plan-commands.ts';
import { PlacePicker } from '#web/meals/place-picker.tsx';
import { useToday } from '#web/data/today.ts';
import { useTranslation } from '#web/base/i18n/translation.ts';
import type { WarnedRecipe } from '#web/data/queries/recipe-queries.ts';
import { Servings } from '#web/meals/servings.tsx';

type PutProps = { recipe: WarnedRecipe; servings: number; onClose: () => void };

export function PutInWeek({ recipe, servings: shown, onClose }: PutProps) {
  const translation = useTranslation();
  const { t } = translation;
  const thisWeek = weekOf(useToday(useMe().family.timeZone));
  const [servings, setServings] = useState(shown);
  const [asked, setAsked] = useState<SlotContent>();
  const put = (place: SlotContent, exceptEaters?: string[]) => {
    onClose();
    putMeal(translation, place, { description: recipe.title, recipeId: recipe.id, servings, exceptEaters });
  };
  if (asked) {
    return (
      <WarningQuestion
        dish={recipe.title}
        warnings={recipe.warnings}
        onExcept={(eaterIds) => put(asked, eaterIds)}
        onChooseElse={onClose}
      />
    );
  }
  return (
    <Dialog title={t('recipes.put')} onClose={onClose}>
      <WarningSign warnings={recipe.warnings} form="large" />
      <Servings servings={servings} onChange={setServings} />
      <p>{t('recipes.put-hint')}</p>
      <PlacePicker
        weeks={[thisWeek, addDays(thisWeek, 7), addDays(thisWeek, 14)]}
        onChoose={(place) => (recipe.warnings.length > 0 ? setAsked(place) : put(place))}
      />
    </Dialog>
  );
}
