/** Tools for the planner: propose a week, and accept it. Nothing is stored before it is accepted. */
import { z } from 'zod';
import { proposeWeek } from '#jobs/planning/planning.ts';
import { mealAt, type Place, type Plan } from '#domain/plan/plan.ts';
import { mealFields, recipeIdSchema } from '#domain/plan/plan-schema.ts';
import { acceptedMeal, type ProposedMeal } from '#domain/proposal/proposal.ts';
import { isRefusal } from '#domain/refusal.ts';
import { textLine } from '#domain/text/text.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { readWeekPreferences } from '#queries/plan/preferences.ts';
import { translateProposal } from '#queries/plan/translated-proposal.ts';
import { changedText, makeChange } from '#http/mcp/change.ts';
import { openLanguage } from '#http/mcp/language.ts';
import { dateOf, loadWeek, mealText, placedMeals, placeText, showMeals, todayIn } from '#http/mcp/meals.ts';
import { blockingText, reasonTexts, unmetRuleText, withReasons } from '#http/mcp/reason-text.ts';
import {
  changed,
  day,
  MAX_PLACES,
  plannedMeal,
  requestId,
  slot,
  variant,
  week,
  weekIn,
  weekOfField,
} from '#http/mcp/schemas.ts';
import { PLANNING_COST } from '#http/input/limits.ts';
import { failureOf, READS, REPLACES, tool, type ToolContext } from '#http/mcp/tool.ts';
import { applyEdits } from '#actions/plan/changes.ts';

const place = z.object({ day, slot });
const dishAt = z.object({ day, slot, recipeId: recipeIdSchema });

const proposedMeal = z.object({
  ...plannedMeal.omit({ isFromPlanner: true }).shape,
  variant,
  minutes: z.int().optional().meta({ description: 'Until it is on the table' }),
  reasons: z.array(z.string()).meta({ description: 'Why this dish; the most important first' }),
});

const propose = tool({
  name: 'propose_week',
  title: 'Propose meals for a week',
  description:
    'Plans the free places of a week by the preferences, allergies, pantry and history of the family, with reasons. Stores nothing: show the proposal to the person, then call accept_proposal. Meals that people placed stay. To change a proposal, call again with `keep`, `avoid` or another `seed`, or replace single meals with those of find_alternatives.',
  scopes: ['plans:write'],
  input: z.strictObject({
    week,
    seed: z.int().min(0).max(1_000_000).default(0).meta({ description: 'Another number, another week' }),
    keep: z
      .array(dishAt)
      .max(MAX_PLACES)
      .default([])
      .meta({ description: 'Dishes of an earlier proposal that must stay where they are' }),
    avoid: z.array(recipeIdSchema).max(100).default([]).meta({ description: 'Dishes that nobody wants now' }),
  }),
  output: z.object({
    weekOf: weekOfField,
    basis: z.string().meta({ description: 'For accept_proposal' }),
    meals: z.array(proposedMeal),
    emptied: z.array(place).meta({ description: 'Places whose earlier planned meal has no successor' }),
    gaps: z.array(z.object({ day, slot, why: z.string() })).meta({ description: 'Places without a dish' }),
    notes: z.array(z.string()).meta({ description: 'What else people should know' }),
    minutesOfWork: z.int(),
  }),
  hints: READS,
  cost: PLANNING_COST,
  async run(context, input) {
    const { store, planner, nowMs, client, key } = context;
    const monday = weekIn(context, input.week);
    const options = {
      seed: input.seed,
      locked: input.keep,
      avoided: input.avoid,
      fixedMeals: 'own',
    } as const;
    const planning = { db: store.db, planner, nowMs, client };
    const outcome = await proposeWeek(planning, key.family, monday, options);
    if (isRefusal(outcome)) return failureOf(outcome);
    const proposal = translateProposal(outcome.proposal, await openLanguage(context));
    const preferences = await readWeekPreferences(store.db, key.family, monday);
    const placed = proposal.meals.flatMap((proposed) => {
      const meal = acceptedMeal(proposed);
      return meal ? [{ day: proposed.day, slot: proposed.slot, meal, proposed }] : [];
    });
    const shown = await showMeals(context, monday, placed);
    const meals = shown.map(({ isFromPlanner: _isFromPlanner, ...meal }, at) => ({
      ...meal,
      ...(placed[at]?.meal.variant && { variant: placed[at].meal.variant }),
      ...aboutDish(context, placed[at]?.proposed, preferences),
    }));
    const gaps = proposal.meals.flatMap((meal) =>
      meal.kind === 'gap'
        ? [{ day: meal.day, slot: meal.slot, why: blockingText(meal.blockingConstraints) }]
        : [],
    );
    const emptied = emptiedPlaces(context, outcome.plan, proposal.meals);
    const notes = [
      ...proposal.unmet.flatMap(({ ruleId }) => unmetRuleText(preferences, ruleId) ?? []),
      ...outcome.leftOut.map(
        ({ meal }) => `The recurring meal “${meal.description}” was left out: it is not for everyone.`,
      ),
    ];
    const basis = basisText(outcome.basis, outcome.plan);
    const minutesOfWork = proposal.totals.minutes;
    const text = [
      `Proposal for the week of ${monday}, not stored yet; ${minutesOfWork} minutes of work in all.`,
      ...shown.map((meal, at) => withReasons(mealText(meal), meals[at]?.reasons ?? [])),
      ...gaps.map((gap) => `${placeText(gap)}: no dish, ${gap.why}`),
      ...emptied.map((place) => `${placeText(place)}: would be emptied`),
      ...notes,
      ...(meals.length === 0 ? ['There is no free place to plan.'] : []),
      `basis: ${basis}`,
    ].join('\n');
    return { data: { weekOf: monday, basis, meals, emptied, gaps, notes, minutesOfWork }, text };
  },
});

function aboutDish(
  context: ToolContext,
  proposed: ProposedMeal | undefined,
  preferences: Parameters<typeof reasonTexts>[1],
) {
  if (proposed?.kind === 'cooked')
    return { minutes: proposed.minutes, reasons: reasonTexts(context, preferences, proposed.reasons) };
  if (proposed?.kind === 'leftovers') return { reasons: [`leftovers of ${placeText(proposed.of)}`] };
  return { reasons: proposed?.kind === 'recurring' ? ['recurring meal'] : [] };
}

/** As in the app: earlier planned meals, from today on, that the proposal does not replace. */
function emptiedPlaces(context: ToolContext, plan: Plan | null, meals: readonly Place[]): Place[] {
  const today = todayIn(context).toString();
  const isReplaced = (here: Place) => meals.some((meal) => meal.day === here.day && meal.slot === here.slot);
  return placedMeals(plan)
    .filter(
      (entry) => entry.meal.generated && plan && dateOf(plan.week, entry.day) >= today && !isReplaced(entry),
    )
    .map((meal) => ({ day: meal.day, slot: meal.slot }));
}

/** What a proposal was computed from, with the version of the plan that it is for. */
function basisText(basis: string, plan: Plan | null): string {
  return `${basis}.${plan?.version ?? 0}`;
}

const accept = tool({
  name: 'accept_proposal',
  title: 'Put proposed meals into the plan',
  description:
    'Stores the meals of a proposal that the person has agreed to, all at once. Pass `meals` and `emptied` of propose_week as they are; leave out what is not wanted, and replace a dish by title, recipeId and variant of an alternative. Refused if the week, recipes or preferences have changed since, and for places where somebody has put a meal.',
  scopes: ['plans:write'],
  input: z.strictObject({
    requestId,
    week,
    basis: z
      .string()
      .regex(/^[\w-]{1,64}\.\d{1,15}$/, 'must be the basis of a proposal')
      .meta({ description: 'Of the proposal' }),
    meals: z
      .array(
        z
          .object({
            day,
            slot,
            title: textLine(500),
            recipeId: recipeIdSchema.optional(),
            servings: mealFields.shape.servings,
            kind: mealFields.shape.kind,
            variant,
          })
          .meta({ description: 'Other fields of a proposed meal are ignored' }),
      )
      .min(1)
      .max(MAX_PLACES),
    emptied: z.array(place).max(MAX_PLACES).default([]),
  }),
  output: z.object({ ...changed, weekOf: weekOfField, meals: z.array(plannedMeal) }),
  hints: REPLACES,
  async run(context, input) {
    const { key, store } = context;
    const monday = weekIn(context, input.week);
    const [basis = '', version = ''] = input.basis.split('.');
    const places = [...input.meals, ...input.emptied];
    if (new Set(places.map(placeText)).size < places.length)
      return { failure: 'A place is named twice; nothing was changed.' };
    const edits = [
      ...input.meals.map(({ day: on, slot: at, title: description, ...meal }) => ({
        week: monday,
        day: on,
        slot: at,
        after: { ...meal, description, generated: true as const },
      })),
      ...input.emptied.map((place) => ({ week: monday, ...place, after: null })),
    ];
    const outcome = await makeChange(context, 'accept_proposal', input, async (change) => {
      const plan = await findPlan(store.db, key.family, monday);
      const taken = edits.find((edit) => {
        const meal = mealAt(plan?.meals ?? {}, edit);
        return meal && !meal.generated;
      });
      if (taken && plan?.version === Number(version))
        return {
          failure: `Somebody has put a meal into ${placeText(taken)}; nothing was changed. Leave it out, or use put_meal to replace it.`,
        };
      return applyEdits(change, key.family, {
        edits,
        basis,
        isExpected: (plans) => (plans[monday]?.version ?? 0) === Number(version),
      });
    });
    if ('failure' in outcome) return outcome;
    const meals = await loadWeek(context, monday);
    const head = changedText(outcome, `Accepted ${input.meals.length} meals. The week is now:`);
    const text = [head, ...meals.map(mealText), `changeId: ${outcome.changeId}`].join('\n');
    return { data: { ...outcome, weekOf: monday, meals }, text };
  },
});

export const proposalTools = [propose, accept];
