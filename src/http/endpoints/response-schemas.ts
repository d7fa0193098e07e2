/** Schemas of what several endpoints respond with. */
import { z } from 'zod';
import { ALLERGENS, DIETS } from '#domain/food/food.ts';
import { FIGURES } from '#domain/recipe/nutrition.ts';
import { mealsSchema, placesSchema, weekSchema } from '#domain/plan/plan-schema.ts';
import { LANGUAGES } from '#languages/language.ts';
import { ALL_ACCESS } from '#storage/tables/account/access.ts';

/** The creator of an invitation, an API key, a link or an answer, as shown to the family. */
export const creator = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('member'), id: z.string(), email: z.string() }),
  z.strictObject({ kind: z.enum(['former-member', 'operator']) }),
]);

export const foodNames = z.record(z.enum(LANGUAGES), z.string());

export const warnings = z.array(
  z.strictObject({
    eaterId: z.string(),
    name: z.string(),
    reasons: z.array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.enum(['contains', 'may-contain']), allergen: z.enum(ALLERGENS) }),
        z.strictObject({ kind: z.enum(['breaks', 'may-break']), diet: z.enum(DIETS) }),
        z.strictObject({ kind: z.literal('disliked'), food: foodNames }),
        z.strictObject({ kind: z.literal('not-sure'), lines: z.int() }),
      ]),
    ),
  }),
);

/** By recipe id, or by description for a meal without a recipe. */
const warningsByMeal = z.record(z.string(), warnings);

/** Who does not eat in which place; a place where everyone eats is absent. */
const absent = placesSchema(z.array(z.string()));
/** The warnings of the meals of a week. */
export const weekWarnings = z.strictObject({
  warnings: warningsByMeal,
  absent,
  /** What is needed to say who gets the variant of a dish (domain/preferences/variant-text.ts). */
  variantNames: z.strictObject({
    titles: z.record(z.string(), z.string()),
    eaters: z.record(z.string(), z.string()),
  }),
});

/** The variant of a dish for those who are warned of it (domain/preferences/variant-offer.ts). */
export const variantOffer = z.strictObject({
  title: z.string(),
  eaterIds: z.array(z.string()),
  servings: z.int(),
  names: z.array(z.string()),
  warnings,
});

/** The texts of drawn pictures (domain/dish-picture) and of photos (domain/photo). */
export const picturesByRecipe = z.record(z.string(), z.string());

export const cost = z.strictObject({ costCents: z.int(), isAtLeast: z.boolean() });

const figure = z.number();
/** Of one serving. */
export const nutrition = z.strictObject({
  energyKcal: figure,
  proteinG: figure,
  fatG: figure,
  carbohydrateG: figure,
  fibreG: figure,
  saltG: figure,
  atLeast: z.array(z.enum(FIGURES)),
});

export const plan = z.strictObject({
  id: z.string(),
  week: weekSchema,
  version: z.int(),
  meals: mealsSchema,
});

/** By week; null if a week has none. */
export const plans = z.record(z.string(), plan.nullable());

/** The ids of the member who has just signed in. */
export const signedIn = z.strictObject({ family: z.string(), member: z.string() });

/** How much of each kind can act as a member; a kind without any is absent. */
export const accessCounts = z.partialRecord(z.enum(ALL_ACCESS), z.int());
export const accessEnded = z.strictObject({ ended: accessCounts });
