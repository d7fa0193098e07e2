/** Tools for the plan of a week: read it, put, remove and move meals. */
import { z } from 'zod';
import { applyEdits } from '#actions/plan/changes.ts';
import {
  asFamilyMeal,
  type Dish,
  DISH_KINDS,
  MAX_DESCRIPTION_LENGTH,
  MAX_SIDES,
  type Meal,
  mealAt,
  mealName,
  type Place,
} from '#domain/plan/plan.ts';
import { recipeIdSchema, servingsSchema } from '#domain/plan/plan-schema.ts';
import { textLine } from '#domain/text/text.ts';
import { DAYS, type Week } from '#domain/week/week.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { changedText, makeChange } from '#http/mcp/change.ts';
import { findTitle } from '#http/mcp/language.ts';
import { loadWeek, mealText, type PlannedMeal, placeText, todayIn } from '#http/mcp/meals.ts';
import {
  changed,
  day,
  ifReadable,
  plannedMeal,
  requestId,
  slot,
  variant,
  week,
  weekIn,
  weekOfField,
} from '#http/mcp/schemas.ts';
import { REPLACES, READS, ADDS, tool, type ToolContext } from '#http/mcp/tool.ts';

type Edit = Parameters<typeof applyEdits>[2]['edits'][number];

const mealsOutput = {
  weekOf: weekOfField,
  meals: z.array(plannedMeal).meta({ description: 'In the order of the week' }),
};

const readWeek = tool({
  name: 'read_week',
  title: 'Read the meals of a week',
  description:
    "The family's meal plan of one week, with warnings about allergies and diets. Also says which day today is for the family. Places without a meal are absent.",
  scopes: ['plans:read'],
  input: z.strictObject({ week: week.default('current') }),
  output: z.object({ ...mealsOutput, today: z.string(), timeZone: z.string() }),
  hints: READS,
  async run(context, input) {
    const monday = weekIn(context, input.week);
    const meals = await loadWeek(context, monday);
    const date = todayIn(context);
    const [weekday, today] = [DAYS[date.dayOfWeek - 1], date.toString()];
    const head = `Week of Monday ${monday}. Today is ${weekday} ${today} (${context.key.timeZone}).`;
    return {
      data: { weekOf: monday, today, timeZone: context.key.timeZone, meals },
      text: [head, ...(meals.length === 0 ? ['No meals are planned.'] : meals.map(mealText))].join('\n'),
    };
  },
});

const putMeal = tool({
  name: 'put_meal',
  title: 'Put a meal into a place',
  description:
    'Puts a meal into one place of the plan (a day and a slot) and replaces what is there, or empties the place. Give exactly one of recipeId (preferred: then ingredients and allergies are known), description, or isEmpty.',
  scopes: ['plans:write'],
  worksBlind: true,
  input: z.strictObject({
    requestId,
    week,
    day,
    slot,
    recipeId: recipeIdSchema
      .optional()
      .meta({ description: 'From find_recipes, a proposal or alternatives' }),
    description: textLine(MAX_DESCRIPTION_LENGTH)
      .optional()
      .meta({ description: 'A dish without a recipe, as text' }),
    isEmpty: z.literal(true).optional().meta({ description: 'Removes the meal' }),
    servings: servingsSchema.optional().meta({ description: 'Only if it differs from that of the recipe' }),
    kind: z.enum(DISH_KINDS).optional().meta({ description: 'Only for meals that are not cooked' }),
    variant: variant.meta({ description: 'Of the alternative, if it has one' }),
    sides: z
      .array(
        z.strictObject({
          recipeId: recipeIdSchema.optional(),
          description: textLine(MAX_DESCRIPTION_LENGTH)
            .optional()
            .meta({ description: 'A dish without a recipe, as text' }),
          servings: servingsSchema.optional(),
        }),
      )
      .min(1)
      .max(MAX_SIDES)
      .optional()
      .meta({
        description:
          'Further dishes in the order in which they are served: sides, salad, dessert, drink. All that the meal shall have',
      }),
  }),
  output: z.object({
    ...changed,
    weekOf: weekOfField,
    meal: ifReadable(plannedMeal.nullable()).meta({
      description: 'What the place has now; null if it is empty',
    }),
    replaced: ifReadable(z.string().nullable()).meta({ description: 'The meal that was there before' }),
  }),
  hints: REPLACES,
  async run(context, input) {
    const monday = weekIn(context, input.week);
    const { requestId: _requestId, week: _week, day: _day, slot: _slot, isEmpty, ...wanted } = input;
    const place: Place = { day: input.day, slot: input.slot };
    const { sides = [], ...main } = wanted;
    const given = [main.recipeId, main.description, isEmpty].filter((field) => field !== undefined);
    if (given.length !== 1) return { failure: 'Give exactly one of recipeId, description and isEmpty.' };
    if (sides.some(({ recipeId, description }) => (recipeId === undefined) === (description === undefined)))
      return { failure: 'Give exactly one of recipeId and description of each side.' };
    const dishes = isEmpty ? [] : await Promise.all([main, ...sides].map((dish) => dishFrom(context, dish)));
    const unknown = [main, ...sides].find((_, at) => dishes[at] === null);
    if (unknown)
      return { failure: `There is no recipe ${unknown.recipeId}. find_recipes finds the ids of recipes.` };
    const [mainDish, ...sideDishes] = dishes.filter((dish) => dish !== null);
    const after = mainDish ? { ...mainDish, ...(sideDishes.length > 0 && { sides: sideDishes }) } : null;
    const before = mealAt((await findPlan(context.store.db, context.key.family, monday))?.meals ?? {}, place);
    const outcome = await makeChange(context, 'put_meal', input, (change) =>
      applyEdits(change, context.key.family, { edits: [{ week: monday, ...place, after }] }),
    );
    if ('failure' in outcome) return outcome;
    const meal = findAt(await loadWeek(context, monday), place);
    const now = meal ? mealText(meal) : `${placeText(place)} is empty.`;
    const replaced = outcome.isRepeat || !before ? null : mealName(before);
    const done = replaced === null ? 'Done.' : `Done; it replaces “${replaced}”.`;
    return {
      data: { ...outcome, weekOf: monday, meal: meal ?? null, replaced },
      text: `${changedText(outcome, done)} ${now}\nchangeId: ${outcome.changeId}`,
    };
  },
});

type WantedDish = Omit<Dish, 'description'> & { description?: string | undefined };

/** Null if the recipe does not exist. */
async function dishFrom(context: ToolContext, wanted: WantedDish): Promise<Dish | null> {
  if (wanted.recipeId === undefined) return { ...wanted, description: wanted.description ?? '' };
  const title = await findTitle(context, wanted.recipeId);
  return title === undefined ? null : { ...wanted, description: title };
}

function findAt(meals: readonly PlannedMeal[], place: Place): PlannedMeal | undefined {
  return meals.find((meal) => meal.day === place.day && meal.slot === place.slot);
}

const moveMeal = tool({
  name: 'move_meal',
  title: 'Move a meal to another place',
  description:
    'Moves a meal to another day or slot, also of another week. If there is a meal already, the two change places. Nothing is lost.',
  scopes: ['plans:write'],
  input: z.strictObject({
    requestId,
    week,
    day,
    slot,
    toWeek: week.optional().meta({ description: 'If it is another week' }),
    toDay: day,
    toSlot: slot,
  }),
  output: z.object({
    ...changed,
    meals: z
      .array(z.object({ weekOf: weekOfField, ...plannedMeal.shape }))
      .meta({ description: 'What the two places have now' }),
  }),
  hints: ADDS,
  async run(context, input) {
    const from = { week: weekIn(context, input.week), day: input.day, slot: input.slot };
    const to = { week: weekIn(context, input.toWeek ?? input.week), day: input.toDay, slot: input.toSlot };
    if (from.week === to.week && placeText(from) === placeText(to))
      return { failure: 'Both places are the same; nothing was moved.' };
    const outcome = await makeChange(context, 'move_meal', input, async (change) => {
      const { db } = context.store;
      const find = async (place: Place & { week: Week }): Promise<Meal | null> =>
        mealAt((await findPlan(db, context.key.family, place.week))?.meals ?? {}, place) ?? null;
      const [here, there] = [await find(from), await find(to)];
      if (!here) return { failure: `There is no meal at ${placeText(from)} in the week of ${from.week}.` };
      const edits: Edit[] = [
        { ...from, before: here, after: there && asFamilyMeal(there) },
        { ...to, before: there, after: asFamilyMeal(here) },
      ];
      return applyEdits(change, context.key.family, { edits });
    });
    if ('failure' in outcome) return outcome;
    const meals = await loadPlaces(context, [from, to]);
    const text = [changedText(outcome, 'Moved.'), ...meals.map(mealText)].join('\n');
    return { data: { ...outcome, meals }, text: `${text}\nchangeId: ${outcome.changeId}` };
  },
});

async function loadPlaces(context: ToolContext, places: readonly (Place & { week: Week })[]) {
  const found = await Promise.all(
    places.map(async (place) => {
      const meal = findAt(await loadWeek(context, place.week), place);
      return meal ? [{ weekOf: place.week, ...meal }] : [];
    }),
  );
  return found.flat();
}

export const weekTools = [readWeek, putMeal, moveMeal];
