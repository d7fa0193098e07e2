/** Loads the pictures of the meals of the week, which the slots show. */
import { useEffect } from 'react';
import { type Meals, mealsIn } from '#domain/plan/plan.ts';
import { usePictures } from '#web/meals/picture/pictures.ts';
import { slotPictures } from '#web/features/week/slot/slot-picture.tsx';

export function LoadPictures({ meals }: { meals: Meals }) {
  const known = usePictures(mealsIn(meals).map(({ recipeId }) => recipeId));
  useEffect(() => slotPictures.set(known), [known]);
  return null;
}
