/** The tool that finds other dishes for one place of the plan or of a proposal. */
import { z } from 'zod';
import { findAlternatives, type Lock } from '#jobs/planning/planning.ts';
import type { Meal, Place, Plan } from '#domain/plan/plan.ts';
import { mealFields, recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { isRefusal } from '#domain/refusal.ts';
import { servingsOf } from '#domain/preferences/servings.ts';
import { variantKey, warningsAt, warningsOfMeal } from '#domain/preferences/warnings.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { readWeekPreferences } from '#queries/plan/preferences.ts';
import { readMealWarnings } from '#queries/plan/warnings.ts';
import { withTitleIn } from '#queries/plan/translated-proposal.ts';
import { openLanguage } from '#http/mcp/language.ts';
import { placedMeals, placeText, showMeals } from '#http/mcp/meals.ts';
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
import { failureOf, READS, tool, type ToolContext } from '#http/mcp/tool.ts';
import type { Week } from '#domain/week/week.ts';
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
        const { recipeId, title, minutes, reasons } = withTitleIn(dish, language);
        const meal = await withVariant(
          context,
          { recipeId, description: title },
          {
            week: monday,
            day: input.day,
            slot: input.slot,
          },
        );
        const [shown] = await showMeals(context, monday, [{ day: input.day, slot: input.slot, meal }]);
        return {
          recipeId,
          title,
          ...(meal.variant && { variant: meal.variant }),
          ...(shown?.variantFor && { variantFor: shown.variantFor }),
          minutes,
          reasons: reasonTexts(context, preferences, reasons),
          warnings: shown?.warnings ?? [],
        };
      }),
    );
    const lines = dishes.map((dish) => {
      const about = [
        `${dish.title} [${dish.recipeId}]`,
        ...(dish.variantFor ? [`its variant for ${dish.variantFor.join(' and ')}`] : []),
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

/** The meal with the variant of its dish for the eaters who cannot have the dish itself, if it has one and they need it. */
async function withVariant(
  { store, key }: ToolContext,
  meal: Meal,
  { week, ...at }: Place & { week: Week },
): Promise<Meal> {
  const { warnings: ofAll, absent } = await readMealWarnings(store.db, key.family, [meal], week);
  const warnings = warningsAt(ofAll, absent, at);
  if (meal.recipeId === undefined || !Object.hasOwn(warnings, variantKey(meal.recipeId))) return meal;
  const idsOf = (meal: Meal): string[] => warningsOfMeal(meal, warnings).map(({ eaterId }) => eaterId);
  const warned = idsOf(meal);
  if (warned.length === 0) return meal;
  const stillWarned = idsOf({ ...meal, variant: { eaterIds: warned, servings: 1 } });
  const eaterIds = warned.filter((id) => !stillWarned.includes(id));
  const { eaters } = await readWeekPreferences(store.db, key.family, week);
  const getIt = eaters.filter(({ id }) => eaterIds.includes(id));
  return getIt.length === 0 ? meal : { ...meal, variant: { eaterIds, servings: servingsOf(getIt) } };
}

export const alternativeTools = [alternatives];
