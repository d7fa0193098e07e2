/** When most families eat: what a new calendar link suggests. */
import type { Slot } from '#domain/plan/plan.ts';

export const USUAL_TIMES: { readonly [S in Slot]: string } = {
  breakfast: '07:30',
  lunchbox: '10:00',
  lunch: '12:30',
  snack: '15:30',
  dinner: '18:30',
};
