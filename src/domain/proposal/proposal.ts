/**
 * A proposal: a week as the planner would have it, not yet stored. Reasons and obstacles are facts with
 * numbers; the page puts them into words.
 */
import type { Allergen, Diet } from '#domain/food/food.ts';
import type { Nutrition } from '#domain/food/nutrition.ts';
import type { Meal, Place } from '#domain/plan/plan.ts';
import type { Day, Week } from '#domain/week/week.ts';
import type { PreferenceChange } from '#domain/preferences/preferences.ts';

/** Why a dish stands where it stands: the one that weighs most comes first. */
export type MealReason =
  | { kind: 'locked' }
  | { kind: 'rule'; ruleId: string }
  | { kind: 'stars'; eaterId: string; stars: number }
  /** It uses what is at home and should be eaten. */
  | { kind: 'pantry'; foodId: string; bestBefore?: string | undefined }
  /** It uses the rest of what an earlier meal of this week opens. */
  | { kind: 'shares'; foodId: string; day: Day }
  | { kind: 'double'; day: Day }
  | { kind: 'quick'; minutes: number; day: Day }
  | { kind: 'cuisine'; cuisine: string }
  | { kind: 'season' }
  | { kind: 'new' }
  | { kind: 'rested'; weeks: number }
  | { kind: 'cheap'; costCents: number }
  | { kind: 'fits' };

export type ProposedMeal = Place &
  (
    | {
        kind: 'cooked';
        recipeId: string;
        title: string;
        /** For all who eat of it, tomorrow's lunch included. */
        servings: number;
        minutes: number;
        costCents: number;
        reasons: MealReason[];
      }
    /** Of the dinner of the day before. */
    | { kind: 'leftovers'; of: Place; recipeId: string; title: string }
    | { kind: 'recurring'; meal: Pick<Meal, 'description' | 'recipeId' | 'kind'> }
    | { kind: 'gap'; obstacles: BlockingConstraints }
  );

/** What a wish takes away from the dishes that were left by those before it. */
export type BlockingConstraint =
  | { kind: 'allergens'; allergens: Allergen[]; dishes: number }
  | { kind: 'diets'; diets: Diet[]; dishes: number }
  | { kind: 'dislikes'; foodIds: string[]; dishes: number }
  | { kind: 'minutes'; minutes: number; dishes: number }
  | { kind: 'rest'; weeks: number; dishes: number }
  /** The family turned them down for this place. */
  | { kind: 'avoided'; dishes: number }
  /** They already stand in this week. */
  | { kind: 'used'; dishes: number }
  | { kind: 'rules'; ruleIds: string[]; dishes: number };

/** Of so many dishes for the slot, why none is left. */
export type BlockingConstraints = { dishes: number; steps: BlockingConstraint[] };

/** A hard rule that the week cannot keep, and how far it comes. */
export type UnmetRule = { ruleId: string; wanted: number; possible: number };

/** What to say differently, all of it together, and how many more dishes then fit. */
export type Offer = { changes: PreferenceChange[]; dishes: number };

export type WeekTotals = {
  costCents: number;
  minutes: number;
  /** Per person and day, of what is known. */
  nutrition: { [D in Day]?: Nutrition };
  /** Perishable food that is bought and not used up, in grams. */
  leftOver: { foodId: string; grams: number }[];
};

export type Proposal = {
  week: Week;
  seed: number;
  /** What is proposed, in the order of the week; what people placed themselves is not among it. */
  meals: ProposedMeal[];
  totals: WeekTotals;
  unmet: UnmetRule[];
  /** Where something is missing: the smallest change after which nothing is. */
  offer?: Offer | undefined;
  /** In tenths of a point; only weeks of one family can be compared by it. */
  score: number;
};

/** Another dish for a slot, and what the week would be with it. */
export type Alternative = {
  recipeId: string;
  title: string;
  minutes: number;
  reasons: MealReason[];
  /** Against what stands there now. */
  scoreChange: number;
  costChangeCents: number;
  minutesChange: number;
};

/** For as many as a meal may be for. */
const MAX_SERVINGS = 99;

/** What stands in the plan once the proposal is accepted; nothing where it has a gap. */
export function acceptedMeal(proposed: ProposedMeal): Meal | undefined {
  switch (proposed.kind) {
    case 'cooked': {
      const { title: description, recipeId } = proposed;
      return { description, recipeId, servings: Math.min(MAX_SERVINGS, proposed.servings), generated: true };
    }
    case 'leftovers': {
      const { title: description, recipeId } = proposed;
      return { description, recipeId, kind: 'leftovers', generated: true };
    }
    case 'recurring':
      return { ...proposed.meal, generated: true };
    default:
      return undefined;
  }
}
