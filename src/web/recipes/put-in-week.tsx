/** The dialog "Add to the week": a slot of this week or the next two, and the servings. */
import { useState } from 'react';
import type { RecipeView } from '#domain/recipe/recipe-view.ts';
import { addDays, weekOf } from '#web/calendar.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { useMe } from '#web/session.ts';
import { putMeal } from '#web/week/commands.ts';
import { PlacePicker } from '#web/week/move/place-picker.tsx';
import { useToday } from '#web/week/today.ts';
import { useTranslation } from '#web/i18n/translation.ts';
import { Servings } from './servings.tsx';

type PutProps = { recipe: RecipeView; servings: number; onClose: () => void };

export function PutInWeek({ recipe, servings: shown, onClose }: PutProps) {
  const translation = useTranslation();
  const { t } = translation;
  const thisWeek = weekOf(useToday(useMe().family.timeZone));
  const [servings, setServings] = useState(shown);
  return (
    <Dialog title={t('recipes.put')} onClose={onClose}>
      <Servings servings={servings} onChange={setServings} />
      <p>{t('recipes.put-hint')}</p>
      <PlacePicker
        weeks={[thisWeek, addDays(thisWeek, 7), addDays(thisWeek, 14)]}
        onChoose={(place) => {
          onClose();
          putMeal(translation, place, { description: recipe.title, recipeId: recipe.id, servings });
        }}
      />
    </Dialog>
  );
}
