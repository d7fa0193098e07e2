/**
 * The food catalogue: finds foods by id and by name, and the groups of a food. Names match exactly except for case,
 * accents, apostrophes and hyphens; there is no fuzzy matching. No name belongs to two foods.
 */
import { BASE_LANGUAGE, byLanguage, type ByLanguage, TRANSLATIONS } from '#languages/language.ts';
import type { Food, FoodName } from './food.ts';
import type { FoodGroup } from './food-group.ts';
import type { FoodKindWords } from './food-kind.ts';
import { type FoodKindFinder, foodKindFinder } from './food-kind-finder.ts';
import { UserError } from '#domain/user-error.ts';
import { nameKey } from './name-key.ts';

export type FoodCatalogue = FoodKindFinder & {
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
  kindWords: FoodKindWords = new Map(),
): Generator<undefined, FoodCatalogue, undefined> {
  const byId = new Map<string, Food>();
  const byKey = new Map<string, Food>();
  /** Names that begin with an adjective, by their key without its ending. */
  const byStem = new Map<string, Food>();
  const addName = (name: string, food: Food): void => {
    const key = nameKey(name);
    const other = byKey.get(key);
    if (other === undefined) byKey.set(key, food);
    else if (other !== food) throw new UserError(`Both ${other.id} and ${food.id} are named "${name}".`);
  };
  for (const [index, food] of foods.entries()) {
    if (index % FOODS_PER_STEP === 0) yield;
    if (byId.has(food.id)) throw new UserError(`There are two foods with the id ${food.id}.`);
    byId.set(food.id, food);
    const names = new Set(namesIn(food.names[BASE_LANGUAGE]));
    for (const name of names) addName(name, food);
    for (const name of TRANSLATIONS.flatMap((language) => namesIn(food.names[language]))) {
      // A language without names of its own has those.
      if (names.has(name)) continue;
      addName(name, food);
      if (!BEGINS_WITH_ADJECTIVE.test(name)) continue;
      const stem = stemOf(nameKey(name));
      if (!byStem.has(stem)) byStem.set(stem, food);
    }
  }
  const findByKey = (key: string): Food | undefined =>
    // The name of a food is more important than an inflected name of another.
    byKey.get(key) ?? (IS_INFLECTED.test(key) ? byStem.get(stemOf(key)) : undefined);
  let words: Set<string> | undefined;
  const findWords = () =>
    (words ??= new Set([...byKey.keys(), ...byStem.keys()].flatMap((key) => key.split(' '))));
  return {
    foods,
    isNameWord: (word) => findWords().has(word) || findWords().has(stemOf(`${word} `).trim()),
    find: (id) => byId.get(id),
    findByName: (name) => findByKey(nameKey(name)),
    findByKey,
    ...groupFinder(groups),
    ...foodKindFinder(kindWords, { byId, byKey, findByKey, groups }),
  };
}

export function nameOfFood(id: string, foods: FoodCatalogue): ByLanguage<string> {
  const names = foods.find(id)?.names;
  return byLanguage((language) => names?.[language][0]?.plural ?? id);
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

function namesIn(names: readonly FoodName[]): string[] {
  return names.flatMap(({ singular, plural }) => (singular === plural ? [singular] : [singular, plural]));
}

/** German adjectives are in lower case. */
const BEGINS_WITH_ADJECTIVE = /^\p{Ll}.* /u;
const IS_INFLECTED = /^[^ ]*e[mnrs]? /;

/** A key without the ending of its adjective: "rote Zwiebel" is also written "roten Zwiebel". */
function stemOf(key: string): string {
  if (!IS_INFLECTED.test(key)) return key;
  const end = key.indexOf(' ');
  return key.slice(0, key[end - 1] === 'e' ? end - 1 : end - 2) + key.slice(end);
}
