/**
 * Wishes: what a family says about its weeks, once, for the planner to keep to. Knows no recipes and no
 * database. Everything has a default, so that a family that says nothing gets a good week.
 */
import type { Allergen, Diet } from '#domain/food/food.ts';
import type { Meal, Place, Slot } from '#domain/plan/plan.ts';
import { DAYS, type Day } from '#domain/week/week.ts';

/** Someone at the table, whether or not they sign in. */
export type Eater = {
  id: string;
  name: string;
  diets: Diet[];
  allergens: Allergen[];
  dislikes: Dislike[];
};
/** A food of the catalogue; hard means never, otherwise rather not. */
export type Dislike = { foodId: string; isHard: boolean };

/** What a rule counts: a main protein, a cuisine, a diet that a dish fits, a word of its title. */
export type Tag = `protein:${string}` | `cuisine:${string}` | `diet:${Diet}` | `title:${string}`;

/** So many dishes of a kind in a week: everywhere, or only on these days and in these slots. */
export type Rule = {
  id: string;
  tag: Tag;
  /** None means all. */
  days: Day[];
  slots: Slot[];
  atLeast?: number | undefined;
  atMost?: number | undefined;
  isHard: boolean;
};

/** A slot of a weekday that shall be planned. */
export type SlotSettings = {
  servings: number;
  /** From start to table; absent means that time does not matter. */
  minutes?: number | undefined;
};

/** A meal that stands there every week, unless someone placed another. */
export type RecurringMeal = Place & { meal: Pick<Meal, 'description' | 'recipeId' | 'kind'> };

export type Preferences = {
  eaters: Eater[];
  /** A slot that is absent is left alone. */
  table: { [D in Day]?: { [S in Slot]?: SlotSettings | undefined } | undefined };
  budgetCents?: number | undefined;
  rules: Rule[];
  /** For so many weeks a dish does not come back. */
  restWeeks: number;
  cuisines: string[];
  recurring: RecurringMeal[];
  /** Whether a dinner may be cooked double for the next day's lunch. */
  cooksDouble: boolean;
  /** When the next week is planned by itself, on the family's clock. */
  byItself?: { day: Day; hour: number } | undefined;
};

const WEEKEND: readonly Day[] = ['Saturday', 'Sunday'];

/** Dinner every day, lunch at the weekend, little time on workdays. */
export const DEFAULT_PREFERENCES: Preferences = {
  eaters: [],
  table: Object.fromEntries(
    DAYS.map((day) => [
      day,
      WEEKEND.includes(day)
        ? { lunch: { servings: 4, minutes: 60 }, dinner: { servings: 4, minutes: 90 } }
        : { dinner: { servings: 4, minutes: 45 } },
    ]),
  ),
  rules: [],
  restWeeks: 2,
  cuisines: [],
  recurring: [],
  cooksDouble: false,
};

/** What is left to wish for in a week that has begun: on days that are over nothing is planned any more. */
export function preferencesFor(wishes: Preferences, isOver: (day: Day) => boolean): Preferences {
  return {
    ...wishes,
    table: Object.fromEntries(Object.entries(wishes.table).filter(([day]) => !isOver(day as Day))),
    rules: wishes.rules.filter(({ days }) => days.length === 0 || !days.every(isOver)),
    recurring: wishes.recurring.filter(({ day }) => !isOver(day)),
  };
}

/** One thing a family could say differently. Never an allergen and never a diet. */
export type PreferenceChange =
  | (Place & { kind: 'minutes'; minutes?: number | undefined })
  | { kind: 'rest'; weeks: number }
  /** A hard dislike becomes "rather not". */
  | { kind: 'dislike'; eaterId: string; foodId: string }
  /** A hard rule becomes a wish. */
  | { kind: 'rule'; ruleId: string }
  /** The planner leaves the slot to the family. */
  | (Place & { kind: 'unplanned' });

export function withPreferenceChange(wishes: Preferences, change: PreferenceChange): Preferences {
  switch (change.kind) {
    case 'minutes': {
      const { day, slot, minutes } = change;
      const sitting = wishes.table[day]?.[slot];
      return sitting
        ? withSlotSettings(wishes, { day, slot }, { servings: sitting.servings, minutes })
        : wishes;
    }
    case 'rest':
      return { ...wishes, restWeeks: change.weeks };
    case 'dislike':
      return {
        ...wishes,
        eaters: wishes.eaters.map((eater) =>
          eater.id === change.eaterId ? { ...eater, dislikes: softened(eater, change.foodId) } : eater,
        ),
      };
    case 'rule':
      return {
        ...wishes,
        rules: wishes.rules.map((rule) => (rule.id === change.ruleId ? { ...rule, isHard: false } : rule)),
      };
    default:
      return withSlotSettings(wishes, change, undefined);
  }
}

/** With this slot planned so, or left alone. */
export function withSlotSettings(
  wishes: Preferences,
  { day, slot }: Place,
  sitting: SlotSettings | undefined,
): Preferences {
  return { ...wishes, table: { ...wishes.table, [day]: { ...wishes.table[day], [slot]: sitting } } };
}

function softened({ dislikes }: Eater, foodId: string): Dislike[] {
  return dislikes.map((dislike) => (dislike.foodId === foodId ? { ...dislike, isHard: false } : dislike));
}
