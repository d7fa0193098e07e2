/** The preferences of a family, with their defaults, and the tags that its rules can name. */
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { findPreferences } from '#storage/preferences.ts';
import { listRecipeTags } from '#storage/recipes.ts';
import type { Db } from '#storage/schema.ts';

export type FamilyPreferences = { version: number; wishes: Preferences };

/** What rules can count, as the family's recipes have it. */
type Tags = { proteins: string[]; cuisines: string[] };

/** Version 0 stands for nothing said yet. A dislike of what the catalogue knows no more is left out. */
export async function readPreferences(db: Db, family: string): Promise<FamilyPreferences> {
  const { version, preferences: wishes } = (await findPreferences(db, family)) ?? {
    version: 0,
    preferences: DEFAULT_PREFERENCES,
  };
  const { find } = getFoods();
  const eaters = wishes.eaters.map((eater) => ({
    ...eater,
    dislikes: eater.dislikes.filter(({ foodId }) => find(foodId)),
  }));
  return { version, wishes: { ...wishes, eaters } };
}

export async function readTags(db: Db, family: string): Promise<Tags> {
  const recipes = [...getRecipes().recipes, ...(await listRecipeTags(db, family))];
  return {
    proteins: eachOnce(recipes.map(({ protein }) => protein)).filter((protein) => protein !== 'none'),
    cuisines: eachOnce(recipes.map(({ cuisine }) => cuisine)),
  };
}

/** In the spelling that comes first, in the order of the alphabet. */
function eachOnce(words: string[]): string[] {
  const spelt = new Map<string, string>();
  for (const word of words) {
    const name = word.toLowerCase();
    if (name !== '' && !spelt.has(name)) spelt.set(name, word);
  }
  return [...spelt].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, word]) => word);
}
