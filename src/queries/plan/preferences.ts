/** The preferences of a family, with their defaults, and the tags that its rules can name. */
import { isFoodOrGroup } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import {
  DEFAULT_PREFERENCES,
  foodKeyOf,
  isFoodTag,
  type Preferences,
} from '#domain/preferences/preferences.ts';
import { preferencesOfWeek } from '#domain/preferences/preferences-of-week.ts';
import type { Week } from '#domain/week/week.ts';
import { readWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import { findPreferences } from '#storage/tables/plan/preferences.ts';
import { listRecipeTags } from '#storage/tables/recipe/recipes.ts';
import { readOwnTags } from '#queries/recipe/recipe-notes.ts';
import type { Db } from '#storage/schema.ts';

export type FamilyPreferences = { version: number; preferences: Preferences };

/** What a rule can count in the family's recipes; `own`: the tags that the family gave them. */
type Tags = { proteins: string[]; cuisines: string[]; own: string[] };

/**
 * Version 0 means that no preferences were saved yet. Dislikes and rules of foods and groups that the catalogue no longer
 * has are left out.
 */
export async function readPreferences(db: Db, family: string): Promise<FamilyPreferences> {
  const { version, preferences } = (await findPreferences(db, family)) ?? {
    version: 0,
    preferences: DEFAULT_PREFERENCES,
  };
  const eaters = preferences.eaters.map((eater) => ({
    ...eater,
    dislikes: eater.dislikes.filter(({ foodId }) => isFoodOrGroup(foodId)),
  }));
  const rules = preferences.rules.filter(({ tag }) => !isFoodTag(tag) || isFoodOrGroup(foodKeyOf(tag)));
  return { version, preferences: { ...preferences, eaters, rules } };
}

/** As they hold in one week, with its guests as eaters. */
export async function readWeekPreferences(db: Db, family: string, week: Week): Promise<Preferences> {
  const { preferences } = await readPreferences(db, family);
  const { exceptions } = await readWeekExceptions(db, family, week);
  return preferencesOfWeek(preferences, exceptions, week);
}

export async function readRecipeTags(db: Db, family: string): Promise<Tags> {
  const recipes = [...getRecipes().recipes, ...(await listRecipeTags(db, family))];
  return {
    proteins: distinctWords(recipes.map(({ protein }) => protein)).filter((protein) => protein !== 'none'),
    cuisines: distinctWords(recipes.map(({ cuisine }) => cuisine)),
    own: distinctWords([...(await readOwnTags(db, family)).values()].flat()),
  };
}

/** Each word once, whatever its case, in its first spelling, sorted. */
function distinctWords(words: string[]): string[] {
  const spelt = new Map<string, string>();
  for (const word of words) {
    const name = word.toLowerCase();
    if (name !== '' && !spelt.has(name)) spelt.set(name, word);
  }
  return [...spelt].toSorted(([first], [second]) => (first < second ? -1 : 1)).map(([, word]) => word);
}
