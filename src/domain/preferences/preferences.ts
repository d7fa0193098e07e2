/**
 * The planning preferences of a family. Every one has a default, so that a family without any gets a good week.
 * The types describe stored and sent JSON.
 */
import type { Allergen, Diet } from '#domain/food/food.ts';
import { type GroupKey, isGroupKey } from '#domain/food/food-group.ts';
import { type Meal, type Place, type Slot, SLOTS } from '#domain/plan/plan.ts';
import { DAYS, type Day, type Week } from '#domain/week/week.ts';

/** How much an eater eats; an adult eats one serving. */
export const PORTIONS = ['toddler', 'child', 'adult', 'hungry'] as const;
export type Portion = (typeof PORTIONS)[number];

/** A person who eats with the family, with or without an account. */
export type Eater = {
  id: string;
  name: string;
  diets: Diet[];
  allergens: Allergen[];
  dislikes: Dislike[];
  /** Absent means adult. */
  portion?: Portion | undefined;
  goals?: NutritionGoals | undefined;
  /** Only in the preferences of a week (preferences-of-week.ts): eats only in the slots whose settings name them. */
  isGuest?: true | undefined;
};

/** What an eater would like to eat in a whole day. */
export type NutritionGoals = { energyKcal?: Range | undefined; proteinG?: Range | undefined };
export type Range = { min?: number | undefined; max?: number | undefined };

/** `foodId` is the id of a food or the key of a food group (`group:mushrooms`). Hard: never; soft: avoid. */
export type Dislike = { foodId: string; isHard: boolean };

/**
 * What a rule counts: a main protein, a cuisine, a diet that a dish fits, a word of its title, a tag that the family
 * gave it, a food that it contains, or any food of a group.
 */
export type Tag =
  | `protein:${string}`
  | `cuisine:${string}`
  | `diet:${Diet}`
  | `title:${string}`
  | OwnTag
  | FoodTag;
export type OwnTag = `tag:${string}`;
export type FoodTag = `food:${string}` | GroupKey;

/** Of a food, by its id, or of a group, by its key. */
export function foodTag(foodKey: string): FoodTag {
  return isGroupKey(foodKey) ? foodKey : `food:${foodKey}`;
}

/** The food or the group that a tag names. */
export function foodKeyOf(tag: FoodTag): string {
  return isGroupKey(tag) ? tag : tag.slice('food:'.length);
}

export function isOwnTag(tag: string): tag is OwnTag {
  return tag.startsWith('tag:');
}

export function isFoodTag(tag: string): tag is FoodTag {
  return tag.startsWith('food:') || isGroupKey(tag);
}

/** Bounds on the number of dishes with a tag in a week, or only on some days and in some slots. */
export type Rule = {
  id: string;
  tag: Tag;
  /** Empty means all. */
  days: Day[];
  slots: Slot[];
  atLeast?: number | undefined;
  atMost?: number | undefined;
  isHard: boolean;
};

export const NAME_STYLES = ['names', 'initials', 'none'] as const;
/** How displays, prints and shared links name eaters in warnings. */
export type NameStyle = (typeof NAME_STYLES)[number];

/** How a slot of a weekday is planned. */
export type SlotSettings = {
  /** A fixed number; absent means as many as eat then. */
  servings?: number | undefined;
  /** Time on the clock until the meal is on the table; absent means no limit. */
  minutes?: number | undefined;
  /** The ids of eaters who are not at the table. */
  away?: string[] | undefined;
  guests?: number | undefined;
  /** Only in the preferences of a week: the ids of guests with a name, a diet or an allergy. */
  guestIds?: string[] | undefined;
  /** Only in the preferences of a week: the planner leaves the slot empty. */
  isOff?: true | undefined;
};

/** Eaters who are at home, or away, in every second week, third, and so on. */
export type AlternatingWeeks = {
  id: string;
  eaterIds: string[];
  /** The first of these weeks. Nothing is said about weeks before it. */
  from: Week;
  everyWeeks: number;
  /** In these weeks: at home, and away in all others; or away, and in all others as usual. */
  presence: 'home' | 'away';
  /** Empty means all. */
  days: Day[];
  slots: Slot[];
};

/** How much meat and how many plants a family wants to eat, from the fewest to the most meat. */
export const MIXES = ['plants', 'more-plants', 'balanced', 'more-meat'] as const;
export type Mix = (typeof MIXES)[number];

/** A meal of every week, unless the family places another one. */
export type RecurringMeal = Place & {
  meal: Pick<Meal, 'description' | 'recipeId' | 'kind' | 'exceptEaters'>;
};

export type Preferences = {
  eaters: Eater[];
  /** Slot settings. An absent slot is not planned. */
  slotSettings: { [D in Day]?: { [S in Slot]?: SlotSettings | undefined } | undefined };
  /** Absent means that all weeks are alike. */
  alternating?: AlternatingWeeks[] | undefined;
  budgetCents?: number | undefined;
  rules: Rule[];
  /** The number of weeks before a dish is repeated. */
  restWeeks: number;
  cuisines: string[];
  recurring: RecurringMeal[];
  /** Whether a dish may be cooked double, so that a later meal eats its leftovers. */
  cooksDouble: boolean;
  /** Absent means balanced. */
  mix?: Mix | undefined;
  /** The day of the weekly shopping; absent means Saturday. */
  shoppingDay?: Day | undefined;
  /** Absent means names. */
  nameStyle?: NameStyle | undefined;
  /** Whether the app shows calories and other nutrition figures; absent means no. The public API always does. */
  showsNutrition?: true | undefined;
  /** When the next week is planned automatically, in the family's time zone. */
  autoPlan?: { day: Day; hour: number } | undefined;
  /** What the family has done with the first steps after sign-up. */
  start?: { hasChosenSlots?: true | undefined; isDismissed?: true | undefined } | undefined;
};

const WEEKEND: readonly Day[] = ['Saturday', 'Sunday'];

/** Dinner every day, lunch at the weekend, less time on workdays. */
export const DEFAULT_PREFERENCES: Preferences = {
  eaters: [],
  slotSettings: Object.fromEntries(
    DAYS.map((day) => [
      day,
      WEEKEND.includes(day)
        ? { lunch: { minutes: 60 }, dinner: { minutes: 90 } }
        : { dinner: { minutes: 45 } },
    ]),
  ),
  rules: [],
  restWeeks: 2,
  cuisines: [],
  recurring: [],
  cooksDouble: false,
};

export function hasChosenSlots({ slotSettings, start }: Preferences): boolean {
  return (
    start?.hasChosenSlots ?? JSON.stringify(slotSettings) !== JSON.stringify(DEFAULT_PREFERENCES.slotSettings)
  );
}

/** The slots that are planned on some day. */
export function plannedSlots({ slotSettings }: Preferences): Slot[] {
  return SLOTS.filter((slot) => DAYS.some((day) => slotSettings[day]?.[slot]));
}

/** The preferences for the rest of a week that has begun: nothing is planned on past days. */
export function preferencesFor(preferences: Preferences, isOver: (day: Day) => boolean): Preferences {
  return {
    ...preferences,
    slotSettings: Object.fromEntries(
      Object.entries(preferences.slotSettings).filter(([day]) => !isOver(day as Day)),
    ),
    rules: preferences.rules.filter(({ days }) => days.length === 0 || !days.every(isOver)),
    recurring: preferences.recurring.filter(({ day }) => !isOver(day)),
  };
}

/** A change that makes more dishes possible. Never of an allergen or a diet. */
export type PreferenceChange =
  | (Place & { kind: 'minutes'; minutes?: number | undefined })
  | { kind: 'rest'; weeks: number }
  /** A hard dislike becomes soft. */
  | { kind: 'dislike'; eaterId: string; foodId: string }
  /** A hard rule becomes soft. */
  | { kind: 'rule'; ruleId: string }
  /** The planner leaves the slot to the family. */
  | (Place & { kind: 'unplanned' });

export function withPreferenceChange(preferences: Preferences, change: PreferenceChange): Preferences {
  switch (change.kind) {
    case 'minutes': {
      const { day, slot, minutes } = change;
      const settings = preferences.slotSettings[day]?.[slot];
      return settings ? withSlotSettings(preferences, { day, slot }, { ...settings, minutes }) : preferences;
    }
    case 'rest':
      return { ...preferences, restWeeks: change.weeks };
    case 'dislike':
      return {
        ...preferences,
        eaters: preferences.eaters.map((eater) =>
          eater.id === change.eaterId ? { ...eater, dislikes: softened(eater, change.foodId) } : eater,
        ),
      };
    case 'rule':
      return {
        ...preferences,
        rules: preferences.rules.map((rule) =>
          rule.id === change.ruleId ? { ...rule, isHard: false } : rule,
        ),
      };
    default:
      return withSlotSettings(preferences, change, undefined);
  }
}

/** Undefined settings: the slot is not planned. */
export function withSlotSettings(
  preferences: Preferences,
  { day, slot }: Place,
  settings: SlotSettings | undefined,
): Preferences {
  return {
    ...preferences,
    slotSettings: {
      ...preferences.slotSettings,
      [day]: { ...preferences.slotSettings[day], [slot]: settings },
    },
  };
}

function softened({ dislikes }: Eater, foodId: string): Dislike[] {
  return dislikes.map((dislike) => (dislike.foodId === foodId ? { ...dislike, isHard: false } : dislike));
}
