/** How long an old key or secret stays valid after it was replaced. */
import type { MessageId } from '#web/i18n/message-ids.ts';

export const OVERLAPS: Record<string, MessageId> = {
  day: 'profile.overlap.day',
  week: 'profile.overlap.week',
  none: 'profile.overlap.none',
};
