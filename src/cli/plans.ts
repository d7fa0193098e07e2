/** plan show, set, clear. Input and output have the format of `meals` in the API. */
import { text as readText } from 'node:stream/consumers';
import { z } from 'zod';
import { clearMeal, removePlan, replacePlan } from '#actions/plan/plans.ts';
import { type Place, type Plan, publicPlan, SLOTS } from '#domain/plan/plan.ts';
import { placeSchema, publicMealsSchema } from '#domain/plan/plan-schema.ts';
import { printableLine } from '#domain/text/printable.ts';
import { DAYS, weekAt, weekOfText } from '#domain/week/week.ts';
import { findPlan } from '#storage/tables/plan/plans.ts';
import { command, getFamily, type Terminal, unwrap, UsageError } from './command.ts';
import { weekArgument } from './arguments.ts';

const week = {
  type: 'string',
  value: 'MONDAY',
  help: 'the week, by the date of its Monday',
  required: true,
} as const;

export const planCommands = [
  command({
    name: 'plan show',
    positionals: ['FAMILY_ID'],
    summary: "Shows a family's plan for a week, as the API would; null if there is none.",
    example: 'plan show 4fJ2kQ9xLm1TzB7c --week 2026-11-09',
    options: { week: { type: 'string', value: 'MONDAY', help: "the week [the family's current one]" } },
    async run({ store, nowMs, positionals: [id = ''], options }) {
      const family = await getFamily(store.db, id);
      const now = Temporal.Instant.fromEpochMilliseconds(nowMs);
      const wanted = options.week === undefined ? weekAt(now, family.timeZone) : weekArgument(options.week);
      const plan = await findPlan(store.db, id, wanted);
      return { json: plan ? publicPlan(plan) : null, text: plan ? planText(plan) : `No plan for ${wanted}.` };
    },
  }),

  command({
    name: 'plan set',
    positionals: ['FAMILY_ID'],
    summary: "Sets a family's plan for a week from JSON on standard input.",
    example: 'plan set 4fJ2kQ9xLm1TzB7c --week 2026-11-09 < meals.json',
    options: { week },
    async run({ context, positionals: [family = ''], options, terminal }) {
      const target = { family, week: weekArgument(options.week), version: 'any' as const };
      const plan = unwrap(await replacePlan(context, target, await readMeals(terminal)), `Family ${family}`);
      return {
        json: { id: plan.id, weekOf: weekOfText(plan.week) },
        text: `Set plan ${plan.id} for ${plan.week}.`,
      };
    },
  }),

  command({
    name: 'plan clear',
    positionals: ['FAMILY_ID'],
    summary: 'Deletes the plan of a week, or clears one of its slots.',
    example: 'plan clear 4fJ2kQ9xLm1TzB7c --week 2026-11-09 --day Monday --slot dinner',
    options: {
      week,
      day: { type: 'string', value: 'DAY', help: 'together with --slot: only this meal' },
      slot: { type: 'string', value: 'SLOT', help: 'breakfast, lunch or dinner' },
    },
    async run({ context, positionals: [family = ''], options: { week: monday, day, slot } }) {
      const target = { family, week: weekArgument(monday), version: 'any' as const };
      const what = `The plan of family ${family} for ${target.week}`;
      if (day === undefined && slot === undefined) {
        unwrap(await removePlan(context, target), what);
        return {
          json: { weekOf: weekOfText(target.week), deleted: true },
          text: `Deleted the plan for ${target.week}.`,
        };
      }
      const plan = unwrap(await clearMeal(context, target, placeArgument(day, slot)), what);
      return { json: publicPlan(plan), text: planText(plan) };
    },
  }),
];

async function readMeals({ input, printError }: Terminal) {
  if (input.isTTY) printError('Reading the meals as JSON from standard input. End with Ctrl-D.');
  const text = await readText(input);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError('The meals on standard input are not JSON.', { cause: error });
  }
  const { data, error } = publicMealsSchema.safeParse(value);
  if (error) throw new UsageError(`The meals are not valid:\n${z.prettifyError(error)}`);
  return data;
}

function placeArgument(day: string | undefined, slot: string | undefined): Place {
  const { data } = placeSchema.safeParse({ day, slot });
  if (!data)
    throw new UsageError(
      '--day must be Monday to Sunday, and --slot breakfast, lunch or dinner. Both are needed.',
    );
  return data;
}

function planText({ id, week: monday, meals }: Plan): string {
  const lines = DAYS.flatMap((day) => {
    const slots = SLOTS.filter((slot) => meals[day]?.[slot]);
    return slots.length === 0
      ? []
      : [
          day,
          ...slots.map(
            (slot) => `  ${slot.padEnd(10)} ${printableLine(meals[day]?.[slot]?.description ?? '')}`,
          ),
        ];
  });
  return [`Plan ${id}, week of ${monday}`, ...lines].join('\n');
}
