/**
 * The demo family of a first start: Premium, the machine's time zone, a plan for this week and one
 * for the next, one key. Its password is random and told once; there are no default credentials.
 */
import { randomText } from '#auth/secret.ts';
import { timeZone as timeZoneSchema } from '#domain/family.ts';
import type { Meals } from '#domain/plan.ts';
import { isRefusal } from '#domain/refusal.ts';
import { weekAfter, weekAt } from '#domain/week.ts';
import type { ChangeContext } from '#storage/audit.ts';
import { addApiKey } from './api-keys.ts';
import { addFamily } from './families.ts';
import { replacePlan } from './plans.ts';

export type Demo = { email: string; password: string; key: string };

export async function makeDemoFamily(context: ChangeContext, machineZone: string): Promise<Demo | undefined> {
  const timeZone = timeZoneSchema.safeParse(machineZone).data ?? 'UTC';
  const [email, password] = ['demo@weekfare.example', randomText(16)];
  const made = await addFamily(context, {
    name: 'Demo family',
    timeZone,
    email,
    password,
    premium: 'forever',
  });
  if (isRefusal(made)) return undefined;
  const family = made.id;
  const week = weekAt(Temporal.Instant.fromEpochMilliseconds(context.nowMs), timeZone);
  done(await replacePlan(context, { family, week, version: 0 }, THIS_WEEK));
  done(await replacePlan(context, { family, week: weekAfter(week), version: 0 }, NEXT_WEEK));
  const { key } = done(await addApiKey(context, family, { name: 'Demo key', expiresAt: null }));
  return { email, password, key };
}

/** In an empty database nothing can be refused. */
function done<Outcome extends object>(outcome: Outcome): Exclude<Outcome, { refused: unknown }> {
  if (isRefusal(outcome)) throw new Error(`The demo family could not be made: ${outcome.refused}.`);
  return outcome as Exclude<Outcome, { refused: unknown }>;
}

const THIS_WEEK: Meals = {
  Monday: {
    breakfast: { description: 'Porridge with grated apple and cinnamon' },
    dinner: { description: 'Red lentil dal with rice' },
  },
  Tuesday: {
    breakfast: { description: 'Toast with peanut butter and banana' },
    dinner: { description: 'Baked salmon, potatoes and green beans' },
  },
  Wednesday: {
    breakfast: { description: 'Yoghurt with berries and oats' },
    lunch: { description: 'Tomato soup with cheese toasties' },
    dinner: { description: 'Chicken fajitas with peppers' },
  },
  Thursday: {
    breakfast: { description: 'Porridge with pears' },
    dinner: { description: 'Mushroom and spinach risotto' },
  },
  Friday: {
    breakfast: { description: 'Toast with eggs' },
    dinner: { description: 'Home-made pizza night' },
  },
  Saturday: {
    breakfast: { description: 'Pancakes with blueberries' },
    lunch: { description: 'Leftover pizza and a big salad' },
    dinner: { description: 'Beef chilli with corn bread' },
  },
  Sunday: {
    breakfast: { description: 'Shakshuka with flatbread' },
    lunch: { description: 'Roast chicken with root vegetables' },
    dinner: { description: 'Sandwiches and fruit' },
  },
};

const NEXT_WEEK: Meals = {
  Monday: { dinner: { description: 'Chickpea curry with spinach' } },
  Tuesday: { dinner: { description: 'Spaghetti with lentil bolognese' } },
  Wednesday: { dinner: { description: 'Fish tacos with cabbage slaw' } },
  Thursday: { dinner: { description: 'Vegetable fried rice with egg' } },
  Friday: { dinner: { description: 'Home-made pizza night' } },
  Saturday: { lunch: { description: 'Leek and potato soup' }, dinner: { description: 'Moussaka' } },
  Sunday: {
    breakfast: { description: 'Waffles' },
    dinner: { description: 'Roast vegetables with couscous' },
  },
};
