/** Loads the dialog of a meal at the first touch of the board. Where it cannot be loaded, a meal opens its editor. */
import { useEffect, useEffectEvent } from 'react';
import { lazyPart } from '#web/base/ui/lazy-part.ts';
import type { MealViewProps } from './meal-view.tsx';

export const LazyMealView = lazyPart<MealViewProps>(() =>
  import('./meal-view.tsx').then(
    ({ MealView }) => MealView,
    () => OpenEditor,
  ),
);

function OpenEditor({ onClose, onChange }: MealViewProps) {
  const open = useEffectEvent(() => {
    onClose();
    onChange();
  });
  useEffect(() => open(), []);
  return null;
}
