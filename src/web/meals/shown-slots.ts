/** The slots that the family sees, known without network and before its preferences are loaded. */
import { useMemo } from 'react';
import type { Meals, Slot } from '#domain/plan/plan.ts';
import { shownSlots } from '#domain/preferences/shown-slots.ts';
import { useMe } from '#web/data/session.ts';

export function useShownSlots(meals?: Meals): Slot[] {
  const { slots } = useMe().family;
  return useMemo(() => shownSlots(slots, meals), [slots, meals]);
}
