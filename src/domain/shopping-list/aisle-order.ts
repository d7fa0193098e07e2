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
  const earlier = earlierAisles(trips);
  const ordered: ListAisle[] = [];
  const remaining = new Set(LIST_AISLES);
  while (remaining.size > 0) {
    const next = nextAisle(remaining, earlier);
    ordered.push(next);
    remaining.delete(next);
  }
  return ordered;
}

/** For an aisle, those that come before it by the trips, with the weight of the evidence. */
type EarlierAisles = ReadonlyMap<ListAisle, readonly { aisle: ListAisle; weight: number }[]>;

function earlierAisles(trips: readonly (readonly ListAisle[])[]): EarlierAisles {
  const weights = new Map<ListAisle, Map<ListAisle, number>>();
  for (const [at, trip] of trips.entries()) {
    const weight = DECAY ** (trips.length - 1 - at);
    // Only the first tick of an aisle counts: people go back for what they forgot.
    const visited = [...new Set(trip)];
    for (const [index, aisle] of visited.entries()) {
      const before = weights.getOrInsertComputed(aisle, () => new Map());
      for (const earlier of visited.slice(0, index)) before.set(earlier, (before.get(earlier) ?? 0) + weight);
    }
  }
  const net = (first: ListAisle, second: ListAisle) =>
    (weights.get(second)?.get(first) ?? 0) - (weights.get(first)?.get(second) ?? 0);
  return new Map(
    LIST_AISLES.map((aisle) => {
      const all = LIST_AISLES.map((before) => ({ aisle: before, weight: net(before, aisle) }));
      return [aisle, all.filter(({ weight }) => weight > 0)];
    }),
  );
}

/** The aisle with the least evidence that another remaining one comes before it; among equals the first. */
function nextAisle(remaining: ReadonlySet<ListAisle>, earlier: EarlierAisles): ListAisle {
  const aisles = [...remaining];
  const evidence = aisles.map((aisle) =>
    (earlier.get(aisle) ?? [])
      .filter(({ aisle: before }) => remaining.has(before))
      .reduce((sum, { weight }) => sum + weight, 0),
  );
  return aisles[evidence.indexOf(Math.min(...evidence))] as ListAisle;
}

/** Aisles that `aisleOrder` does not contain come last. */
export function arrangeItems(
  items: readonly Item[],
  aisleOrder: readonly ListAisle[],
  language: string,
): Required<Pick<ShoppingList, 'probablyAtHome' | 'aisles' | 'dropped'>> {
  const { compare } = new Intl.Collator(language);
  const byName = items.toSorted(
    (first, second) => compare(first.name, second.name) || (first.id < second.id ? -1 : 1),
  );
  const byAisle = Map.groupBy(byName, ({ aisle }) => aisle);
  const aisles = [...new Set([...aisleOrder, ...LIST_AISLES])].map((aisle) => ({
    aisle,
    items: byAisle.get(aisle) ?? [],
  }));
  const inState = (wanted: Item['state']) =>
    aisles.flatMap(({ items: all }) => all.filter(({ state }) => state === wanted));
  return {
    probablyAtHome: inState('probably-at-home'),
    aisles: aisles
      .map(({ aisle, items: all }) => ({ aisle, items: all.filter(isListed) }))
      .filter(({ items: all }) => all.length > 0),
    dropped: inState('dropped'),
  };
}

function isListed({ state }: Item): boolean {
  return state === 'open' || state === 'ticked';
}
