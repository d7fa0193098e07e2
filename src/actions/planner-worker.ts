/**
 * A thread that plans. It has the cookbook's dishes, and the families' own as long as there is room; what
 * it lacks it asks for, a few at a time. One task at a time; an answer that takes too long is the best
 * that was found by then.
 */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { centsPerKg, type Prices } from '#domain/cost.ts';
import type { Place } from '#domain/plan.ts';
import type { Alternative, Proposal } from '#domain/proposal.ts';
import { recipeFrom, type RecipeSource } from '#domain/recipe-source.ts';
import { alternativesFor } from '#planner/alternatives.ts';
import { type Dish, dishOf } from '#planner/dish.ts';
import { planWeek } from '#planner/plan.ts';
import type { Lock, PlanningTask } from '#planner/task.ts';
import type { RecipeMark, RecipeText } from '#storage/recipes.ts';
import { understandLines } from './understood-lines.ts';

/** A task without the dishes: those are here already. */
export type Job = { task: Omit<PlanningTask, 'dishes'>; own: RecipeMark[]; prices: Prices } & (
  | { kind: 'propose' }
  | { kind: 'alternatives'; meals: Lock[]; place: Place }
);
export type Answers = { propose: Proposal; alternatives: Alternative[] };
export type ToWorker = (Job & { deadlineMs: number }) | { texts: RecipeText[] };
export type FromWorker = { lacking: string[] } | { answer: Answers[keyof Answers] } | { failure: string };

/** With the longest recipes these are 5 MB, which the main thread reads and copies. */
const ASKED_AT_ONCE = 50;
/** Of the families' own: twice as many as one family may have. */
const MOST_KEPT = 10_000;

const port = parentPort;
if (!port) throw new Error('This file is for a thread of its own.');
// On Linux a thread has a priority of its own; elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(10);

let hear: (texts: RecipeText[]) => void = () => {};
const own = new Map<string, Dish>();
let cookbook: Dish[] | undefined;

port.on('message', (message: ToWorker) => {
  if ('texts' in message) hear(message.texts);
  else
    void answer(message).then(
      (found) => post({ answer: found }),
      (error: Error) => post({ failure: error.stack ?? error.message }),
    );
});

function post(message: FromWorker): void {
  port?.postMessage(message);
}

async function answer({
  task,
  own: marks,
  prices,
  deadlineMs,
  ...job
}: Job & { deadlineMs: number }): Promise<Answers[keyof Answers]> {
  cookbook ??= getRecipes().recipes.map((recipe) => dishOf(recipe, getFoods()));
  const dishes = [...cookbook, ...(await ownDishes(marks))].map((dish) => priced(dish, prices));
  const whole = { ...task, dishes };
  if (job.kind === 'alternatives') return alternativesFor(whole, job.meals, job.place);
  const before = process.threadCpuUsage();
  return planWeek(whole, () => {
    const { user, system } = process.threadCpuUsage(before);
    return user + system > deadlineMs * 1_000;
  });
}

/** Where the family knows better what a food costs. */
function priced(dish: Dish, prices: Prices): Dish {
  if (!dish.foods.some(({ foodId }) => prices.has(foodId))) return dish;
  let cents = 0;
  for (const { foodId, grams, isStaple } of dish.foods) {
    const food = getFoods().find(foodId);
    if (food && !isStaple) cents += (grams / 1_000) * centsPerKg(food, prices);
  }
  return { ...dish, costCents: Math.round(cents) };
}

async function ownDishes(marks: RecipeMark[]): Promise<Dish[]> {
  const lacking = marks.filter((mark) => !own.has(nameOf(mark))).map(({ id }) => id);
  while (lacking.length > 0) {
    for (const text of await ask(lacking.splice(0, ASKED_AT_ONCE))) own.set(nameOf(text), await dishIn(text));
  }
  const dishes = marks.flatMap((mark) => own.get(nameOf(mark)) ?? []);
  for (const name of [...own.keys()].slice(0, Math.max(0, own.size - MOST_KEPT))) own.delete(name);
  return dishes;
}

/** A version never repeats, so what was made of it stays right. */
function nameOf({ id, version }: RecipeMark): string {
  return `${id} ${version}`;
}

function ask(lacking: string[]): Promise<RecipeText[]> {
  const { promise, resolve } = Promise.withResolvers<RecipeText[]>();
  hear = resolve;
  post({ lacking });
  return promise;
}

async function dishIn({ id, source }: RecipeText): Promise<Dish> {
  const typed = JSON.parse(source) as RecipeSource;
  return dishOf(recipeFrom(id, typed, await understandLines(typed.ingredients)), getFoods());
}
