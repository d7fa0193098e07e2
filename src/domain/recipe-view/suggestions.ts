/** Which of the dishes that fit an empty place are suggested: a few of each kind, and others in the next place. */
import type { Place } from '#domain/plan/plan.ts';
import { hashBelow } from '#domain/random.ts';
import type { Week } from '#domain/week/week.ts';
import type { RecipeCard } from './recipe-card.ts';

/** In the order in which they are shown. A dish is in the first that it belongs to. */
export const SUGGESTION_KINDS = ['frozen', 'favourites', 'own', 'rested', 'quick'] as const;
type SuggestionKind = (typeof SUGGESTION_KINDS)[number];
export type SuggestedCards = { kind: SuggestionKind; cards: RecipeCard[] };

/** What the family knows of dishes, by recipe id. */
export type KnownDishes = {
  isFrozen: (id: string) => boolean;
  /** Of those who eat in the place. */
  isFavourite: (id: string) => boolean;
  /** Undefined for a dish that the family did not have within half a year. */
  weeksAway: (id: string) => number | undefined;
};

const MAX_OF_A_KIND = 3;
const QUICK_MINUTES = 25;
/** After so many weeks, a dish was not there for a while. */
const RESTED_WEEKS = 4;

export function groupSuggestions(
  fitting: readonly RecipeCard[],
  { isFrozen, isFavourite, weeksAway }: KnownDishes,
  { week, day, slot }: Place & { week: Week },
): SuggestedCards[] {
  const isOf: { [Kind in SuggestionKind]: (card: RecipeCard) => boolean } = {
    frozen: ({ id }) => isFrozen(id),
    favourites: ({ id }) => isFavourite(id),
    own: ({ own }) => own,
    rested: ({ id }) => (weeksAway(id) ?? 0) >= RESTED_WEEKS,
    quick: ({ totalMinutes }) => totalMinutes <= QUICK_MINUTES,
  };
  const byKind = Map.groupBy(fitting, (card) => SUGGESTION_KINDS.find((kind) => isOf[kind](card)));
  // The same order while somebody looks at the place.
  const position = ({ id }: RecipeCard) => hashBelow(0, `${week} ${day} ${slot} ${id}`, 2 ** 30);
  return SUGGESTION_KINDS.flatMap((kind) => {
    const cards = (byKind.get(kind) ?? [])
      .toSorted((first, second) => position(first) - position(second))
      .slice(0, MAX_OF_A_KIND);
    return cards.length > 0 ? [{ kind, cards }] : [];
  });
}
