/** Checks the integrity of the data: of the database file, and of what the program assumes about its rows. */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { timeZone } from '#domain/family/family.ts';
import { parseInstant } from '#domain/week/instant.ts';
import { joinMeals, mealDetails, publicMeals, type PublicMeals } from '#domain/plan/plan.ts';
import { mealDetailsSchema, publicMealsSchema } from '#domain/plan/plan-schema.ts';
import { recipeNoteSchema } from '#domain/recipe/recipe-note-schema.ts';
import { recipeSourceSchema } from '#domain/recipe/recipe-source.ts';
import { itemIdOf, type ListOperation } from '#domain/shopping-list/operations.ts';
import { listOperationSchema } from '#domain/shopping-list/operation-schema.ts';
import { premiumEndsMs } from '#domain/family/premium.ts';
import { parseWeek, type Week } from '#domain/week/week.ts';
import { guestsEndOn } from '#domain/preferences/week-exceptions.ts';
import { mealsSchema } from '#domain/plan/plan-schema.ts';
import { weekExceptionsSchema } from '#domain/preferences/week-exceptions-schema.ts';
import { preferencesSchema } from '#domain/preferences/preferences-schema.ts';
import { findFileFaults, readRows } from '#storage/copy.ts';
import { findLiveIds, readItemVersions, readListSize } from '#storage/tables/shopping-list/list-state.ts';
import { operationBytes, readAllOperations } from '#storage/tables/shopping-list/list-operations.ts';
import { isDamage } from '#storage/outage.ts';
import type { Db, Row } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';

/** Each fault as a sentence; empty if the data is sound. */
export async function findFaults(store: Store): Promise<string[]> {
  const faults = await findFileFaults(store);
  try {
    return [...faults, ...(await rowFaults(store))];
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [...faults, 'Some rows cannot be read at all: restore a backup.'];
  }
}

async function rowFaults(store: Store): Promise<string[]> {
  const faults: string[] = [];
  const ownerless = new Set<string>();
  for await (const families of readRows(store.db, 'families')) {
    for (const family of families) {
      ownerless.add(String(family.id));
      faults.push(...familyFaults(family));
    }
  }
  for await (const members of readRows(store.db, 'members')) {
    for (const { family_id, role } of members) if (role === 'owner') ownerless.delete(String(family_id));
  }
  faults.push(...[...ownerless].map((id) => `Family ${id} has no owner.`));
  for await (const plans of readRows(store.db, 'plans')) faults.push(...plans.flatMap(planFaults));
  for await (const recipes of readRows(store.db, 'recipes')) faults.push(...recipes.flatMap(recipeFaults));
  for await (const operations of readRows(store.db, 'list_operations'))
    faults.push(...operations.flatMap(operationFaults));
  let family: { id: string; sent: SentOperations } | undefined;
  for await (const lists of readRows(store.db, 'lists')) {
    for (const { family_id, week } of lists) {
      const id = String(family_id);
      // The rows are sorted by family.
      if (family?.id !== id) family = { id, sent: await readSentOperations(store.db, id) };
      faults.push(...(await listFaults(store.db, id, String(week) as Week, family.sent)));
    }
  }
  for await (const preferences of readRows(store.db, 'preferences'))
    faults.push(...preferences.flatMap(preferencesFaults));
  for await (const weeks of readRows(store.db, 'week_exceptions'))
    faults.push(...weeks.flatMap(weekExceptionsFaults));
  for await (const menus of readRows(store.db, 'menus')) faults.push(...menus.flatMap(menuFaults));
  for await (const rejectedDishes of readRows(store.db, 'rejected_dishes'))
    faults.push(...rejectedDishes.flatMap(rejectedDishFaults));
  for await (const notes of readRows(store.db, 'recipe_notes')) faults.push(...notes.flatMap(noteFaults));
  for await (const photos of readRows(store.db, 'photos')) faults.push(...photos.flatMap(photoFaults));
  for await (const todos of readRows(store.db, 'todos')) faults.push(...todos.flatMap(todoFaults));
  for await (const imports of readRows(store.db, 'imports')) faults.push(...imports.flatMap(importFaults));
  for await (const parts of readRows(store.db, 'import_parts'))
    faults.push(...parts.flatMap(importPartFaults));
  for await (const replaced of readRows(store.db, 'replaced_recipes'))
    faults.push(...replaced.flatMap(replacedFaults));
  return faults;
}

function familyFaults({ id, time_zone, premium }: Row): string[] {
  const faults: string[] = [];
  if (!timeZone.safeParse(time_zone).success)
    faults.push(`Family ${id} has an unknown time zone: ${time_zone}.`);
  if (Number.isNaN(premiumEndsMs(String(premium))))
    faults.push(`Family ${id} has an unknown Premium: ${premium}.`);
  return faults;
}

/** Checks only what was typed: all other columns can be computed from it. */
function recipeFaults({ family_id, id, source }: Row): string[] {
  const isSound = recipeSourceSchema.safeParse(parseJson(source)).success;
  return isSound ? [] : [`Recipe ${id} of family ${family_id} cannot be read.`];
}

function photoFaults({ family_id, hash: expected, content }: Row): string[] {
  const isSound = hash('sha256', Buffer.from(String(content), 'base64')) === expected;
  return isSound ? [] : [`Photo ${expected} of family ${family_id} is damaged.`];
}

const placedSchema = z.strictObject({
  meals: z
    .array(z.strictObject({ week: z.string(), day: z.string(), slot: z.string(), description: z.string() }))
    .optional(),
  lines: z.strictObject({ week: z.string(), ids: z.array(z.string()) }).optional(),
  operations: z.strictObject({ week: z.string(), from: z.int(), until: z.int() }).optional(),
  preferences: z.strictObject({ version: z.int(), before: z.unknown().nullable() }).optional(),
  pantry: z.strictObject({ version: z.int(), before: z.array(z.unknown()) }).optional(),
  prices: z.array(z.strictObject({ foodId: z.string(), centsPerKg: z.number() })).optional(),
  weekExceptions: z.array(z.strictObject({ week: z.string(), version: z.int() })).optional(),
  menus: z.array(z.strictObject({ id: z.string(), version: z.int() })).optional(),
  answers: z.array(z.string()).optional(),
  notes: z.array(z.unknown()).optional(),
  stars: z.array(z.strictObject({ eaterId: z.string(), recipeId: z.string(), stars: z.int() })).optional(),
  rejectedDishes: z.array(z.string()).optional(),
});

function importFaults({ family_id, id, created_at, state }: Row): string[] {
  const isSound =
    parseInstant(String(created_at)) !== undefined &&
    ['running', 'complete', 'undoing', 'undone'].includes(String(state));
  return isSound ? [] : [`Import ${id} of family ${family_id} cannot be read.`];
}

function importPartFaults({ family_id, import_id, placed }: Row): string[] {
  const isSound = placedSchema.safeParse(parseJson(placed)).success;
  return isSound ? [] : [`Import ${import_id} of family ${family_id} cannot be read.`];
}

function replacedFaults({ family_id, recipe_id, source_before }: Row): string[] {
  const isSound = source_before === null || recipeSourceSchema.safeParse(parseJson(source_before)).success;
  return isSound ? [] : [`What recipe ${recipe_id} of family ${family_id} was before cannot be read.`];
}

function operationFaults({ family_id, op_id, week, operation }: Row): string[] {
  const { success, data } = listOperationSchema.safeParse(parseJson(operation));
  const isSound = success && data.opId === op_id && 'week' in parseWeek(String(week));
  return isSound ? [] : [`Operation ${op_id} of family ${family_id} cannot be read.`];
}

/** All operations of a family by week, and how many times each of them was undone, from any list. */
type SentOperations = {
  byWeek: ReadonlyMap<Week, ListOperation[]>;
  undone: ReadonlyMap<string, number>;
};

async function readSentOperations(db: Db, family: string): Promise<SentOperations> {
  const byWeek = new Map<Week, ListOperation[]>();
  const undone = new Map<string, number>();
  for await (const rows of readAllOperations(db, family)) {
    for (const { week, operation } of rows) {
      const { success, data } = listOperationSchema.safeParse(parseJson(operation));
      // `operationFaults` reports an operation that cannot be read.
      if (!success) continue;
      byWeek.getOrInsertComputed(week, () => []).push(data);
      const ids = data.kind === 'undo' ? data.undoes : [];
      for (const opId of ids) undone.set(opId, (undone.get(opId) ?? 0) + 1);
    }
  }
  return { byWeek, undone };
}

/** The stored state of a list must equal the fold of its operations. */
async function listFaults(
  db: Db,
  family: string,
  week: Week,
  { byWeek, undone }: SentOperations,
): Promise<string[]> {
  const stored = byWeek.get(week) ?? [];
  const size = await readListSize(db, family, week);
  const live = stored.filter(({ opId, kind }) => kind !== 'undo' && !undone.has(opId));
  const versions = new Map<string, number>();
  for (const operation of stored) {
    const item = itemIdOf(operation);
    const count = 1 + (undone.get(operation.opId) ?? 0);
    if (item !== undefined) versions.set(item, (versions.get(item) ?? 0) + count);
  }
  const isSame =
    size.operations === stored.length &&
    size.bytes === operationBytes(stored) &&
    isDeepStrictEqual(await findLiveIds(db, family, week), new Set(live.map(({ opId }) => opId))) &&
    isDeepStrictEqual(await readItemVersions(db, family, week), versions);
  return isSame ? [] : [`The list of family ${family} for ${week} does not match its operations.`];
}

/** A food that has left the catalogue since is not a fault. */
const preferencesOfAnyFood = preferencesSchema(() => true);

function preferencesFaults({ family_id, document, due_at }: Row): string[] {
  const { success, data } = preferencesOfAnyFood.safeParse(parseJson(document));
  const isSound = success && (data.autoPlan ? parseInstant(String(due_at)) !== undefined : due_at === null);
  return isSound ? [] : [`The preferences of family ${family_id} cannot be read.`];
}

function weekExceptionsFaults({ family_id, week, document, guests_end_on }: Row): string[] {
  const parsed = parseWeek(String(week));
  const { success, data } = weekExceptionsSchema.safeParse(parseJson(document));
  const isSound = success && 'week' in parsed && (guestsEndOn(data, parsed.week) ?? null) === guests_end_on;
  return isSound ? [] : [`The exceptions of family ${family_id} for ${week} cannot be read.`];
}

function menuFaults({ family_id, id, document }: Row): string[] {
  const isSound = mealsSchema.safeParse(parseJson(document)).success;
  return isSound ? [] : [`The menu ${id} of family ${family_id} cannot be read.`];
}

function rejectedDishFaults({ family_id, recipe_id, rejected_on }: Row): string[] {
  const isSound = z.iso.date().safeParse(rejected_on).success;
  return isSound ? [] : [`The rejected dish ${recipe_id} by family ${family_id} cannot be read.`];
}

function noteFaults({ family_id, recipe_id, note, tags, soon_since, frozen_since }: Row): string[] {
  const isSound = recipeNoteSchema.safeParse({
    note,
    tags: parseJson(tags),
    ...(soon_since !== null && { soonSince: soon_since }),
    ...(frozen_since !== null && { frozenSince: frozen_since }),
  }).success;
  return isSound ? [] : [`The note of family ${family_id} on ${recipe_id} cannot be read.`];
}

const extraSchema = z.strictObject({ inside: z.array(z.string()), beside: z.array(z.string()) });

function todoFaults({ family_id, name, extra, changed_at }: Row): string[] {
  const isExtra = extra === '' || extraSchema.safeParse(parseJson(extra)).success;
  const isSound = isExtra && parseInstant(String(changed_at)) !== undefined;
  return isSound ? [] : [`To-do ${name} of family ${family_id} cannot be read.`];
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

/** The API serves the stored text, so it must be exactly the text that this program writes. */
function planFaults({ family_id, week, meals, details }: Row): string[] {
  const name = `The plan of family ${family_id} for ${week}`;
  const faults = 'wrong' in parseWeek(String(week)) ? [`${name} is for a week that does not exist.`] : [];
  try {
    const served = publicMealsSchema.parse(JSON.parse(String(meals)));
    if (JSON.stringify(publicMeals(served)) === meals) {
      return isDetails(served, String(details)) ? faults : [...faults, `${name} has details of no meal.`];
    }
  } catch {}
  return [...faults, `${name} has meals that cannot be served.`];
}

function isDetails(served: PublicMeals, text: string): boolean {
  try {
    const meals = joinMeals(served, mealDetailsSchema.parse(JSON.parse(text)));
    const isServed = JSON.stringify(publicMeals(meals)) === JSON.stringify(served);
    return isServed && JSON.stringify(mealDetails(meals)) === text;
  } catch {
    return false;
  }
}
