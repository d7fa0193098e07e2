/** Finds foods by any of their names while somebody types. */
import type { NamedFood } from '#http/endpoints/recipe/foods.ts';

/** `match`: the name that was found, if it is not the one to show. */
export type FoodMatch = { id: string; name: string; match?: string };

const MAX_MATCHES = 8;

/** The closest names first: the very name, then names that begin so, then names with a word that begins so. */
export function searchFoods(foods: readonly NamedFood[], text: string): FoodMatch[] {
  const wanted = normalize(text);
  if (wanted === '') return [];
  return foods
    .flatMap((food) => findMatch(food, wanted))
    .toSorted((first, second) => first.rank - second.rank || first.name.length - second.name.length)
    .slice(0, MAX_MATCHES)
    .map(({ rank: _rank, ...match }) => match);
}

function findMatch({ id, names }: NamedFood, wanted: string): (FoodMatch & { rank: number })[] {
  const [name = id] = names;
  const ranked = names
    .map((name, at) => ({ match: name, rank: 2 * closeness(normalize(name), wanted) + (at === 0 ? 0 : 1) }))
    .filter(({ rank }) => rank < 2 * NO_MATCH);
  const best = ranked.toSorted((first, second) => first.rank - second.rank)[0];
  if (!best) return [];
  return [
    {
      id,
      name,
      rank: best.rank,
      ...(closeness(normalize(name), wanted) === NO_MATCH && { match: best.match }),
    },
  ];
}

const NO_MATCH = 3;

function closeness(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  return ` ${name}`.includes(` ${wanted}`) ? 2 : NO_MATCH;
}

function normalize(name: string): string {
  return name.trim().replaceAll(/\s+/g, ' ').toLocaleLowerCase();
}
