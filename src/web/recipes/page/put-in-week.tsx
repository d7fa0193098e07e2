/** The dialog "Add to the week": a slot of this week or the next two, and the servings. */
import { useState } from 'react';
import { addDays, weekOf } from '#web/shared/calendar.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { useMe } from '#web/shared/session.ts';
import { WarningQuestion } from '#web/warnings/warning-question.tsx';
import { WarningSign } from '#web/warnings/warning-sign.tsx';
import { putMeal, type SlotContent } from '#web/week/commands.ts';
import { PlacePicker } from '#web/week/move/place-picker.tsx';
import { useToday } from '#web/week/today.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import type { WarnedRecipe } from '#web/recipes/recipe-queries.ts';
import { Servings } from '#web/recipes/ingredients/servings.tsx';

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
