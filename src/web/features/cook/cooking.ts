/** Stores on this device what is ticked while cooking, since a phone may sleep or close the page. */
import { useState } from 'react';
import { getItem, setItem } from '#web/base/local-storage.ts';
import { COOKING_KEY } from '#web/data/session.ts';
import { afterTick, type Cooking, type Cookings, forgetOld } from './cooking-state.ts';

type Stored = { readonly showsAll: boolean; readonly dishes: Cookings };

function readStored(): Stored {
  try {
    const { showsAll = false, dishes = {} } = JSON.parse(getItem(COOKING_KEY) ?? '{}') as Partial<Stored>;
    return { showsAll, dishes: forgetOld(dishes, Date.now()) };
  } catch {
    return { showsAll: false, dishes: {} };
  }
}

function store(stored: Stored): void {
  setItem(COOKING_KEY, JSON.stringify(stored));
}

export function useCooking(recipeId: string) {
  const [cooking, setCooking] = useState<Cooking>(
    () => readStored().dishes[recipeId] ?? { step: 0, ticks: [] },
  );
  const change = (next: Cooking) => {
    const stored = readStored();
    store({ ...stored, dishes: afterTick(stored.dishes, recipeId, next, Date.now()) });
    setCooking(next);
  };
  return [cooking, change] as const;
}

/** Whether all steps are shown at once; the same for every dish. */
export function useShowsAll() {
  const [showsAll, setShowsAll] = useState(() => readStored().showsAll);
  const change = (next: boolean) => {
    store({ ...readStored(), showsAll: next });
    setShowsAll(next);
  };
  return [showsAll, change] as const;
}
