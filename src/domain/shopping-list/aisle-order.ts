/**
 * The order of a list: by aisle, then by name. The order of aisles is learnt from the order in which a family
 * ticks: of two aisles, the one that was visited first more often comes first, with recent trips weighted
 * more. Without data the order of a usual shop decides.
 */
import { type Item, LIST_AISLES, type ListAisle, type ShoppingList } from './item.ts';

/** The weight of a trip relative to the next one: shops are rebuilt. */
const DECAY = 0.8;

/** Trips from the oldest to the newest; each lists the aisles of the ticked items in the order of ticking. */
export function learnAisleOrder(trips: readonly (readonly ListAisle[])[]): ListAisle[] {
  const precedence = learnPrecedence(trips);
  const ordered: ListAisle[] = [];
  let remaining = LIST_AISLES;
  while (remaining.length > 0) {
    const next = nextAisle(remaining, precedence);
    ordered.push(next);
    remaining = remaining.filter((aisle) => aisle !== next);
  }
  return ordered;
}

type Precedence = (one: ListAisle, other: ListAisle) => number;

/** The weight of evidence that one aisle comes before another: negative if it comes after. */
function learnPrecedence(trips: readonly (readonly ListAisle[])[]): Precedence {
  const weights = new Map<string, number>();
  for (const [at, trip] of trips.entries()) {
    const weight = DECAY ** (trips.length - 1 - at);
    // Only the first tick of an aisle counts: people go back for what they forgot.
    const visited = [...new Set(trip)];
    for (const [index, one] of visited.entries()) {
      for (const other of visited.slice(index + 1)) {
        const pair = `${one} ${other}`;
        weights.set(pair, (weights.get(pair) ?? 0) + weight);
      }
    }
  }
  return (one, other) => (weights.get(`${one} ${other}`) ?? 0) - (weights.get(`${other} ${one}`) ?? 0);
}

/** The aisle with the least evidence that another remaining one comes before it; among equals the first. */
function nextAisle(remaining: readonly ListAisle[], precedence: Precedence): ListAisle {
  const evidence = remaining.map((aisle) =>
    remaining.reduce((sum, other) => sum + Math.max(0, precedence(other, aisle)), 0),
  );
  return remaining[evidence.indexOf(Math.min(...evidence))] as ListAisle;
}

/** Aisles that `aisleOrder` does not contain come last. */
export function arrangeItems(
  items: readonly Item[],
  aisleOrder: readonly ListAisle[],
  language: string,
): Required<Pick<ShoppingList, 'asked' | 'aisles' | 'dropped'>> {
  const { compare } = new Intl.Collator(language);
  const byName = items.toSorted(
    (one, other) => compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
  );
  const byAisle = Map.groupBy(byName, ({ aisle }) => aisle);
  const aisles = [...new Set([...aisleOrder, ...LIST_AISLES])].map((aisle) => ({
    aisle,
    items: byAisle.get(aisle) ?? [],
  }));
  const inState = (wanted: Item['state']) =>
    aisles.flatMap(({ items: all }) => all.filter(({ state }) => state === wanted));
  return {
    asked: inState('asked'),
    aisles: aisles
      .map(({ aisle, items: all }) => ({ aisle, items: all.filter(isListed) }))
      .filter(({ items: all }) => all.length > 0),
    dropped: inState('dropped'),
  };
}

function isListed({ state }: Item): boolean {
  return state === 'open' || state === 'ticked';
}
