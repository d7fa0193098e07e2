/**
 * A planner thread: runs one job at a time. It caches the dishes of the cookbook and of the families' own
 * recipes, and requests missing recipes from the main thread, a few at a time. A family with many own recipes
 * gets several turns, with jobs of others in between. A deadline limits the search.
 */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { readTitles } from '#cookbook/translations.ts';
import type { Prices } from '#domain/food/cost.ts';
import { answerableWords, applyAnswers, type LineAnswers } from '#domain/ingredient-line/line-answers.ts';
import type { Place } from '#domain/plan/plan.ts';
import type { Alternative, Proposal, Repair } from '#domain/proposal/proposal.ts';
import { TRANSLATIONS } from '#languages/language.ts';
import { type OwnTags, tagKey } from '#domain/recipe/recipe-note.ts';
import { recipeFrom, type RecipeSource } from '#domain/recipe/recipe-source.ts';
import { alternativesFor } from '#planner/alternatives.ts';
import { type Dish, type DishFood, dishOf, withContentsOf } from '#planner/model/dish.ts';
import { planWeek } from '#planner/plan.ts';
import { type RepairRequest, repairWeek } from '#planner/repair.ts';
import type { Lock, PlanningTask } from '#planner/model/task.ts';
import type { RecipeVersion, RecipeText } from '#storage/tables/recipe/recipes.ts';
import { answeredBookRecipes } from '#queries/recipe/book-brands.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import { readSubRecipes, subRecipeFinder, usableSources } from '#queries/recipe/sub-recipes.ts';

/** The task comes without its dishes, which the thread has cached. */
export type Job = {
  task: Omit<PlanningTask, 'dishes'>;
  own: RecipeVersion[];
  answers: LineAnswers;
  prices: Prices;
  /** The tags that the family gave dishes, if a rule counts one. */
  tags: OwnTags;
} & (
  | { kind: 'propose' }
  | { kind: 'alternatives'; meals: Lock[]; place: Place }
  | { kind: 'repair'; request: RepairRequest }
);
export type JobResults = { propose: Proposal; alternatives: Alternative[]; repair: Repair };
/** Processor time of the search, and of reading own recipes in one turn. */
type Limits = { deadlineMs: number; readLimitMs: number };
export type ToWorker = (Job & Limits) | { texts: RecipeText[] };
/** `unfinished`: only some recipes were read; the job needs another turn. */
type Outcome = { result: JobResults[keyof JobResults] } | { failure: string } | { unfinished: true };
export type FromWorker = { missing: string[] } | (Outcome & { cpuMs: number });

const REQUEST_SIZE = 10;
/** Twice as many own recipes as one family may have. */
const MAX_CACHED = 10_000;

const port = parentPort;
if (!port) throw new Error('planner-worker.ts must run in a worker thread');
// Only on Linux does this set the priority of the thread; elsewhere it would be that of the process.
if (process.platform === 'linux') setPriority(5);

let resolveTexts: (texts: RecipeText[]) => void = () => {};
/**
 * `answered` identifies the answers to `words` that the dish was made with, `uses` the recipes that are ingredients of it,
 * without those of the cookbook.
 */
type CachedDish = {
  dish: Dish;
  words: readonly string[];
  answered: string;
  uses: readonly { id: string; version: number | undefined }[];
};
const ownDishes = new Map<string, CachedDish>();
let cookbook: Dish[] | undefined;

port.on('message', (message: ToWorker) => {
  if ('texts' in message) resolveTexts(message.texts);
  else void run(message);
});

async function run(message: Job & Limits): Promise<void> {
  let cpuMs = cpuMeter();
  try {
    cookbook ??= bookDishes();
    // The cookbook is shared by all jobs, so no job is charged for it.
    cpuMs = cpuMeter();
    const outcome = await runJob(message, cookbook);
    post({ ...outcome, cpuMs: cpuMs() });
  } catch (error) {
    post({
      failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
      cpuMs: cpuMs(),
    });
  }
}

function bookDishes(): Dish[] {
  const titles = TRANSLATIONS.map((language) => readTitles(language));
  return getRecipes().recipes.map((recipe) =>
    dishOf(recipe, getFoods(), { translatedTitles: titles.flatMap((byId) => byId.get(recipe.id) ?? []) }),
  );
}

/** Returns a function that measures this thread's processor time from now on. */
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

async function runJob(
  { task, own, answers, prices, tags, deadlineMs, readLimitMs, ...job }: Job & Limits,
  cookbookDishes: readonly Dish[],
): Promise<Outcome> {
  const familyDishes = await loadOwnDishes(own, answers, readLimitMs);
  if (!familyDishes) return { unfinished: true };
  const dishes = [...withBrands(cookbookDishes, answers), ...familyDishes].map((dish) =>
    withTags(withPrices(dish, prices), tags),
  );
  const fullTask = { ...task, dishes };
  if (job.kind === 'alternatives') return { result: alternativesFor(fullTask, job.meals, job.place) };
  if (job.kind === 'repair') return { result: repairWeek(fullTask, job.request) };
  const cpuMs = cpuMeter();
  return { result: planWeek(fullTask, () => cpuMs() > deadlineMs) };
}

/** With what the family said about its brands. */
function withBrands(dishes: readonly Dish[], answers: LineAnswers): readonly Dish[] {
  const answered = new Map(answeredBookRecipes(answers).map((recipe) => [recipe.id, recipe]));
  if (answered.size === 0) return dishes;
  return dishes.map((dish) => {
    const recipe = answered.get(dish.id);
    return recipe ? withContentsOf(dish, recipe, getFoods()) : dish;
  });
}

/** Recalculates the cost if the family has its own price for one of the foods. */
function withPrices(dish: Dish, prices: Prices): Dish {
  const { variant } = dish;
  const all = [...dish.foods, ...(variant?.foods ?? [])];
  if (!all.some(({ foodId }) => prices.has(foodId))) return dish;
  const priced = (foods: readonly DishFood[]): DishFood[] =>
    foods.map((food) => ({ ...food, centsPerKg: prices.get(food.foodId) ?? food.centsPerKg }));
  const foods = priced(dish.foods);
  const cents = foods
    .filter(({ isStaple }) => !isStaple)
    .reduce((sum, { grams, centsPerKg }) => sum + (grams / 1_000) * centsPerKg, 0);
  return {
    ...dish,
    foods,
    costCents: Math.round(cents),
    ...(variant && { variant: { ...variant, foods: priced(variant.foods) } }),
  };
}

function withTags(dish: Dish, tags: OwnTags): Dish {
  const ownTags = tags.get(dish.id)?.map(tagKey);
  return ownTags ? { ...dish, ownTags } : dish;
}

/** Undefined if the time limit was reached before all recipes were read. */
async function loadOwnDishes(
  versions: RecipeVersion[],
  answers: LineAnswers,
  readLimitMs: number,
): Promise<Dish[] | undefined> {
  const cpuMs = cpuMeter();
  const versionOf = new Map(versions.map(({ id, version }) => [id, version]));
  const current = { answers, versionOf };
  const missing = new Set(versions.filter((version) => !findCached(version, current)).map(({ id }) => id));
  let isOverLimit = false;
  while (missing.size > 0 && !isOverLimit) {
    const requested = missing.values().take(REQUEST_SIZE).toArray();
    const texts = await requestTexts(requested);
    for (const text of texts) ownDishes.set(cacheKey(text), await dishFrom(text, answers));
    // If none was returned, all of them were deleted meanwhile.
    for (const id of texts.length > 0 ? texts.map((text) => text.id) : requested) missing.delete(id);
    isOverLimit = cpuMs() >= readLimitMs;
  }
  const dishes = versions.flatMap((version) => findCached(version, current) ?? []);
  const excess = Math.max(0, ownDishes.size - MAX_CACHED);
  for (const key of [...ownDishes.keys()].slice(0, excess)) ownDishes.delete(key);
  return isOverLimit ? undefined : dishes;
}

type Current = { answers: LineAnswers; versionOf: ReadonlyMap<string, number> };

/** Undefined if an answer to one of its lines, or a recipe that it uses, was changed since. */
function findCached(version: RecipeVersion, { answers, versionOf }: Current): Dish | undefined {
  const cached = ownDishes.get(cacheKey(version));
  if (cached?.answered !== answersTo(cached?.words ?? [], answers)) return undefined;
  return cached.uses.every((used) => versionOf.get(used.id) === used.version) ? cached.dish : undefined;
}

function answersTo(words: readonly string[], answers: LineAnswers): string {
  return JSON.stringify(
    words.map((word) => {
      const answer = answers.get(word);
      return answer && [answer.foodId, answer.brands];
    }),
  );
}

/** A version number is never reused, so that a cached dish becomes stale only by an answer to its lines or a recipe that it uses. */
function cacheKey({ id, version }: RecipeVersion): string {
  return `${id} ${version}`;
}

function requestTexts(missing: string[]): Promise<RecipeText[]> {
  const { promise, resolve } = Promise.withResolvers<RecipeText[]>();
  resolveTexts = resolve;
  post({ missing });
  return promise;
}

async function dishFrom(text: RecipeText, answers: LineAnswers): Promise<CachedDish> {
  const [own, foods] = [parseText(text), getFoods()];
  const read = await readSubRecipes([own.source], readTexts);
  const sources = [own, ...usableSources([own.source], read)].map(({ source }) => source);
  const lines = await parseIngredientLines(sources.flatMap(({ ingredients }) => ingredients));
  const words = lines.flatMap((line) => answerableWords(line, foods) ?? []);
  const answered = new Map(lines.map((line) => [line.text, applyAnswers(line, answers, foods)]));
  const parse = (line: string) => answered.get(line) ?? { text: line };
  const find = subRecipeFinder(read, parse);
  const recipe = recipeFrom(own.id, own.source, { lines: own.source.ingredients.map(parse), find }, foods);
  return {
    dish: dishOf(recipe, foods),
    words,
    answered: answersTo(words, answers),
    uses: Array.from(read, ([id, used]) => ({ id, version: used?.version })),
  };
}

type OwnText = Omit<RecipeText, 'source'> & { source: RecipeSource };

function parseText({ source, ...text }: RecipeText): OwnText {
  return { ...text, source: JSON.parse(source) as RecipeSource };
}

/** A request returns the first of what was asked for, or nothing if all of them were deleted meanwhile. */
async function readTexts(ids: string[]): Promise<OwnText[]> {
  const missing = new Set(ids);
  const found: OwnText[] = [];
  while (missing.size > 0) {
    const requested = missing.values().take(REQUEST_SIZE).toArray();
    const texts = await requestTexts(requested);
    found.push(...texts.map(parseText));
    for (const id of texts.length > 0 ? texts.map((text) => text.id) : requested) missing.delete(id);
  }
  return found;
}
