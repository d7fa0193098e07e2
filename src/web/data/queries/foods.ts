/** The names of foods and food groups: how they are shown, and how they are found by typing. */
import { isGroupKey } from '#domain/food/food-group.ts';
import type { ResponseOf } from '#http/app-api.ts';
import type { NamedFood } from '#http/endpoints/recipe/foods.ts';
import type { Suggestion } from '#web/base/ui/form/suggest-input.tsx';

/** Foods and food groups. The id of a group is its key, `group:…`. */
export type Foods = {
  /** The name in the reader's language, for sentences, or the id while the names load. */
  nameOf: (id: string) => string;
  /** The same for lists, where a group has a title: "All mushrooms". */
  labelOf: (id: string) => string;
  /** Finds a group or else a food by any of its names, ignoring case. */
  find: (text: string) => NamedFood | undefined;
  /** Those with a name in which a word starts with the text; groups come first. */
  suggest: (text: string) => Suggestion[];
};

export function foodsOf({
  groups,
  foods,
}: Pick<ResponseOf<'GET /app/api/foods'>, 'groups' | 'foods'>): Foods {
  const groupNames = new Map(
    groups.flatMap((group) => [group.title, ...group.names].map((name) => [normalize(name), group])),
  );
  const foodNames = new Map(foods.flatMap((food) => food.names.map((name) => [normalize(name), food])));
  const labelled = [
    ...groups.map((group) => ({ ...group, label: group.title })),
    ...foods.map((food) => ({ ...food, label: food.names[0] ?? food.id })),
  ].map((food) => ({ ...food, search: food.names.map((name) => ` ${normalize(name)}`) }));
  const byId = new Map(labelled.map((food) => [food.id, food]));
  return {
    nameOf: (id) => byId.get(id)?.names[0] ?? FOODS_NOT_LOADED.nameOf(id),
    labelOf: (id) => byId.get(id)?.label ?? FOODS_NOT_LOADED.nameOf(id),
    find: (text) => groupNames.get(normalize(text)) ?? foodNames.get(normalize(text)),
    suggest: (text) =>
      text.trim() ? suggestionsFor(normalize(text), labelled, (name) => groupNames.has(name)) : [],
  };
}

const MAX_SUGGESTIONS = 12;

/** `search`: the names in the form in which they are compared, each after a space. */
type SearchedFood = NamedFood & { label: string; search: string[] };

function suggestionsFor(
  text: string,
  foods: readonly SearchedFood[],
  isGroupName: (name: string) => boolean,
): Suggestion[] {
  const word = ` ${text}`;
  return foods
    .filter(({ search }) => search.some((name) => name.includes(word)))
    .map((food) => ({ food, rank: rankOf(food, word) }))
    .toSorted((first, second) => first.rank - second.rank)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ food: { id, label, names, search } }) => {
      const isFound = ` ${normalize(label)}`.includes(word);
      // "Mushrooms" is one food below "All mushrooms": button mushrooms.
      const other = search.findIndex((name) => (isFound ? !isGroupName(name.slice(1)) : name.includes(word)));
      return { id, label, match: isFound && !isGroupName(normalize(label)) ? undefined : names[other] };
    });
}

/** Groups before foods, a food's first name before its other names, and names with less text around the word first. */
function rankOf({ id, search }: SearchedFood, word: string): number {
  const ranks = search.map((name, at) => {
    const start = name.indexOf(word);
    return start < 0 ? Infinity : (at === 0 ? 0 : 1_000) + (start > 0 ? 500 : 0) + name.length;
  });
  return Math.min(...ranks) + (isGroupKey(id) ? 0 : 10_000);
}

/** Ids are English words joined by hyphens. */
export const FOODS_NOT_LOADED: Foods = {
  nameOf: (id) => id.replace('group:', '').replaceAll('-', ' '),
  labelOf: (id) => FOODS_NOT_LOADED.nameOf(id),
  find: () => undefined,
  suggest: () => [],
};

function normalize(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase();
}
