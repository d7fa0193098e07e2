/** Loads the pictures of the meals of the week, which the slots show. */
import { useEffect } from 'react';
import { type Meals, mealsIn } from '#domain/plan/plan.ts';
import { usePictures } from '#web/recipes/picture/pictures.ts';
import { slotPictures } from '#web/week/slot/slot-picture.tsx';

export function LoadPictures({ meals }: { meals: Meals }) {
  const known = usePictures(mealsIn(meals).map(({ recipeId }) => recipeId));
  useEffect(() => slotPictures.set(known), [known]);
  return null;
}
