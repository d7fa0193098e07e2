/** Links with which calendar apps subscribe to a family's meals. Of the token of a link only the hash is stored. */
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import { instantText } from '#domain/week/instant.ts';
import { preparedFind } from '#storage/prepared.ts';
import type { Db } from '#storage/schema.ts';
import { onCreator, withCreator } from './creators.ts';

export async function listCalendarLinks(db: Db, family: string) {
  const rows = await db
    .selectFrom('calendar_links')
    .leftJoin('members', onCreator('calendar_links'))
    .select([
      'calendar_links.id',
      'settings',
      'calendar_links.created_at as createdAt',
      'seen_at as lastSeenAt',
      'created_by as createdBy',
      'members.email as creatorEmail',
    ])
    .where('calendar_links.family_id', '=', family)
    .orderBy('calendar_links.created_at')
    .orderBy('calendar_links.id')
    .execute();
  return rows.map(({ settings, ...row }) => ({ ...withCreator(row), settings: parseSettings(settings) }));
}

/** What a read needs to know about its link and family. A calendar app knows only the token. */
export const findCalendarLink = preparedFind((db: Db, tokenHash: string) =>
  db
    .selectFrom('calendar_links')
    .innerJoin('families', 'families.id', 'calendar_links.family_id')
    .select([
      'calendar_links.id',
      'calendar_links.settings',
      'calendar_links.origin',
      'calendar_links.seen_at as lastSeenAt',
      'families.id as family',
      'families.time_zone as timeZone',
      'families.premium',
    ])
    .where('calendar_links.token_hash', '=', tokenHash),
);

type NewCalendarLink = {
  id: string;
  tokenHash: string;
  settings: CalendarSettings;
  origin: string;
  createdBy: string;
};

export async function insertCalendarLink(
  db: Db,
  family: string,
  { id, tokenHash, settings, origin, createdBy }: NewCalendarLink,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('calendar_links')
    .values({
      family_id: family,
      id,
      token_hash: tokenHash,
      settings: JSON.stringify(settings),
      origin,
      created_at: instantText(nowMs),
      created_by: createdBy,
    })
    .execute();
}

export async function updateCalendarLink(
  db: Db,
  family: string,
  id: string,
  { lastSeenAt }: { lastSeenAt: string },
): Promise<void> {
  await db
    .updateTable('calendar_links')
    .set({ seen_at: lastSeenAt })
    .where('family_id', '=', family)
    .where('id', '=', id)
    .execute();
}

export async function deleteCalendarLink(db: Db, family: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('calendar_links')
    .where('family_id', '=', family)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export function parseSettings(text: string): CalendarSettings {
  return JSON.parse(text) as CalendarSettings;
}
