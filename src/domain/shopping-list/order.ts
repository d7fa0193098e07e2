/**
 * The order of a list: by aisle, then by name. The order of aisles is learnt from the order in which a
 * family ticks: of two the one comes first that was walked first more often, lately above all. Where nobody
 * knows, that of a usual shop decides.
 */
import { AISLES } from '#domain/food/food.ts';
import { type Item, type ListAisle, OTHER_AISLE, type ShoppingList } from './item.ts';

/** All aisles, as a usual shop has them. */
const LIST_AISLES: readonly ListAisle[] = [...AISLES, OTHER_AISLE];

/** A shop may be rebuilt: each trip counts this much of the one after it. */
const FADE = 0.8;

/** Trips from the oldest to the newest; each is the aisles of what was ticked, in the order of ticking. */
export function learnAisleOrder(trips: readonly (readonly ListAisle[])[]): ListAisle[] {
  const lead = leads(trips);
  const ordered: ListAisle[] = [];
  let waiting = LIST_AISLES;
  while (waiting.length > 0) {
    const next = leastHeldBack(waiting, lead);
    ordered.push(next);
    waiting = waiting.filter((aisle) => aisle !== next);
  }
  return ordered;
}

type Lead = (one: ListAisle, other: ListAisle) => number;

/** How clearly one aisle comes before another: negative if it comes after. */
function leads(trips: readonly (readonly ListAisle[])[]): Lead {
  const weights = new Map<string, number>();
  for (const [at, trip] of trips.entries()) {
    const weight = FADE ** (trips.length - 1 - at);
    // An aisle is where its first tick is: one goes back for what was forgotten.
    const walked = [...new Set(trip)];
    for (const [index, one] of walked.entries()) {
      for (const other of walked.slice(index + 1)) {
        const pair = `${one} ${other}`;
        weights.set(pair, (weights.get(pair) ?? 0) + weight);
      }
    }
  }
  return (one, other) => (weights.get(`${one} ${other}`) ?? 0) - (weights.get(`${other} ${one}`) ?? 0);
}

/** The aisle before which the fewest of the others belong; of equals the first. */
function leastHeldBack(waiting: readonly ListAisle[], lead: Lead): ListAisle {
  const heldBack = waiting.map((aisle) =>
    waiting.reduce((sum, other) => sum + Math.max(0, lead(other, aisle)), 0),
  );
  return waiting[heldBack.indexOf(Math.min(...heldBack))] as ListAisle;
}

/** Aisles that are missing in the given order come behind it. */
export function arrangeItems(
  items: readonly Item[],
  aisleOrder: readonly ListAisle[],
  language: string,
): ShoppingList {
  const { compare } = new Intl.Collator(language);
  const byName = items.toSorted(
    (one, other) => compare(one.name, other.name) || (one.id < other.id ? -1 : 1),
  );
  const byAisle = Map.groupBy(byName, ({ aisle }) => aisle);
  const aisles = [...new Set([...aisleOrder, ...LIST_AISLES])].map((aisle) => ({
    aisle,
    items: byAisle.get(aisle) ?? [],
  }));
  return {
    asked: aisles.flatMap(({ items: all }) => all.filter(isAsked)),
    aisles: aisles
      .map(({ aisle, items: all }) => ({ aisle, items: all.filter((item) => !isAsked(item)) }))
      .filter(({ items: all }) => all.length > 0),
  };
}

function isAsked({ state }: Item): boolean {
  return state === 'asked';
}
