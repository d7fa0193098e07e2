/**
 * The variant of a dish as the answer to its warnings: for the eaters who may have it, though not the dish. It never
 * solves an allergen or a diet without traces: dish and variant are cooked in one kitchen (`factsWithVariant`).
 */
import type { DishVariant } from '#domain/plan/plan.ts';
import type { Eater } from './preferences.ts';
import { servingsOf } from './servings.ts';
import { mergeWarnings, type Warning } from './warnings.ts';

export type VariantOffer = DishVariant & {
  /** `with tofu` */
  title: string;
  /** Of those who get it. */
  names: string[];
  /** What is left to warn of: none if the dish is for everyone with it. */
  warnings: Warning[];
};

/** Undefined if it is for nobody who is warned of the dish, or would harm somebody who may have the dish. */
export function variantOffer(
  title: string,
  { ofDish, ofVariant }: { ofDish: readonly Warning[]; ofVariant: readonly Warning[] },
  all: readonly Eater[],
): VariantOffer | undefined {
  const warned = idsOf(ofDish);
  const stillWarned = idsOf(mergeWarnings(ofDish, ofVariant, warned));
  const eaters = all.filter(({ id }) => warned.includes(id) && !stillWarned.includes(id));
  const eaterIds = eaters.map(({ id }) => id);
  const warnings = mergeWarnings(ofDish, ofVariant, eaterIds);
  if (eaters.length === 0 || idsOf(warnings).some((id) => !warned.includes(id))) return undefined;
  return { title, eaterIds, servings: servingsOf(eaters), names: eaters.map(({ name }) => name), warnings };
}

function idsOf(warnings: readonly Warning[]): string[] {
  return warnings.map(({ eaterId }) => eaterId);
}
