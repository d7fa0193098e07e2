/** The responses about calendar links, a part of contract.ts. */
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import type { Creator } from '#domain/family/creator.ts';

export type CalendarLink = {
  id: string;
  settings: CalendarSettings;
  createdAt: string;
  /** To the hour. */
  lastSeenAt: string | null;
  createdBy: Creator;
};
export type CalendarLinksResponse = { calendarLinks: CalendarLink[] };
/** The link is in this response only. */
export type NewCalendarLinkResponse = { id: string; link: string };
