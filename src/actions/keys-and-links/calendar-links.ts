/** Creates and revokes links for calendar apps. A token is returned once; only its hash is stored. */
import { newId } from '#auth/secret.ts';
import { newToken } from '#auth/session.ts';
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { instantText } from '#domain/week/instant.ts';
import {
  deleteCalendarLink,
  insertCalendarLink,
  listCalendarLinks,
  updateCalendarLink,
} from '#storage/tables/keys-and-links/calendar-links.ts';
import type { Store } from '#storage/store.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { refuseNonMember } from '#actions/membership.ts';

const MAX_CALENDAR_LINKS = 20;

/** Every member may do it: it shows what they see, on their own phone. */
export async function addCalendarLink(
  context: ChangeContext,
  family: string,
  { settings, origin }: { settings: CalendarSettings; origin: string },
): Promise<{ id: string; token: string } | Refusal> {
  const { actor, nowMs } = context;
  const id = newId();
  const { token, tokenHash } = newToken();
  return auditedTransaction(context, family, async (tx, record) => {
    const refusal = await refuseNonMember(tx, family, actor);
    if (refusal) return refusal;
    if ((await listCalendarLinks(tx, family)).length >= MAX_CALENDAR_LINKS) return refuse('too-many');
    await insertCalendarLink(tx, family, { id, tokenHash, settings, origin, createdBy: actor }, nowMs);
    await record('calendar-link.add', { calendarLink: id });
    return { id, token };
  });
}

/** Every member may do it: it shows less to others. */
export function revokeCalendarLink(
  context: ChangeContext,
  family: string,
  id: string,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    if (!(await deleteCalendarLink(tx, family, id))) return refuse('not-found');
    await record('calendar-link.revoke', { calendarLink: id });
    return undefined;
  });
}

/** Records when a calendar app last read the link. The caller calls it once an hour. */
export async function recordCalendarSeen(
  store: Store,
  { family, id }: { family: string; id: string },
  seenMs: number,
): Promise<void> {
  const lastSeenAt = instantText(seenMs);
  await store.db.transaction().execute((tx) => updateCalendarLink(tx, family, id, { lastSeenAt }));
}
