/** What a proposal says of the meal in a place. */
import type { Place } from '#domain/plan/plan.ts';
import type { VariantNames } from '#domain/preferences/variant-text.ts';
import type { WarningsByMeal } from '#domain/preferences/warnings.ts';

/** Warnings are for those who eat there. */
export type Said = { warnings: WarningsByMeal; variantNames: VariantNames };
export type SaidOf = (place: Place) => Said;
