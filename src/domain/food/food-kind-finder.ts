/** Finds foods of a kind by the names of the catalogue: "vegan butter" for butter, and all milks for "milk of choice". */
import { LANGUAGES } from '#languages/language.ts';
import type { Aisle, Food } from './food.ts';
import type { FoodGroup } from './food-group.ts';
import { type FoodKind, type FoodKindWord, type FoodKindWords, isOfOtherKind } from './food-kind.ts';
import { nameKey } from './name-key.ts';

export type FoodKindFinder = {
  /** The word or phrase with this key, with any ending of a German adjective. */
  readonly findKindWord: (key: string) => FoodKindWord | undefined;
  /** Foods of this kind that stand for the food, that of its name in the line first. */
  readonly findOfKind: (foodId: string, key: string, kind: FoodKind) => readonly Food[];
  /** All foods that the name may mean where a line leaves the choice: every kind of milk. */
  readonly findAnyKind: (key: string) => readonly Food[];
};

type Names = {
  readonly byId: ReadonlyMap<string, Food>;
  readonly byKey: ReadonlyMap<string, Food>;
  readonly findByKey: (key: string) => Food | undefined;
  readonly groups: readonly FoodGroup[];
};

/** "Onions of any kind" are no fried onions. */
const FRESH_AISLES: ReadonlySet<Aisle | undefined> = new Set<Aisle>(['vegetables', 'fruit', 'herbs']);
const ADJECTIVE_END = /e[mnrs]?$/;

export function foodKindFinder(words: FoodKindWords, names: Names): FoodKindFinder {
  const { byId, byKey, findByKey, groups } = names;
  const smallFirst = groups.toSorted((first, second) => first.foodIds.size - second.foodIds.size);
  const anyKinds = new Map<string, readonly Food[]>();

  const withPrefixes = (keys: readonly string[], kind: FoodKind): Food[] =>
    keys
      .flatMap((key) => kind.prefixes.flatMap((prefix) => findByKey(`${prefix} ${key}`) ?? []))
      .filter((food) => !isOfOtherKind(food, kind));

  /** "Gouda" has no vegan kind of its own, but cheese has. */
  const ofGroups = (id: string, kind: FoodKind): Food[] => {
    for (const group of smallFirst) {
      const found = group.foodIds.has(id) ? withPrefixes(keysOfGroup(group), kind) : [];
      if (found.length > 0) return found;
    }
    return [];
  };

  return {
    findKindWord: (key) => words.get(key) ?? words.get(key.replace(ADJECTIVE_END, '')),
    findOfKind: (id, key, kind) => {
      const food = byId.get(id);
      const named = food ? withPrefixes([key, ...keysOfFood(food)], kind) : [];
      const found = new Set(named.length > 0 ? named : ofGroups(id, kind));
      return [...found].filter((id) => id !== food);
    },
    findAnyKind: (key) => {
      const cached = anyKinds.get(key);
      if (cached) return cached;
      const aisle = byKey.get(key)?.aisle;
      const named = byKey.entries().flatMap(([name, food]) => (name.endsWith(key) ? [food] : []));
      const grouped = groups
        .filter((group) => keysOfGroup(group).includes(key))
        .flatMap(({ foodIds }) => [...foodIds].flatMap((id) => byId.get(id) ?? []))
        .filter((food) => food.aisle === aisle || food.aisle === 'plant');
      const isFresh = FRESH_AISLES.has(aisle);
      const found = [...new Set([...named, ...grouped])].filter(
        (food) => !isFresh || FRESH_AISLES.has(food.aisle),
      );
      // The keys of names in the catalogue only, so this is bounded.
      if (byKey.has(key)) anyKinds.set(key, found);
      return found;
    },
  };
}

function keysOfFood({ names }: Food): string[] {
  return LANGUAGES.flatMap((language) => names[language]).flatMap(({ singular, plural }) =>
    [...new Set([singular, plural])].map((name) => nameKey(name)),
  );
}

function keysOfGroup({ names }: FoodGroup): string[] {
  return LANGUAGES.flatMap((language) => names[language]).map((name) => nameKey(name));
}
