/**
 * What a family's wishes may look like when they come in. Every refusal names its field. Which foods there
 * are is for the caller to say: this file knows no catalogue.
 */
import { z } from 'zod';
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { type Place, SLOTS } from '#domain/plan/plan.ts';
import { mealSchema, placeSchema, placesSchema, servingsSchema } from '#domain/plan/plan-schema.ts';
import { textLine } from '#domain/text/text.ts';
import { DAYS } from '#domain/week/week.ts';
import type { Rule, Tag, Preferences } from './preferences.ts';

const MOST_EATERS = 30;
/** All places of a week. */
const PLACES = DAYS.length * SLOTS.length;

/** Made where it is typed, so that what belongs to an eater or a rule can say so at once. */
export const preferenceId = z.string().regex(/^[0-9A-Za-z-]{1,64}$/, 'must be an id');
const word = textLine(50);

/** Each once, in the usual order. */
function someOf<Word extends string>(known: readonly Word[]) {
  return z.array(z.enum(known)).transform((given) => known.filter((one) => given.includes(one)));
}

function eaterSchema(isFood: (id: string) => boolean) {
  const dislike = z.strictObject({
    foodId: z.string().max(64).refine(isFood, { error: 'must be a food of the catalogue' }),
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
  });
}

const tagSchema = z.string().transform((text, check): Tag => {
  const at = text.indexOf(':') + 1;
  const [kind, rest] = [text.slice(0, at), text.slice(at)];
  const held = kind === 'diet:' ? z.enum(DIETS).safeParse(rest) : word.safeParse(rest);
  if (['protein:', 'cuisine:', 'title:', 'diet:'].includes(kind) && held.success) {
    return `${kind}${held.data}` as Tag;
  }
  check.addIssue('must be protein:…, cuisine:…, title:… or diet:…');
  return z.NEVER;
});

const ruleSchema = z
  .strictObject({
    id: preferenceId,
    tag: tagSchema,
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

const sittingSchema = z.strictObject({
  servings: servingsSchema,
  minutes: z.int().min(5).max(480).optional(),
});

const recurringSchema = z.strictObject({
  ...placeSchema.shape,
  meal: mealSchema.pick({ description: true, recipeId: true, kind: true }),
});

export function preferencesSchema(isFood: (id: string) => boolean) {
  return z.strictObject({
    eaters: z
      .array(eaterSchema(isFood))
      .max(MOST_EATERS)
      .superRefine(eachOnce(({ id }) => id, 'id')),
    table: placesSchema(sittingSchema),
    budgetCents: z.int().min(1).max(10_000_000).optional(),
    rules: z
      .array(ruleSchema)
      .max(30)
      .superRefine(eachOnce(({ id }) => id, 'id'))
      .superRefine(withoutContradiction),
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
    byItself: z.strictObject({ day: z.enum(DAYS), hour: z.int().min(0).max(23) }).optional(),
  }) satisfies z.ZodType<Preferences>;
}

function eachOnce<Held>(nameOf: (held: Held) => string, field: string) {
  return (all: Held[], check: z.core.$RefinementCtx<Held[]>): void => {
    const seen = new Set<string>();
    for (const [index, held] of all.entries()) {
      const name = nameOf(held);
      if (seen.has(name))
        check.addIssue({ code: 'custom', message: 'stands there twice', path: [index, field] });
      seen.add(name);
    }
  };
}

/** What is asked for somewhere cannot be more than what is allowed there, or around it. */
function withoutContradiction(rules: Rule[], check: z.core.$RefinementCtx<Rule[]>): void {
  for (const [index, asking] of rules.entries()) {
    const { atLeast } = asking;
    const allowing = rules.find(
      ({ tag, atMost, ...scope }) =>
        atLeast !== undefined &&
        atMost !== undefined &&
        atLeast > atMost &&
        tag.toLowerCase() === asking.tag.toLowerCase() &&
        isWithin(asking, scope),
    );
    if (!allowing) continue;
    const message = `must not be more than the ${allowing.atMost} that a rule allows`;
    check.addIssue({ code: 'custom', message, path: [index, 'atLeast'] });
  }
}

/** Without any, a rule is for all of them. */
function isWithin(inner: Pick<Rule, 'days' | 'slots'>, outer: Pick<Rule, 'days' | 'slots'>): boolean {
  return areAmong(inner.days, outer.days, DAYS) && areAmong(inner.slots, outer.slots, SLOTS);
}

function areAmong<Word>(some: readonly Word[], others: readonly Word[], all: readonly Word[]): boolean {
  return others.length === 0 || (some.length > 0 ? some : all).every((one) => others.includes(one));
}
