/** The events of a family, read from the audit log. */
import {
  type Change,
  type ChangedSubject,
  type FamilyEvent,
  RESTORE,
  subjectsChangedBy,
} from '#domain/events/event.ts';
import { mealAt, publicMeals } from '#domain/plan/plan.ts';
import { DAYS, weekOfText } from '#domain/week/week.ts';
import type { Db } from '#storage/schema.ts';
import { readFamilyChangesAfter } from '#storage/tables/audit-log.ts';
import { findFamily } from '#storage/tables/account/families.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { listRecipeVersions } from '#storage/tables/recipe/recipes.ts';

/** A line of the audit log: its number, the events it causes, and whether it is about a restore. */
export type EventfulChange = { seq: number; isRestore: boolean; events: FamilyEvent[] };

/** Of at most `limit` lines after this one, also those without events. */
export async function readEventsAfter(
  db: Db,
  family: string,
  after: number,
  limit: number,
): Promise<EventfulChange[]> {
  const lines = await readFamilyChangesAfter(db, family, after, limit);
  if (lines.length === 0) return [];
  const { timeZone = 'UTC' } = (await findFamily(db, family)) ?? {};
  const changes: EventfulChange[] = [];
  for (const line of lines) {
    const events: FamilyEvent[] = [];
    for (const subject of subjectsChangedBy(line, timeZone))
      events.push(...(await eventsAbout(db, family, line, subject)));
    changes.push({ seq: line.seq, isRestore: line.action === RESTORE, events });
  }
  return changes;
}

async function eventsAbout(
  db: Db,
  family: string,
  { seq: version, at: timestamp }: Change & { seq: number },
  subject: ChangedSubject,
): Promise<FamilyEvent[]> {
  switch (subject.type) {
    case 'recipes-imported': {
      // Those that were changed since have a line of their own.
      const recipes = await listRecipeVersions(db, family);
      return recipes
        .filter((recipe) => recipe.version === version)
        .map(({ id }) => ({ type: 'recipe.changed', timestamp, data: { recipeId: id, version } }));
    }
    case 'dinner.today':
      return dinnerEvents(db, family, timestamp, subject);
    default:
      return [{ ...subject, timestamp, data: { ...subject.data, version } } as FamilyEvent];
  }
}

/** None if the dinner was removed since. */
async function dinnerEvents(
  db: Db,
  family: string,
  timestamp: string,
  { date, week }: Extract<ChangedSubject, { type: 'dinner.today' }>,
): Promise<FamilyEvent[]> {
  const plan = await findPlan(db, family, week);
  const day = DAYS[Temporal.PlainDate.from(date).dayOfWeek - 1] ?? 'Monday';
  const meal = plan && mealAt(publicMeals(plan.meals), { day, slot: 'dinner' });
  if (!meal) return [];
  const { description, recipeId } = meal;
  const data = {
    date,
    weekOf: weekOfText(week),
    meal: { description, ...(recipeId !== undefined && { recipeId }) },
  };
  return [{ type: 'dinner.today', timestamp, data }];
}
