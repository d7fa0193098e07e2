/** A family's meals as single events for CalDAV, with the UIDs and numbers of the calendar feed. */
import { hash } from 'node:crypto';
import { eventText, objectText } from '#domain/calendar/calendar.ts';
import { SLOTS } from '#domain/plan/plan.ts';
import { type Week, weekAfter, weekAt, weekOf } from '#domain/week/week.ts';
import type { Db } from '#storage/schema.ts';
import { readLinesOfActions } from '#storage/tables/audit-log.ts';
import type { Family } from '#storage/tables/account/families.ts';
import { readAllPlans } from '#storage/tables/plan/plans.ts';
import { type CalendarLink, firstWeekOf, type MealEvent, readMealEvents } from './calendar.ts';

type MealObject = { name: string; etag: string; changedAt: string; text: string; version: number };

const DAY_MS = 86_400_000;
/** What can delete a plan: a member, and the undo of an import. */
const DELETING_ACTIONS = ['plan.delete', 'plan.import-undo'];
/** A family deletes few plans. */
const MAX_DELETED = 200;

/** A week or some at a time, since all can take megabytes. With `names`, at least the objects with these names. */
export async function* readMealObjects(
  db: Db,
  family: Family,
  link: CalendarLink,
  { nowMs, names }: { nowMs: number; names?: readonly string[] | undefined },
): AsyncGenerator<MealObject[]> {
  const weeks = names && new Set(names.flatMap((name) => weekIn(name) ?? []));
  const pages = readMealEvents(db, family, link, { thisWeek: thisWeekOf(family, nowMs), weeks });
  for await (const events of pages) yield events.map(objectOf);
}

function objectOf({ date, slot, event }: MealEvent): MealObject {
  const text = objectText(eventText(event));
  const etag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  const { sequence, changedAt } = event;
  return { name: `${date}-${slot}.ics`, etag, changedAt, text, version: sequence };
}

/**
 * The names of events that may be gone since the family's change number `version` on a day: of places of plans that
 * were changed or deleted, and of weeks that the calendar does not contain any more. Undefined if it is not known.
 */
export async function readMealsSince(
  db: Db,
  family: Family,
  { version, day }: { version: number; day: number },
  nowMs: number,
): Promise<string[] | undefined> {
  const first = firstWeekOf(thisWeekOf(family, nowMs));
  // A day earlier: the token has the day in UTC.
  const before = firstWeekOf(thisWeekOf(family, (day - 1) * DAY_MS));
  const weeks = new Set<Week>();
  for (let week = before; week < first; week = weekAfter(week)) weeks.add(week);
  for await (const plans of readAllPlans(db, family.id, first))
    for (const plan of plans) if (plan.version > version) weeks.add(plan.week);
  const newest = { before: Number.MAX_SAFE_INTEGER, limit: MAX_DELETED };
  const { lines, next } = await readLinesOfActions(db, family.id, DELETING_ACTIONS, newest);
  if (next !== null && next > version) return undefined;
  for (const { seq, detail } of lines)
    if (seq > version) weeks.add((JSON.parse(detail) as { week: Week }).week);
  return [...weeks].flatMap(namesOf);
}

/** The week of the object with this name; undefined if there can be none. */
function weekIn(name: string): Week | undefined {
  const date = /^(\d{4}-\d{2}-\d{2})-[a-z]+\.ics$/.exec(name)?.[1];
  if (date === undefined) return undefined;
  try {
    return weekOf(Temporal.PlainDate.from(date));
  } catch {
    return undefined;
  }
}

function namesOf(week: Week): string[] {
  const monday = Temporal.PlainDate.from(week);
  const days = Array.from({ length: 7 }, (_, at) => monday.add({ days: at }).toString());
  return days.flatMap((date) => SLOTS.map((slot) => `${date}-${slot}.ics`));
}

function thisWeekOf({ timeZone }: Family, nowMs: number): Week {
  return weekAt(Temporal.Instant.fromEpochMilliseconds(nowMs), timeZone);
}
