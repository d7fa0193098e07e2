/** Validates preferences from a client. Every error names its field. The caller decides which foods and groups exist. */
import { z } from 'zod';
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { type Place, SLOTS } from '#domain/plan/plan.ts';
import {
  MAX_EATERS,
  mealFields,
  placeSchema,
  preferenceId,
  placesSchema,
  servingsSchema,
  weekSchema,
} from '#domain/plan/plan-schema.ts';
import { textLine } from '#domain/text/text.ts';
import { DAYS } from '#domain/week/week.ts';
import {
  foodKeyOf,
  isFoodTag,
  MIXES,
  NAME_STYLES,
  PORTIONS,
  type Rule,
  type Tag,
  type Preferences,
} from './preferences.ts';

/** The number of slots in a week. */
const PLACES = DAYS.length * SLOTS.length;

const word = textLine(50);

/** Each value once, in the order of `known`. */
export function someOf<Word extends string>(known: readonly Word[]) {
  return z.array(z.enum(known)).transform((given) => known.filter((value) => given.includes(value)));
}

function eaterSchema(isFood: (foodKey: string) => boolean) {
  const dislike = z.strictObject({
    foodId: z.string().max(64).refine(isFood, { error: 'must be a food or a food group of the catalogue' }),
    isHard: z.boolean(),
  });
  return z.strictObject({
    id: preferenceId,
    name: word,
    diets: someOf(DIETS),
    allergens: someOf(ALLERGENS),
    dislikes: z
      .array(dislike)
      .max(100)
      .superRefine(eachOnce(({ foodId }) => foodId, 'foodId')),
    portion: z.enum(PORTIONS).optional(),
    goals: z
      .strictObject({ energyKcal: rangeSchema(10_000).optional(), proteinG: rangeSchema(500).optional() })
      .optional(),
  });
}

/** Of one day. */
function rangeSchema(limit: number) {
  return z
    .strictObject({ min: z.int().min(1).max(limit).optional(), max: z.int().min(1).max(limit).optional() })
    .refine(({ min = 0, max = limit }) => min <= max, { error: 'must not be less than min', path: ['max'] });
}

function tagSchema(isFood: (foodKey: string) => boolean) {
  return z.string().transform((text, check): Tag => {
    if (isFoodTag(text)) {
      if (isFood(foodKeyOf(text))) return text;
      check.addIssue('must name a food or a food group of the catalogue');
      return z.NEVER;
    }
    const at = text.indexOf(':') + 1;
    const [kind, rest] = [text.slice(0, at), text.slice(at)];
    const value = kind === 'diet:' ? z.enum(DIETS).safeParse(rest) : word.safeParse(rest);
    if (['protein:', 'cuisine:', 'title:', 'tag:', 'diet:'].includes(kind) && value.success) {
      return `${kind}${value.data}` as Tag;
    }
    check.addIssue('must be protein:…, cuisine:…, title:…, tag:…, diet:…, food:… or group:…');
    return z.NEVER;
  });
}

function ruleSchema(isFood: (foodKey: string) => boolean) {
  return z
    .strictObject({
      id: preferenceId,
      tag: tagSchema(isFood),
      days: someOf(DAYS),
      slots: someOf(SLOTS),
      atLeast: z.int().min(1).max(PLACES).optional(),
      atMost: z.int().min(0).max(PLACES).optional(),
      isHard: z.boolean(),
    })
    .refine(({ atLeast, atMost }) => atLeast !== undefined || atMost !== undefined, {
      error: 'must say at least or at most',
      path: ['atLeast'],
    });
}

export const MAX_GUESTS = 30;
export const minutesSchema = z.int().min(5).max(480);

const slotSettingsSchema = z.strictObject({
  servings: servingsSchema.optional(),
  minutes: minutesSchema.optional(),
  away: z.array(preferenceId).max(MAX_EATERS).optional(),
  guests: z.int().min(0).max(MAX_GUESTS).optional(),
});

const alternatingSchema = z.strictObject({
  id: preferenceId,
  eaterIds: z.array(preferenceId).min(1).max(MAX_EATERS),
  from: weekSchema,
  everyWeeks: z.int().min(2).max(12),
  presence: z.enum(['home', 'away']),
  days: someOf(DAYS),
  slots: someOf(SLOTS),
});

export const recurringSchema = z.strictObject({
  ...placeSchema.shape,
  meal: mealFields.pick({ description: true, recipeId: true, kind: true, exceptEaters: true }),
});

/** `isFood`: whether the id of a food or the key of a group exists. */
export function preferencesSchema(isFood: (foodKey: string) => boolean) {
  return z.strictObject({
    eaters: z
      .array(eaterSchema(isFood))
      .max(MAX_EATERS)
      .superRefine(eachOnce(({ id }) => id, 'id')),
    slotSettings: placesSchema(slotSettingsSchema),
    alternating: z
      .array(alternatingSchema)
      .max(30)
      .superRefine(eachOnce(({ id }) => id, 'id'))
      .optional(),
    budgetCents: z.int().min(1).max(10_000_000).optional(),
    rules: z
      .array(ruleSchema(isFood))
      .max(30)
      .superRefine(eachOnce(({ id }) => id, 'id'))
      .superRefine(refuseContradictions),
    restWeeks: z.int().min(0).max(52),
    cuisines: z
      .array(word)
      .max(30)
      .transform((given) => [...new Set(given)]),
    recurring: z
      .array(recurringSchema)
      .max(PLACES)
      .superRefine(eachOnce(({ day, slot }: Place) => `${day} ${slot}`, 'slot')),
    cooksDouble: z.boolean(),
    mix: z.enum(MIXES).optional(),
    shoppingDay: z.enum(DAYS).optional(),
    nameStyle: z.enum(NAME_STYLES).optional(),
    showsNutrition: z.literal(true).optional(),
    start: z
      .strictObject({ hasChosenSlots: z.literal(true).optional(), isDismissed: z.literal(true).optional() })
      .optional(),
    autoPlan: z.strictObject({ day: z.enum(DAYS), hour: z.int().min(0).max(23) }).optional(),
  }) satisfies z.ZodType<Preferences>;
}

export function eachOnce<Item>(nameOf: (item: Item) => string, field: string) {
  return (all: Item[], check: z.core.$RefinementCtx<Item[]>): void => {
    const seen = new Set<string>();
    for (const [index, item] of all.entries()) {
      const name = nameOf(item);
      if (seen.has(name)) check.addIssue({ code: 'custom', message: 'occurs twice', path: [index, field] });
      seen.add(name);
    }
  };
}

/** `atLeast` of a rule must not exceed `atMost` of a rule that applies to the same days and slots or more. */
function refuseContradictions(rules: Rule[], check: z.core.$RefinementCtx<Rule[]>): void {
  for (const [index, rule] of rules.entries()) {
    const { atLeast } = rule;
    const limiting = rules.find(
      ({ tag, atMost, ...scope }) =>
        atLeast !== undefined &&
        atMost !== undefined &&
        atLeast > atMost &&
        tag.toLowerCase() === rule.tag.toLowerCase() &&
        isWithin(rule, scope),
    );
    if (!limiting) continue;
    const message = `must not be more than the ${limiting.atMost} that a rule allows`;
    check.addIssue({ code: 'custom', message, path: [index, 'atLeast'] });
  }
}

/** Empty days or slots mean all. */
function isWithin(inner: Pick<Rule, 'days' | 'slots'>, outer: Pick<Rule, 'days' | 'slots'>): boolean {
  return isSubset(inner.days, outer.days, DAYS) && isSubset(inner.slots, outer.slots, SLOTS);
}

function isSubset<Word>(some: readonly Word[], others: readonly Word[], all: readonly Word[]): boolean {
  return others.length === 0 || (some.length > 0 ? some : all).every((value) => others.includes(value));
}
