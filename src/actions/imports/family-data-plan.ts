/**
 * What Weekfare's own export has beside recipes and meals: preferences, pantry, prices, answers, stars and rejected dishes.
 * This only reads and decides what will be stored, for the report and for the import. What the family has already stays.
 */
import { todayOf } from '#actions/plan/week-exceptions.ts';
import { isWithinPlanningRange, type Week } from '#domain/week/week.ts';
import { withEaterIds, type WeekExceptions, withoutOldGuests } from '#domain/preferences/week-exceptions.ts';
import {
  exceptionsBytes,
  readExceptionsBytes,
  readWeekExceptions,
} from '#storage/tables/plan/week-exceptions.ts';
import { getFoods, isFoodOrGroup } from '#cookbook/foods.ts';
import {
  MAX_BYTES,
  MAX_LINE_ANSWERS,
  MAX_MENUS,
  MAX_PANTRY_ENTRIES,
  MAX_REJECTED_DISHES,
  MAX_STARS,
} from '#domain/family/quota.ts';
import { type Menu, menuMeals } from '#domain/plan/menu.ts';
import { type Dish, mapDishes, mapSlots } from '#domain/plan/plan.ts';
import { currencyOf } from '#domain/family/currency.ts';
import type { IngredientLine } from '#domain/ingredient-line/ingredient-line.ts';
import { unclearWords } from '#domain/ingredient-line/line-answers.ts';
import type { Eater, Preferences } from '#domain/preferences/preferences.ts';
import { preferencesSchema } from '#domain/preferences/preferences-schema.ts';
import { MAX_EATERS } from '#domain/plan/plan-schema.ts';
import { BASE_LANGUAGE, findLanguage, type Language } from '#languages/language.ts';
import type { FamilyData } from '#import/archive/archive-item.ts';
import { nextDue } from '#actions/plan/preferences.ts';
import { readMenus } from '#queries/plan/menus.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import { parsePantry } from '#queries/shopping-list/pantry.ts';
import type { Db } from '#storage/schema.ts';
import { measureMenus, menuBytes } from '#storage/tables/plan/menus.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import type { Family } from '#storage/tables/account/families.ts';
import { countOtherLineAnswers, findLineAnswers } from '#storage/tables/recipe/line-answers.ts';
import { findPantry, type StoredPantryEntry } from '#storage/tables/shopping-list/pantry.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { listPrices } from '#storage/tables/shopping-list/prices.ts';
import {
  noteBytes,
  readAllRecipeNotes,
  readNoteBytes,
  type StoredNote,
} from '#storage/tables/recipe/recipe-notes.ts';
import { countRejectedDishes, findRejectedOn } from '#storage/tables/plan/rejected-dishes.ts';
import { countOtherStars, readAllStars, type Star } from '#storage/tables/recipe/stars.ts';
import type { LeftOutCounts } from './preparation.ts';

export type DataTarget = {
  context: ChangeContext;
  family: Family;
  data: FamilyData;
  /** The recipe of the family, by its id in the file. */
  recipeOf: (id: string) => string | undefined;
};

/** The eater of the family, by the id in the file. */
export type EaterIds = ReadonlyMap<string, string>;

export type PlannedData = {
  readonly preferences: SavedPreferences | null;
  readonly pantry: {
    readonly entries: StoredPantryEntry[];
    readonly before: StoredPantryEntry[];
    readonly basis: number;
  } | null;
  readonly prices: FamilyData['prices'];
  readonly answers: FamilyData['answers'];
  readonly notes: readonly StoredNote[];
  readonly stars: readonly Star[];
  readonly weekExceptions: FamilyData['weekExceptions'];
  readonly menus: FamilyData['menus'];
  readonly rejectedDishes: FamilyData['rejectedDishes'];
};

type SavedPreferences = {
  readonly saved: Preferences;
  readonly dueAt: string | null;
  readonly language: Language;
  readonly before: Preferences | null;
  /** The version that it was computed from; 0 for none. */
  readonly basis: number;
};

export async function planFamilyData(
  db: Db,
  target: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlannedData & { eaters: EaterIds }> {
  const { preferences, eaters, present } = await planPreferences(db, target, leftOut);
  return {
    preferences,
    pantry: await planPantry(db, target, leftOut),
    prices: await planPrices(db, target, leftOut),
    answers: await planAnswers(db, target, leftOut),
    notes: await planNotes(db, target, leftOut),
    stars: await planStars(db, target, { ids: eaters, present }, leftOut),
    weekExceptions: await planWeekExceptions(db, target, eaters, leftOut),
    menus: await planMenus(db, target, leftOut),
    rejectedDishes: await planRejectedDishes(db, target, leftOut),
    eaters,
  };
}

/** A family that has preferences gets only the eaters whose names are new: somebody's allergies must not get lost. */
async function planPreferences(
  db: Db,
  { context, family, data, recipeOf }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<{ preferences: SavedPreferences | null; eaters: EaterIds; present: readonly Eater[] }> {
  const current = await findPreferences(db, family.id);
  const present = current?.preferences.eaters ?? [];
  const given = preferencesSchema(isFoodOrGroup).safeParse(data.preferences?.preferences).data;
  if (!given) {
    if (data.preferences) leftOut.add('not-valid', 'preferences');
    return { preferences: null, eaters: new Map(present.map(({ id }) => [id, id])), present };
  }
  const { added, ids } = joinEaters(present, given.eaters);
  if (current) leftOut.add('has-own', 'preferences');
  if (current && added.length === 0) return { preferences: null, eaters: ids, present };
  const saved: Preferences = current
    ? { ...current.preferences, eaters: [...present, ...added] }
    : {
        ...given,
        recurring: given.recurring.map((recurring) => ({
          ...recurring,
          meal: withRecipe(recurring.meal, recipeOf),
        })),
      };
  const language = findLanguage(data.preferences?.language) ?? BASE_LANGUAGE;
  const preferences = {
    saved,
    dueAt: current ? current.dueAt : nextDue(saved.autoPlan, family.timeZone, context.nowMs),
    language: current?.language ?? language,
    before: current?.preferences ?? null,
    basis: current?.version ?? 0,
  };
  return { preferences, eaters: ids, present: saved.eaters };
}

/** The recipes of meals that recur every week. */
export function preferredRecipes({ preferences }: FamilyData): string[] {
  const given = preferencesSchema(isFoodOrGroup).safeParse(preferences?.preferences).data;
  return (given?.recurring ?? []).flatMap(({ meal }) => meal.recipeId ?? []);
}

function joinEaters(
  present: readonly Eater[],
  given: readonly Eater[],
): { added: Eater[]; ids: Map<string, string> } {
  const ids = new Map(present.map(({ id }) => [id, id]));
  const [byName, added]: [Map<string, string>, Eater[]] = [
    new Map(present.map(({ id, name }) => [name.toLowerCase(), id])),
    [],
  ];
  for (const eater of given) {
    const same = present.some(({ id }) => id === eater.id) ? eater.id : byName.get(eater.name.toLowerCase());
    if (same === undefined && present.length + added.length < MAX_EATERS) added.push(eater);
    ids.set(eater.id, same ?? eater.id);
  }
  return { added, ids };
}

type RecurringMeal = Preferences['recurring'][number]['meal'];

function withRecipe(meal: RecurringMeal, recipeOf: DataTarget['recipeOf']): RecurringMeal {
  const { recipeId, ...rest } = meal;
  const mapped = recipeId === undefined ? undefined : recipeOf(recipeId);
  return { ...rest, ...(mapped !== undefined && { recipeId: mapped }) };
}

async function planPantry(
  db: Db,
  { family, data }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlannedData['pantry']> {
  const pantry = await findPantry(db, family.id);
  const current = pantry?.entries ?? [];
  const known = new Set(current.map(({ foodId }) => foodId));
  const wanted = data.pantry.filter(({ foodId }) => !known.has(foodId));
  const parsed = await parsePantry(db, family.id, wanted);
  const wrong = new Set('errors' in parsed ? parsed.errors.map(({ index }) => index) : []);
  if (wrong.size > 0) leftOut.add('not-valid', 'pantry');
  const added = wanted.filter((_, at) => !wrong.has(at)).slice(0, MAX_PANTRY_ENTRIES - current.length);
  if (added.length === 0) return null;
  return { entries: [...current, ...added], before: current, basis: pantry?.version ?? 0 };
}

async function planPrices(
  db: Db,
  { family, data }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlannedData['prices']> {
  if (data.prices.length === 0) return [];
  if (currencyOf(family) !== data.currency) {
    leftOut.add('other-currency');
    return [];
  }
  const known = new Set((await listPrices(db, family.id)).map(({ foodId }) => foodId));
  return data.prices.filter(({ foodId }) => !known.has(foodId) && getFoods().find(foodId));
}

/** Only answers that a member could give now: what a line means that is not understood, and about brands of foods. */
async function planAnswers(
  db: Db,
  { family, data }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlannedData['answers']> {
  const known = await findLineAnswers(
    db,
    family.id,
    data.answers.map(({ words }) => words),
  );
  const wanted = data.answers.filter(({ words }) => !known.has(words));
  const lines = await parseIngredientLines(wanted.map(({ words }) => words));
  let room = MAX_LINE_ANSWERS - (await countOtherLineAnswers(db, family.id, ''));
  const added: PlannedData['answers'][number][] = [];
  for (const [at, given] of wanted.entries()) {
    const line = lines[at];
    const answer = line && room > 0 ? currentAnswer(line, given) : undefined;
    if (!answer) {
      leftOut.add('not-valid', 'answers');
      continue;
    }
    room -= 1;
    added.push(answer);
  }
  return added;
}

type StoredAnswer = PlannedData['answers'][number];

function currentAnswer(
  line: IngredientLine,
  { words, foodId, brands }: StoredAnswer,
): StoredAnswer | undefined {
  const foods = getFoods();
  if (!brands) {
    const isKnown = foodId === null || foods.find(foodId) !== undefined;
    return isKnown && unclearWords(line) === words ? { words, foodId } : undefined;
  }
  // The words lack the punctuation of the line, so they may not be read as it was. What an answer names never hides what
  // a food surely contains, so it is enough that the foods exist.
  const known = Object.entries(brands).filter(([id]) => foods.find(id));
  return known.length > 0 ? { words, foodId: null, brands: Object.fromEntries(known) } : undefined;
}

/** Of recipes for which the family has neither a note nor tags. */
async function planNotes(
  db: Db,
  { family, data, recipeOf }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<StoredNote[]> {
  const known = new Set<string>();
  for await (const notes of readAllRecipeNotes(db, family.id))
    for (const { recipeId } of notes) known.add(recipeId);
  let room = MAX_BYTES.notes - (await readNoteBytes(db, family.id));
  const added: StoredNote[] = [];
  for (const given of data.notes) {
    const recipeId = recipeOf(given.recipeId);
    if (recipeId === undefined || noteBytes(given) > room) leftOut.add('not-valid', 'notes');
    else if (!known.has(recipeId)) {
      room -= noteBytes(given);
      known.add(recipeId);
      added.push({ ...given, recipeId });
    }
  }
  return added;
}

async function planStars(
  db: Db,
  { family, data, recipeOf }: DataTarget,
  eaters: { ids: EaterIds; present: readonly Eater[] },
  leftOut: LeftOutCounts,
): Promise<PlannedData['stars']> {
  const known = new Set<string>();
  for await (const stars of readAllStars(db, family.id))
    for (const { eaterId, recipeId } of stars) known.add(`${eaterId} ${recipeId}`);
  let room = MAX_STARS - (await countOtherStars(db, family.id, { eaterId: '', recipeId: '' }));
  const current = new Set(eaters.present.map(({ id }) => id));
  const added: { eaterId: string; recipeId: string; stars: number }[] = [];
  for (const given of data.stars) {
    const [eaterId = '', recipeId] = [eaters.ids.get(given.eaterId), recipeOf(given.recipeId)];
    if (recipeId === undefined || !current.has(eaterId)) leftOut.add('not-valid', 'stars');
    else if (!known.has(`${eaterId} ${recipeId}`) && room > 0) {
      room -= 1;
      known.add(`${eaterId} ${recipeId}`);
      added.push({ eaterId, recipeId, stars: given.stars });
    }
  }
  return added;
}

/** Of weeks without exceptions; guests whose day is long ago come without names, diets and allergens. */
async function planWeekExceptions(
  db: Db,
  { context, family, data }: DataTarget,
  eaters: EaterIds,
  leftOut: LeftOutCounts,
): Promise<PlannedData['weekExceptions']> {
  const today = todayOf(family, context.nowMs);
  let room = MAX_BYTES.weekExceptions - (await readExceptionsBytes(db, family.id));
  const added = new Map<Week, WeekExceptions>();
  for (const { week, exceptions: given } of data.weekExceptions) {
    const exceptions = withoutOldGuests(withEaterIds(given, eaters), week, today);
    const bytes = exceptionsBytes(exceptions);
    if (bytes > room || !isWithinPlanningRange(week, context.nowMs))
      leftOut.add('not-valid', 'week-exceptions');
    else if (!added.has(week) && (await readWeekExceptions(db, family.id, week)).version === 0) {
      room -= bytes;
      added.set(week, exceptions);
    }
  }
  return Array.from(added, ([week, exceptions]) => ({ week, exceptions }));
}

/** Those with names that the family does not have. A dish whose recipe does not come along is a text. */
async function planMenus(
  db: Db,
  { family, data, recipeOf }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlannedData['menus']> {
  const present = await readMenus(db, family.id);
  const names = new Set(present.map(({ name }) => name));
  let { count, bytes } = await measureMenus(db, family.id);
  const added: Omit<Menu, 'id'>[] = [];
  for (const { name, meals: given } of data.menus) {
    if (names.has(name)) continue;
    const meals = mapSlots(menuMeals(given), (meal) => mapDishes(meal, withRecipeOf));
    bytes += menuBytes({ name, meals });
    if (count >= MAX_MENUS || bytes > MAX_BYTES.menus) {
      leftOut.add('not-valid', 'menus');
      break;
    }
    count += 1;
    names.add(name);
    added.push({ name, meals });
  }
  return added;

  function withRecipeOf<AnyDish extends Dish>({ recipeId: given, ...dish }: AnyDish) {
    const recipeId = given === undefined ? undefined : recipeOf(given);
    return { ...dish, ...(recipeId !== undefined && { recipeId }) } as AnyDish;
  }
}

async function planRejectedDishes(
  db: Db,
  { family, data, recipeOf }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlannedData['rejectedDishes']> {
  const added = new Map<string, string>();
  const room = MAX_REJECTED_DISHES - (await countRejectedDishes(db, family.id));
  for (const { recipeId: given, rejectedOn } of data.rejectedDishes) {
    const recipeId = recipeOf(given);
    if (recipeId === undefined) leftOut.add('not-valid', 'rejectedDishes');
    else if (
      added.size < room &&
      !added.has(recipeId) &&
      (await findRejectedOn(db, family.id, recipeId)) === undefined
    )
      added.set(recipeId, rejectedOn);
  }
  return Array.from(added, ([recipeId, rejectedOn]) => ({ recipeId, rejectedOn }));
}
