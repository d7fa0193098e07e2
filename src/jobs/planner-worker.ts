/**
 * A thread that plans. It has the cookbook's dishes, and the families' own as long as there is room; what
 * it lacks it asks for, and gets as much as the main thread reads at a time. One task at a time; an answer
 * that takes too long is the best that was found by then. A family with many recipes has them read in
 * several turns, between those of others.
 */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { centsPerKg, type Prices } from '#domain/food/cost.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { Alternative, Proposal } from '#domain/proposal/proposal.ts';
import { recipeFrom, type RecipeSource } from '#domain/recipe/recipe-source.ts';
import { alternativesFor } from '#planner/alternatives.ts';
import { type Dish, dishOf } from '#planner/model/dish.ts';
import { planWeek } from '#planner/plan.ts';
import type { Lock, PlanningTask } from '#planner/model/task.ts';
import type { RecipeVersion, RecipeText } from '#storage/recipes.ts';
import { understandLines } from '#queries/ingredient-lines.ts';

/** A task without the dishes: those are here already. */
export type Job = { task: Omit<PlanningTask, 'dishes'>; own: RecipeVersion[]; prices: Prices } & (
  | { kind: 'propose' }
  | { kind: 'alternatives'; meals: Lock[]; place: Place }
);
export type Answers = { propose: Proposal; alternatives: Alternative[] };
/** Both limits are of the processor: for the search, and for reading own recipes in one turn. */
type Limits = { deadlineMs: number; readMs: number };
export type ToWorker = (Job & Limits) | { texts: RecipeText[] };
/** `unfinished`: some recipes were read, and another turn is needed. */
type Outcome = { answer: Answers[keyof Answers] } | { failure: string } | { unfinished: true };
export type FromWorker = { lacking: string[] } | (Outcome & { cpuMs: number });

const ASKED_AT_ONCE = 10;
/** Of the families' own: twice as many as one family may have. */
const MOST_KEPT = 10_000;

const port = parentPort;
if (!port) throw new Error('This file is for a thread of its own.');
// On Linux a thread has a priority of its own; elsewhere this would slow down the whole process.
if (process.platform === 'linux') setPriority(5);

let hear: (texts: RecipeText[]) => void = () => {};
const own = new Map<string, Dish>();
let cookbook: Dish[] | undefined;

port.on('message', (message: ToWorker) => {
  if ('texts' in message) hear(message.texts);
  else void work(message);
});

async function work(message: Job & Limits): Promise<void> {
  let cpuMs = cpuMeter();
  try {
    cookbook ??= getRecipes().recipes.map((recipe) => dishOf(recipe, getFoods()));
    // No task is charged for the cookbook, which all tasks need.
    cpuMs = cpuMeter();
    const outcome = await answer(message, cookbook);
    post({ ...outcome, cpuMs: cpuMs() });
  } catch (error) {
    post({
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
      cpuMs: cpuMs(),
    });
  }
}

/** Milliseconds of the processor since now, of this thread. */
function cpuMeter(): () => number {
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
}

function post(message: FromWorker): void {
  port?.postMessage(message);
}

async function answer(
  { task, own: marks, prices, deadlineMs, readMs, ...job }: Job & Limits,
  others: readonly Dish[],
): Promise<Outcome> {
  const ownOnes = await ownDishes(marks, readMs);
  if (!ownOnes) return { unfinished: true };
  const dishes = [...others, ...ownOnes].map((dish) => priced(dish, prices));
  const whole = { ...task, dishes };
  if (job.kind === 'alternatives') return { answer: alternativesFor(whole, job.meals, job.place) };
  const cpuMs = cpuMeter();
  return { answer: planWeek(whole, () => cpuMs() > deadlineMs) };
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

/** Undefined if reading took so long that other tasks get a turn before this one plans. */
async function ownDishes(marks: RecipeVersion[], readMs: number): Promise<Dish[] | undefined> {
  const cpuMs = cpuMeter();
  const lacking = new Set(marks.filter((mark) => !own.has(nameOf(mark))).map(({ id }) => id));
  let isOver = false;
  while (lacking.size > 0 && !isOver) {
    const asked = lacking.values().take(ASKED_AT_ONCE).toArray();
    const texts = await ask(asked);
    for (const text of texts) own.set(nameOf(text), await dishIn(text));
    // Where none came, all of them were deleted meanwhile.
    for (const id of texts.length > 0 ? texts.map((text) => text.id) : asked) lacking.delete(id);
    isOver = cpuMs() >= readMs;
  }
  const dishes = marks.flatMap((mark) => own.get(nameOf(mark)) ?? []);
  for (const name of [...own.keys()].slice(0, Math.max(0, own.size - MOST_KEPT))) own.delete(name);
  return isOver ? undefined : dishes;
}

/** A version never repeats, so what was made of it stays right. */
function nameOf({ id, version }: RecipeVersion): string {
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
