/**
 * A proposal: the week that the planner suggests, not yet stored. Reasons and blocking constraints are facts with
 * numbers; the page turns them into text.
 */
import type { Allergen, Diet } from '#domain/food/food.ts';
import type { Nutrition } from '#domain/recipe/nutrition.ts';
import { asFamilyMeal, type Meal, type DishVariant, type Place, type Slot } from '#domain/plan/plan.ts';
import type { Day, Week } from '#domain/week/week.ts';
import type { PreferenceChange } from '#domain/preferences/preferences.ts';

/** A reason for a dish in its slot: an advantage. Lists of reasons are sorted, the most important first. */
export type MealReason =
  | { kind: 'locked' }
  | { kind: 'rule'; ruleId: string }
  /** Everyone at the table gave it at least this many stars. */
  | { kind: 'everyone'; stars: number }
  | { kind: 'stars'; eaterId: string; stars: number }
  /** The eater gave similar dishes of the cuisine four stars or more. */
  | { kind: 'loves'; eaterId: string; cuisine: string }
  /** It uses a food of the pantry, with its date if the food should be eaten soon. */
  | { kind: 'pantry'; foodId: string; bestBefore?: string | undefined }
  /** It uses up a food that an earlier meal of the week opens, while it is good. */
  | { kind: 'shares'; foodId: string; day: Day; lastDay: Day }
  | { kind: 'double'; day: Day; slot: Slot }
  /** Minutes of work. */
  | { kind: 'quick'; minutes: number }
  | { kind: 'cuisine'; cuisine: string }
  /** The family said that it wants the dish soon. */
  | { kind: 'wanted' }
  | { kind: 'children' }
  | { kind: 'season' }
  | { kind: 'fish' }
  | { kind: 'new' }
  | { kind: 'rested'; weeks: number }
  | { kind: 'cheap'; costCents: number };

export type ProposedMeal = Place &
  (
    | {
        kind: 'cooked';
        recipeId: string;
        title: string;
        /** Includes the servings of the meal that eats the leftovers. */
        servings: number;
        /** Until it is on the table. */
        minutes: number;
        /** Of work. */
        activeMinutes: number;
        costCents: number;
        /** None if nothing speaks for the dish in particular. */
        reasons: MealReason[];
        /** For eaters who get a variant; its servings are part of those of the meal. */
        variant?: ProposedVariant | undefined;
      }
    /** Leftovers of an earlier meal of the week; `variant` is that of the meal. */
    | { kind: 'leftovers'; of: Place; recipeId: string; title: string; variant?: DishVariant | undefined }
    /** `isPlaced`: not of every week, but chosen by a member for this one. */
    | { kind: 'recurring'; meal: Meal; isPlaced?: true }
    | { kind: 'gap'; blockingConstraints: BlockingConstraints }
  );

/** A constraint, and how many of the dishes that earlier constraints allow it excludes. */
export type BlockingConstraint =
  | { kind: 'allergens'; allergens: Allergen[]; dishes: number }
  | { kind: 'diets'; diets: Diet[]; dishes: number }
  | { kind: 'dislikes'; foodIds: string[]; dishes: number }
  | { kind: 'minutes'; minutes: number; dishes: number }
  | { kind: 'rest'; weeks: number; dishes: number }
  /** The family has just refused them for this week. */
  | { kind: 'avoided'; dishes: number }
  /** The week already contains them. */
  | { kind: 'used'; dishes: number }
  | { kind: 'rules'; ruleIds: string[]; dishes: number };

/** Why no dish is left for a slot; `dishes` is the number of all dishes for it. */
export type BlockingConstraints = { dishes: number; steps: BlockingConstraint[] };

/** A hard rule that the week does not meet: the required count, and the count that it has. */
export type UnmetRule = { ruleId: string; wanted: number; possible: number };

/** Changes of preferences that together make the week complete, and how many more dishes they allow. */
export type Offer = { changes: PreferenceChange[]; dishes: number; cause?: OfferCause | undefined };

/** A dish that takes longer than its slot has time. */
export type OfferCause = Place & {
  kind: 'minutes';
  recipeId: string;
  title: string;
  minutes: number;
  limit: number;
};

export type WeekTotals = {
  /** Of whole packs, as the shopping list buys them. */
  costCents: number;
  /** Of work. */
  minutes: number;
  /** Of one person by day, from meals whose dish is known. */
  nutrition: { [D in Day]?: Nutrition };
  /** Perishable food that is bought and not used up, in grams. */
  leftOver: { foodId: string; grams: number }[];
  balance: WeekBalance;
};

/** The number of cooked main meals with meat, with fish and with neither, and of dishes that are new to the family. */
export type WeekBalance = { meat: number; fish: number; plants: number; isNew: number };

export type Proposal = {
  week: Week;
  seed: number;
  /** In the order of the week, without the meals that people placed. */
  meals: ProposedMeal[];
  totals: WeekTotals;
  unmet: UnmetRule[];
  /** For an incomplete week: up to three changes of preferences, each of which makes it complete. */
  offers: Offer[];
  /** In tenths of a point. Comparable only between weeks of one family. */
  score: number;
};

/** With its title: `with tofu`. */
export type ProposedVariant = DishVariant & { title: string };

/** Another dish for a slot, and how the week's figures change with it. */
export type Alternative = {
  recipeId: string;
  title: string;
  minutes: number;
  variant?: ProposedVariant | undefined;
  reasons: MealReason[];
  /** Compared with the current dish. */
  scoreChange: number;
  costChangeCents: number;
  minutesChange: number;
};

/** The smallest change of a week from which a meal was removed. */
export type Repair = {
  /** `proposed` is absent if the place becomes empty. `isMoved`: its dish is that of the removed meal. */
  changes: (Place & { proposed?: ProposedMeal; isMoved: boolean })[];
  /** Fresh food that is at home and in no meal any more. */
  spoiledGrams: { before: number; after: number };
};

/** The meal that a change of a repair puts into its place: a removed meal comes back with its sides. */
export function repairedMeal(
  { proposed, isMoved }: Repair['changes'][number],
  { description, sides, generated }: Meal,
): Meal | null {
  const meal = proposed && acceptedMeal(proposed);
  if (!meal || !isMoved) return meal ?? null;
  return { ...(generated ? meal : asFamilyMeal(meal)), description, ...(sides && { sides }) };
}

/** The largest number of servings that a meal may have. */
export const MAX_SERVINGS = 99;

/** Without the title, as a meal has it. */
export function storedVariant({ eaterIds, servings }: DishVariant): DishVariant {
  return { eaterIds, servings };
}

/** Leftovers are of the variant for the eaters who get it: without it, they would be warned of the dish. */
export function withVariantsOfLeftovers(meals: readonly ProposedMeal[]): ProposedMeal[] {
  return meals.map((meal) => {
    if (meal.kind !== 'leftovers') return meal;
    const source = meals.find(({ day, slot }) => day === meal.of.day && slot === meal.of.slot);
    const variant = source?.kind === 'cooked' ? source.variant : undefined;
    return variant ? { ...meal, variant } : meal;
  });
}

/** The meal that the plan gets when the proposal is accepted; undefined for a gap. */
export function acceptedMeal(proposed: ProposedMeal): Meal | undefined {
  switch (proposed.kind) {
    case 'cooked': {
      const { title: description, recipeId, variant } = proposed;
      const servings = Math.min(MAX_SERVINGS, proposed.servings);
      return {
        description,
        recipeId,
        servings,
        ...(variant && { variant: storedVariant(variant) }),
        generated: true,
      };
    }
    case 'leftovers': {
      const { title: description, recipeId, variant } = proposed;
      return {
        description,
        recipeId,
        kind: 'leftovers',
        ...(variant && { variant: storedVariant(variant) }),
        generated: true,
      };
    }
    case 'recurring':
      return proposed.isPlaced ? proposed.meal : { ...proposed.meal, generated: true };
    default:
      return undefined;
  }
}
