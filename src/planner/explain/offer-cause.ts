/** The cause behind an offer, by an example: "Pizza takes 135 minutes; Friday has 45." */
import type { OfferCause } from '#domain/proposal/proposal.ts';
import type { PreferenceChange } from '#domain/preferences/preferences.ts';
import type { Instance } from '#planner/model/instance.ts';
import type { PlannedSlot } from '#planner/model/slots.ts';
import { includesChange, type Relaxation } from './relaxations.ts';

/** Of the first change; undefined if there is nothing to say beyond the change. */
export function causeOf(
  changes: readonly PreferenceChange[],
  relaxations: readonly Relaxation[],
  { planned }: Instance,
): OfferCause | undefined {
  const minutes = changes.find((change) => change.kind === 'minutes');
  if (!minutes) return undefined;
  const helped = relaxations.find(({ changes: needed }) =>
    needed.every((need) => changes.some((change) => includesChange(change, need))),
  );
  const slot = helped && (planned[helped.slot] as PlannedSlot);
  const [dish] = helped?.dishes.toSorted((first, second) => first.clockMinutes - second.clockMinutes) ?? [];
  if (!dish || slot?.minutes === undefined || dish.clockMinutes <= slot.minutes) return undefined;
  return {
    kind: 'minutes',
    recipeId: dish.id,
    title: dish.title,
    minutes: dish.clockMinutes,
    day: slot.day,
    slot: slot.slot,
    limit: slot.minutes,
  };
}
