/**
 * The food catalogue: finds foods by id and by name, and the groups of a food. Names match exactly except for case,
 * accents, apostrophes and hyphens; there is no fuzzy matching. No name belongs to two foods.
 */
import type { Food, FoodName } from './food.ts';
import type { FoodGroup } from './food-group.ts';
import { UserError } from '#domain/user-error.ts';
import { nameKey } from './name-key.ts';

export type FoodCatalogue = {
  readonly foods: readonly Food[];
  readonly find: (id: string) => Food | undefined;
  readonly findByName: (name: string) => Food | undefined;
  /** Finds a food by the key of one of its names (name-key.ts). */
  readonly findByKey: (key: string) => Food | undefined;
  /** Whether the word occurs in a name of any food, alone or with others. */
  readonly isNameWord: (key: string) => boolean;
  readonly groups: readonly FoodGroup[];
  readonly findGroup: (key: string) => FoodGroup | undefined;
  /** These foods and the groups that they belong to, each once, as dislikes and rules name them. */
  readonly withGroups: (foodIds: Iterable<string>) => string[];
};

/** Foods between two pauses: few milliseconds of work. */
const FOODS_PER_STEP = 100;

export function makeFoodCatalogue(foods: readonly Food[], groups: readonly FoodGroup[] = []): FoodCatalogue {
  const steps = foodCatalogueInSteps(foods, groups);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** For a server, which has other work between the steps: there are tens of thousands of names. */
export function* foodCatalogueInSteps(
  foods: readonly Food[],
  groups: readonly FoodGroup[] = [],
): Generator<undefined, FoodCatalogue, undefined> {
  const byId = new Map<string, Food>();
  const byKey = new Map<string, Food>();
  for (const [index, food] of foods.entries()) {
    if (index % FOODS_PER_STEP === 0) yield;
    if (byId.has(food.id)) throw new UserError(`There are two foods with the id ${food.id}.`);
    byId.set(food.id, food);
    for (const name of namesOf(food)) {
      const key = nameKey(name);
      const other = byKey.get(key);
      if (other === undefined) byKey.set(key, food);
      else if (other !== food) throw new UserError(`Both ${other.id} and ${food.id} are named "${name}".`);
    }
  }
  // Only now: the name of a food is more important than an inflected name of another.
  for (const [index, food] of foods.entries()) {
    if (index % FOODS_PER_STEP === 0) yield;
    for (const key of inflectedKeys(food)) if (!byKey.has(key)) byKey.set(key, food);
  }
  let words: Set<string> | undefined;
  return {
    foods,
    isNameWord: (word) => (words ??= new Set(byKey.keys().flatMap((key) => key.split(' ')))).has(word),
    find: (id) => byId.get(id),
    findByName: (name) => byKey.get(nameKey(name)),
    findByKey: (key) => byKey.get(key),
    ...groupFinder(groups),
  };
}

function groupFinder(
  groups: readonly FoodGroup[],
): Pick<FoodCatalogue, 'groups' | 'findGroup' | 'withGroups'> {
  const byKey = new Map<string, FoodGroup>(groups.map((group) => [group.key, group]));
  const keysByFood = new Map<string, string[]>();
  for (const { key, foodIds } of groups) {
    for (const id of foodIds) keysByFood.set(id, [...(keysByFood.get(id) ?? []), key]);
  }
  return {
    groups,
    findGroup: (key) => byKey.get(key),
    withGroups: (foodIds) => {
      const ids = [...foodIds];
      return [...new Set([...ids, ...ids.flatMap((id) => keysByFood.get(id) ?? [])])];
    },
  };
}

function namesOf({ names }: Food): string[] {
  return [...names.en, ...names.de].flatMap(formsOf);
}

function formsOf({ singular, plural }: FoodName): string[] {
  return singular === plural ? [singular] : [singular, plural];
}

/** "Rote Zwiebel" is also written "roten Zwiebeln", and "Zwiebel, rote". German adjectives are in lower case. */
function inflectedKeys({ names }: Food): string[] {
  return names.de
    .flatMap(formsOf)
    .filter((name) => /^\p{Ll}.* /u.test(name))
    .flatMap((name) => {
      const [adjective = '', ...rest] = nameKey(name).split(' ');
      const stem = adjective.replace(/e[mnrs]?$/, '');
      return ['e', 'em', 'en', 'er', 'es'].map((ending) => [stem + ending, ...rest].join(' '));
    });
}
