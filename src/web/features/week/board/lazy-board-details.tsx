/**
 * Loads what the board shows later: pictures, the nutrition of each day, if the family wants it, and warnings. The
 * board reserves their space where a recipe is planned, so that the layout does not shift.
 */
import { Suspense, useDeferredValue } from 'react';
import { dishesIn, hasDishForSome, type Meals } from '#domain/plan/plan.ts';
import { lazyExtra } from '#web/base/ui/lazy-part.ts';
import { useMe } from '#web/data/session.ts';
import type { BoardDetailsProps } from './board-details.tsx';

const BoardDetails = lazyExtra(async () => (await import('./board-details.tsx')).BoardDetails, 'recipes');

export function LazyBoardDetails(props: BoardDetailsProps) {
  const isDrawn = useDeferredValue(true, false);
  const { hasEaterRules } = useMe().family;
  if (!isDrawn || !(hasEaterRules || hasRecipe(props.meals) || hasDishForSome(props.meals))) return null;
  return (
    <Suspense>
      <BoardDetails {...props} />
    </Suspense>
  );
}

export function hasRecipe(meals: Meals): boolean {
  return dishesIn(meals).some(({ recipeId }) => recipeId !== undefined);
}
