/** The tool that finds other dishes for one place of the plan or of a proposal. */
import { z } from 'zod';
import { findAlternatives, type Lock } from '#jobs/planning/planning.ts';
import type { Place, Plan } from '#domain/plan/plan.ts';
import { mealFields, recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { isRefusal } from '#domain/refusal.ts';
import { storedVariant } from '#domain/proposal/proposal.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { readWeekPreferences } from '#queries/plan/preferences.ts';
import { withTitlesIn } from '#queries/plan/translated-proposal.ts';
import { openLanguage } from '#http/mcp/language.ts';
import { placedMeals, placeText, showMeals, variantText } from '#http/mcp/meals.ts';
import { reasonTexts, withReasons } from '#http/mcp/reason-text.ts';
import {
  day,
  MAX_PLACES,
  plannedMeal,
  slot,
  variant,
  warnings,
  week,
  weekIn,
  weekOfField,
} from '#http/mcp/schemas.ts';
import { PLANNING_COST } from '#http/input/limits.ts';
import { failureOf, READS, tool } from '#http/mcp/tool.ts';
import { warningsText } from '#http/mcp/warning-text.ts';

const alternatives = tool({
  name: 'find_alternatives',
  title: 'Find other dishes for a place',
  description:
    'Up to five other dishes for one place, the best first, if the rest of the week stays. For a proposal that is not accepted, pass its meals; otherwise those of the plan count. To use one, pass its recipeId and variant to put_meal, or with its title in accept_proposal.',
  scopes: ['plans:write'],
  input: z.strictObject({
    week,
    day,
    slot,
    meals: z
      .array(z.object({ day, slot, recipeId: recipeIdSchema.optional(), kind: mealFields.shape.kind }))
      .max(MAX_PLACES)
      .optional()
      .meta({ description: 'The meals of the proposal; other fields are ignored' }),
  }),
  output: z.object({
    weekOf: weekOfField,
    alternatives: z.array(
      z.object({
        recipeId: z.string(),
        title: z.string(),
        variant,
        variantTitle: plannedMeal.shape.variantTitle,
        variantFor: plannedMeal.shape.variantFor,
        minutes: z.int(),
        reasons: z.array(z.string()),
        warnings,
      }),
    ),
  }),
  hints: READS,
  cost: PLANNING_COST,
  async run(context, input) {
    const { store, planner, nowMs, client, key } = context;
    const monday = weekIn(context, input.week);
    const plan = await findPlan(store.db, key.family, monday);
    const meals = input.meals ? locksOf(input.meals) : locksOfPlan(plan);
    const found = await findAlternatives({ db: store.db, planner, nowMs, client }, key.family, monday, {
      seed: 0,
      meals,
      place: { day: input.day, slot: input.slot },
    });
    if (isRefusal(found)) return failureOf(found);
    const language = await openLanguage(context);
    const preferences = await readWeekPreferences(store.db, key.family, monday);
    const dishes = await Promise.all(
      found.map(async (dish) => {
        const { recipeId, title, variant: given, minutes, reasons } = withTitlesIn(dish, language);
        const meal = { recipeId, description: title, ...(given && { variant: storedVariant(given) }) };
        const [shown] = await showMeals(context, monday, [{ day: input.day, slot: input.slot, meal }]);
        return {
          recipeId,
          title,
          ...(meal.variant && { variant: meal.variant }),
          ...(shown?.variantFor && { variantTitle: shown.variantTitle, variantFor: shown.variantFor }),
          minutes,
          reasons: reasonTexts(context, preferences, reasons),
          warnings: shown?.warnings ?? [],
        };
      }),
    );
    const lines = dishes.map((dish) => {
      const about = [
        `${dish.title} [${dish.recipeId}]`,
        ...(dish.variantFor ? [variantText(dish.variantTitle, dish.variantFor)] : []),
        `${dish.minutes} minutes`,
      ].join(', ');
      const warned = warningsText(dish.warnings);
      return withReasons(warned ? `${about}. ${warned}` : about, dish.reasons);
    });
    const none =
      'No other dish fits this place: it may be past, or the preferences say that nobody eats then, or exclude everything else.';
    return {
      data: { weekOf: monday, alternatives: dishes },
      text: lines.length === 0 ? none : [`For ${placeText(input)}:`, ...lines].join('\n'),
    };
  },
});

type Dish = Place & { recipeId?: string | undefined; kind?: string | undefined };

/** Leftovers are not cooked, so they are no dish of their own. */
function locksOf(meals: readonly Dish[]): Lock[] {
  return meals.flatMap(({ day: on, slot: at, recipeId, kind }) =>
    recipeId === undefined || kind !== undefined ? [] : [{ day: on, slot: at, recipeId }],
  );
}

/** The planner knows the meals that people placed; those that it placed itself are passed to it. */
function locksOfPlan(plan: Plan | undefined): Lock[] {
  return locksOf(
    placedMeals(plan)
      .filter(({ meal }) => meal.generated)
      .map(({ meal, ...at }) => ({ ...at, ...meal })),
  );
}

export const alternativeTools = [alternatives];
