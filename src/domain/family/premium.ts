/** Premium of a family: until an instant, for ever, or none. The operator may give it to everyone. */

/** An instant is written as `2027-01-01T00:00:00.000Z`. */
export type Premium = 'none' | 'forever' | (string & {});

/** The setting `PREMIUM`: only families to which the operator has granted it have Premium, or all. */
export type PremiumSetting = 'granted' | 'everyone';

export function hasPremium(premium: Premium, setting: PremiumSetting, nowMs: number): boolean {
  return setting === 'everyone' || nowMs < premiumEndsMs(premium);
}

/** The first millisecond without Premium. */
export function premiumEndsMs(premium: Premium): number {
  if (premium === 'none') return Number.NEGATIVE_INFINITY;
  if (premium === 'forever') return Number.POSITIVE_INFINITY;
  return Date.parse(premium);
}
