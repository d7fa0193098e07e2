/** The number of slots of a day, for the grids of a week: boards, print and picker. */
import type { CSSProperties } from 'react';
import type { Slot } from '#domain/plan/plan.ts';

export function slotCount(shown: readonly Slot[]): CSSProperties {
  return { '--week-slots': shown.length } as CSSProperties;
}
