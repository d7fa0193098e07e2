/** A family's meals as a calendar, for one link: from eight weeks ago on. */
import { hash } from 'node:crypto';
import { getRecipes } from '#cookbook/recipes.ts';
import { calendarText, type CalendarEvent, eventText } from '#domain/calendar/calendar.ts';
import type { CalendarSettings } from '#domain/calendar/calendar-settings.ts';
import { calendarName, mealDescription, mealTitle } from '#domain/calendar/meal-text.ts';
import {
  type Dish,
  dishesIn,
  dishesOf,
  type Meal,
  mealAt,
  type Place,
  type Plan,
  type Slot,
} from '#domain/plan/plan.ts';
import { warningsAt, warningsOfMeal } from '#domain/preferences/warnings.ts';
import { DAYS, type Week } from '#domain/week/week.ts';
import type { Db } from '#storage/schema.ts';
import {
  readChangeTimes,
  readLastChangeOf,
  readLastNumberOf,
  EVERY_FAMILY,
} from '#storage/tables/audit-log.ts';
import { type Family, findFamily } from '#storage/tables/account/families.ts';
import { readAllPlans, readPlans } from '#storage/tables/plan/plans.ts';
import { findLastExceptionsVersion } from '#storage/tables/plan/week-exceptions.ts';
import { findPreferencesVersion } from '#storage/tables/plan/preferences.ts';
import { findRecipes } from '#storage/tables/recipe/recipes.ts';
import type { Language } from '#languages/language.ts';
import { translation } from '#languages/translate.ts';
import { variantTexts } from '#domain/preferences/variant-text.ts';
import { type MealWarnings, readStyledMealWarnings } from './warnings.ts';

const PAST_WEEKS = 8;
/** The actions that delete recipes. */
const RECIPE_DELETIONS = ['recipe.delete', 'import.undo'];

/** The actions beside those on recipes that can change every warning. */
const WARNING_CHANGES = [
  'preferences.change',
  'line.answer',
  'line.take-back',
  'week.change',
  'week.delete-guests',
];

export type CalendarLink = { settings: CalendarSettings; origin: string };

/** The event of a place. */
export type MealEvent = { date: string; slot: Slot; event: CalendarEvent };

/** A meal with its place and date. */
type DatedMeal = Place & { week: Week; meal: Meal; date: string; planVersion: number };
/** `version` is the number of the change that wrote it; 0 for the cookbook's. */
type RecipeFacts = { servings: number; totalMinutes: number; version: number };

/** Undefined if the family was deleted. `thisWeek` is the family's. */
export async function readCalendar(
  db: Db,
  family: string,
  link: CalendarLink,
  thisWeek: Week,
): Promise<string | undefined> {
  const found = await findFamily(db, family);
  if (!found) return undefined;
  const events: string[] = [];
  for await (const page of readMealEvents(db, found, link, { thisWeek }))
    events.push(...page.map(({ event }) => eventText(event)));
  const name = calendarName(found.name, link.settings.language);
  return calendarText({ name, timeZone: found.timeZone }, events);
}

/** Of all weeks of the calendar, or only of some, a page at a time. */
export async function* readMealEvents(
  db: Db,
  family: Family,
  link: CalendarLink,
  { thisWeek, weeks }: { thisWeek: Week; weeks?: ReadonlySet<Week> | undefined },
): AsyncGenerator<MealEvent[]> {
  const commonVersion = await readCommonVersion(db, family.id, link.settings);
  const first = firstWeekOf(thisWeek);
  const some = weeks && Array.from(weeks).filter((week) => week >= first);
  const pages = some ? readPlans(db, family.id, some) : readAllPlans(db, family.id, first);
  for await (const plans of pages) {
    const meals = plans.flatMap((plan) => mealsOf(plan, link.settings.slots));
    const warnings = link.settings.showsWarnings
      ? await readWarnings(db, family.id, plans, link.settings.language)
      : new Map();
    yield await eventsOf(db, family, { link, meals, warnings, commonVersion });
  }
}

/** The first week of a calendar. */
export function firstWeekOf(thisWeek: Week): Week {
  return Temporal.PlainDate.from(thisWeek).subtract({ weeks: PAST_WEEKS }).toString() as Week;
}

/**
 * The number of the last change that can change every event: of the preferences, of who eats in a week, of the time zone, or a restore,
 * after which plans have the lower versions that they had before.
 */
async function readCommonVersion(db: Db, family: string, settings: CalendarSettings): Promise<number> {
  const { showsWarnings, times } = settings;
  const actions = [...(showsWarnings ? WARNING_CHANGES : []), ...(times ? ['family.change'] : [])];
  return Math.max(
    await readLastChangeOf(db, EVERY_FAMILY),
    showsWarnings ? await findPreferencesVersion(db, family) : 0,
    showsWarnings ? await findLastExceptionsVersion(db, family) : 0,
    actions.length > 0 ? await readLastNumberOf(db, family, actions) : 0,
  );
}

function mealsOf({ week, version, meals }: Plan, slots: readonly Slot[]): DatedMeal[] {
  const monday = Temporal.PlainDate.from(week);
  return DAYS.flatMap((day, days) => {
    const date = monday.add({ days }).toString();
    return slots.flatMap((slot) => {
      const meal = mealAt(meals, { day, slot });
      return meal ? [{ week, day, slot, meal, date, planVersion: version }] : [];
    });
  });
}

type EventParts = {
  link: CalendarLink;
  meals: DatedMeal[];
  warnings: ReadonlyMap<Week, MealWarnings>;
  commonVersion: number;
};

/** By week. */
async function readWarnings(
  db: Db,
  family: string,
  plans: Plan[],
  language: Language,
): Promise<Map<Week, MealWarnings>> {
  const found = new Map<Week, MealWarnings>();
  for (const { week, meals } of plans)
    found.set(week, await readStyledMealWarnings(db, family, dishesIn(meals), { week, language }));
  return found;
}

async function eventsOf(
  db: Db,
  family: Family,
  { link, meals, warnings, commonVersion }: EventParts,
): Promise<MealEvent[]> {
  const plain = meals.flatMap(({ meal }) => dishesOf(meal));
  const recipes = await findRecipeFacts(db, family.id, plain);
  // Meals of past weeks name recipes that are deleted, whose versions nobody knows any more.
  const isDeleted = ({ recipeId }: Dish) => recipeId !== undefined && !recipes.has(recipeId);
  const deletion = plain.some(isDeleted) ? await readLastNumberOf(db, family.id, RECIPE_DELETIONS) : 0;
  const recipeVersion = (dish: Dish) =>
    isDeleted(dish) ? deletion : (recipes.get(dish.recipeId ?? '')?.version ?? 0);
  const versionOf = ({ meal, planVersion }: DatedMeal) =>
    Math.max(commonVersion, planVersion, ...dishesOf(meal).map(recipeVersion));
  const times = await readChangeTimes(db, family.id, [...new Set(meals.map(versionOf))]);
  return meals.map((planned) => {
    const sequence = versionOf(planned);
    // The line of the change may be deleted; then any instant before it will do.
    const changedAt = times.get(sequence) ?? family.createdAt;
    const shown = { recipes, warnings: warnings.get(planned.week) };
    const event = { ...eventOf(family, link, planned, shown), sequence, changedAt };
    return { date: planned.date, slot: planned.slot, event };
  });
}

function eventOf(
  { id, timeZone }: Family,
  { settings, origin }: CalendarLink,
  { meal, day, slot, date }: DatedMeal,
  {
    recipes,
    warnings: ofWeek,
  }: { recipes: ReadonlyMap<string, RecipeFacts>; warnings: MealWarnings | undefined },
) {
  const { language, slots, times } = settings;
  const warnings = ofWeek
    ? warningsOfMeal(meal, warningsAt(ofWeek.warnings, ofWeek.absent, { day, slot }))
    : [];
  const reader = { t: translation(language), locale: language };
  const variants = ofWeek ? variantTexts(meal, ofWeek.variantNames, reader) : [];
  const shown = { meal, slot, recipes, variants, warnings };
  const urls = dishesOf(meal).flatMap(({ recipeId }) =>
    recipeId !== undefined && recipes.has(recipeId)
      ? `${origin}/recipes/${encodeURIComponent(recipeId)}`
      : [],
  );
  const facts = mealDescription(shown, language);
  return {
    uid: uidOf(id, date, slot),
    date,
    start: times ? { time: times[slot], timeZone } : undefined,
    title: mealTitle(shown, { language, namesSlot: times === null && slots.length > 1 }),
    // Google and Outlook show no URL.
    description: [facts, ...urls].join('\n'),
    url: urls[0],
  };
}

/** Of the cookbook's and the family's own recipes, by the id that the dish has. Lines are not parsed. */
async function findRecipeFacts(
  db: Db,
  family: string,
  dishes: readonly Dish[],
): Promise<ReadonlyMap<string, RecipeFacts>> {
  const { find } = getRecipes();
  const facts = new Map<string, RecipeFacts>();
  const others = new Set<string>();
  for (const { recipeId } of dishes) {
    if (recipeId === undefined) continue;
    const recipe = find(recipeId);
    if (recipe) facts.set(recipeId, { ...factsOf(recipe), version: 0 });
    else others.add(recipeId);
  }
  for (const { id, version, source } of await findRecipes(db, family, [...others])) {
    facts.set(id, { ...factsOf(source), version });
  }
  return facts;
}

function factsOf({ servings, totalMinutes }: Pick<RecipeFacts, 'servings' | 'totalMinutes'>) {
  return { servings, totalMinutes };
}

/**
 * The id of the event of a place, which does not depend on its meal and does not reveal the family. A UUID of version 8
 * (RFC 7986, section 5.3).
 */
function uidOf(family: string, date: string, slot: Slot): string {
  const text = hash('sha256', `${family} ${date} ${slot}`);
  const parts = [text.slice(0, 8), text.slice(8, 12), `8${text.slice(13, 16)}`, `a${text.slice(17, 20)}`];
  return [...parts, text.slice(20, 32)].join('-');
}
