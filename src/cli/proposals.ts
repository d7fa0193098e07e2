/** plan propose: the week that the app would propose, for operators and for measurements. Stores nothing. */
import { isSamePlace, mealAt, type Place, PLACES, type Plan } from '#domain/plan/plan.ts';
import type { ProposedMeal, UnmetRule } from '#domain/proposal/proposal.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import { PlannerPool } from '#jobs/planning/planner-pool.ts';
import { proposeWeek, type WeekProposal } from '#jobs/planning/planning.ts';
import { readWeekPreferences } from '#queries/plan/preferences.ts';
import { command, unwrap, UsageError } from './command.ts';
import { weekArgument } from './arguments.ts';

const MAX_SEED = 0xffff_ffff;

export const proposalCommands = [
  command({
    name: 'plan propose',
    positionals: ['FAMILY_ID'],
    summary: 'Shows the week that the app would propose to a family, as JSON. Stores nothing.',
    example: 'plan propose 4fJ2kQ9xLm1TzB7c --week 2026-11-16 --seed 1',
    options: {
      week: { type: 'string', value: 'MONDAY', help: 'the week, by the date of its Monday', required: true },
      seed: { type: 'string', value: 'NUMBER', help: 'another number gives another week [0]' },
    },
    async run({ store, nowMs, positionals: [id = ''], options }) {
      const [week, seed] = [weekArgument(options.week), seedArgument(options.seed ?? '0')];
      const planner = new PlannerPool({ size: 1 });
      try {
        const context = { db: store.db, planner, nowMs, client: 'automatic' as const };
        const choice = { seed, locked: [], avoided: [], fixedMeals: 'own' as const };
        const proposed = unwrap(await proposeWeek(context, id, week, choice), `Family ${id}`);
        const preferences = await readWeekPreferences(store.db, id, week);
        const json = describeProposal(proposed, preferences);
        return { json, text: JSON.stringify(json, null, 2) };
      } finally {
        await planner.stop();
      }
    },
  }),
];

function seedArgument(text: string): number {
  const seed = text === '' ? NaN : Number(text);
  if (!Number.isInteger(seed) || seed < 0 || seed > MAX_SEED)
    throw new UsageError(`--seed must be a whole number from 0 to ${MAX_SEED}.`);
  return seed;
}

function describeProposal({ proposal, plan, leftOut }: WeekProposal, preferences: Preferences) {
  const { week, seed, score, meals, totals, unmet, offers } = proposal;
  return {
    week,
    seed,
    score,
    slots: describeSlots(meals, plan, preferences),
    totals,
    unmet: unmet.map((rule) => describeUnmet(rule, preferences)),
    offers,
    leftOut: leftOut.map(({ meal, warnings, ...place }) => ({ ...place, title: meal.description, warnings })),
  };
}

/** In the order of the week, with the meals of the plan that stay. */
function describeSlots(meals: readonly ProposedMeal[], plan: Plan | null, preferences: Preferences) {
  return PLACES.flatMap((place) => {
    const proposed = meals.find((meal) => isSamePlace(meal, place));
    return proposed ? describeMeal(proposed, preferences) : (describePlaced(plan, place) ?? []);
  });
}

function describePlaced(plan: Plan | null, place: Place) {
  const meal = plan && mealAt(plan.meals, place);
  if (!meal) return undefined;
  const { description: title, recipeId, servings } = meal;
  return { ...place, kind: 'placed' as const, recipeId, title, servings };
}

function describeMeal(meal: ProposedMeal, { eaters }: Preferences) {
  const { day, slot } = meal;
  switch (meal.kind) {
    case 'cooked': {
      const { variant, reasons, ...cooked } = meal;
      const nameOf = (id: string): string => eaters.find((eater) => eater.id === id)?.name ?? id;
      return {
        ...cooked,
        reasons: reasons.map((reason) =>
          'eaterId' in reason ? { ...reason, eater: nameOf(reason.eaterId) } : reason,
        ),
        variant: variant && {
          ...variant,
          eaters: variant.eaterIds.map((id) => nameOf(id)),
        },
      };
    }
    case 'recurring': {
      const { description: title, recipeId } = meal.meal;
      return { day, slot, kind: meal.kind, recipeId, title };
    }
    case 'gap': {
      const { dishes, steps } = meal.blockingConstraints;
      return { day, slot, kind: meal.kind, dishes, blockedBy: steps };
    }
    default:
      return meal;
  }
}

function describeUnmet(unmet: UnmetRule, { rules }: Preferences) {
  return { ...unmet, rule: rules.find(({ id }) => id === unmet.ruleId) };
}
