/** What a day costs whose energy or protein is outside the range of a nutrition profile. */
import { PROTEIN_GRAM_PENALTY } from '#planner/model/objective.ts';
import type { Tables } from '#planner/model/tables.ts';

/** `at`: profile and day. */
export function nutritionPenalty(tables: Tables, at: number, kcal: number, protein: number): number {
  const minKcal = tables.minKcal[at] as number;
  const maxKcal = tables.maxKcal[at] as number;
  const minProtein = tables.minProteinG[at] as number;
  const maxProtein = tables.maxProteinG[at] as number;
  const kcalOff = kcal < minKcal ? minKcal - kcal : kcal > maxKcal ? kcal - maxKcal : 0;
  const proteinOff =
    protein < minProtein ? minProtein - protein : protein > maxProtein ? protein - maxProtein : 0;
  return kcalOff + PROTEIN_GRAM_PENALTY * proteinOff;
}
