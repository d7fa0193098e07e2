/** Families with data of every kind that an export carries, made from a seed. */
import { newId } from '#auth/secret.ts';
import { addOperations } from '#actions/shopping-list/lists.ts';
import { type NewPhoto, savePhoto } from '#actions/recipe/photos.ts';
import { oneOf, type Random, seededRandom } from '#domain/random.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { type Meal, SLOTS, type Meals, withMeal } from '#domain/plan/plan.ts';
import { type RecipeSource, recipeSourceSchema } from '#domain/recipe/recipe-source.ts';
import { LIST_AISLES } from '#domain/shopping-list/item.ts';
import type { ListOperation } from '#domain/shopping-list/operations.ts';
import { DAYS, type Week } from '#domain/week/week.ts';
import { indexRecipe } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import { OPERATOR } from '#storage/actor.ts';
import { auditedTransaction, type RecordChange } from '#storage/transaction.ts';
import { insertFamily } from '#storage/tables/account/families.ts';
import { saveLineAnswer } from '#storage/tables/recipe/line-answers.ts';
import { savePantry } from '#storage/tables/shopping-list/pantry.ts';
import { savePlan } from '#storage/tables/plan/plans.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import { savePrice } from '#storage/tables/shopping-list/prices.ts';
import { insertRecipes, type OwnRecipe, type RecipeIndex } from '#storage/tables/recipe/recipes.ts';
import { saveRecipeNote } from '#storage/tables/recipe/recipe-notes.ts';
import { type WeekExceptions, withoutOldGuests } from '#domain/preferences/week-exceptions.ts';
import { menuMeals } from '#domain/plan/menu.ts';
import { saveMenu } from '#storage/tables/plan/menus.ts';
import { saveWeekExceptions } from '#storage/tables/plan/week-exceptions.ts';
import { saveRejectedDish } from '#storage/tables/plan/rejected-dishes.ts';
import { saveStar } from '#storage/tables/recipe/stars.ts';
import { losslessChunk, makePhoto, makeRiff } from '../photos.ts';
import { generatedRecipe } from './generated-recipe.ts';

export const NOW_MS = Date.parse('2026-11-17T12:00:00Z');
const WEEKS = ['2026-11-02', '2026-11-09', '2026-11-16', '2026-11-23'] as Week[];
/** A dish of the cookbook that has a variant, and one more. */
const BOOK = ['alpine-macaroni', 'shakshuka'];
const EATERS = ['Anna', 'Zoë "Z" O’Neil', 'שרה', '</b>&amp;', '@home'];
const DESCRIPTIONS = ['Pizza 🍕', 'left-overs, again', '"Soup" & bread', 'דג', 'x'.repeat(500), '= 1+1'];
const WORDS = ['auntie marys blend', 'grandma dust'];

export async function emptyFamily(store: Store): Promise<string> {
  const id = newId();
  await auditedTransaction({ store, actor: OPERATOR, nowMs: NOW_MS }, id, async (tx, record) => {
    await insertFamily(tx, { id, name: 'Okafor', timeZone: 'Europe/Berlin', premium: 'none' }, NOW_MS);
    await record('family.add', {});
  });
  return id;
}

/** Returns its id. */
export async function generatedFamily(store: Store, seed: number): Promise<string> {
  const random = seededRandom(seed);
  const family = await emptyFamily(store);
  const recipes: { id: string; source: RecipeSource }[] = [];
  for (let count = random(7); count >= 0; count -= 1) {
    const source = recipeSourceSchema.parse(generatedRecipe(random));
    recipes.push({ id: newId(), source });
  }
  // Twice the same text, but not the same servings: both must come along.
  const [first] = recipes;
  if (first && random(3) === 0)
    recipes.push({ id: newId(), source: { ...first.source, servings: (first.source.servings % 99) + 1 } });
  const indexed: { own: OwnRecipe; index: RecipeIndex }[] = [];
  for (const { id, source } of recipes)
    indexed.push({
      own: { id, version: 1, source },
      index: await indexRecipe(store.db, family, { id, version: 0, source }),
    });
  await auditedTransaction({ store, actor: OPERATOR, nowMs: NOW_MS }, family, async (tx, record) => {
    await insertRecipes(tx, family, indexed);
    for (const [at, { id }] of recipes.entries())
      if (random(2) === 0) await savePhoto(tx, family, id, generatedPhoto(random, at));
    await fill(tx, record, { family, random, recipeIds: recipes.map(({ id }) => id), seed });
  });
  return family;
}

/** In both sizes and formats, or in one size, as an import of another app's recipes stores it. */
function generatedPhoto(random: Random, at: number): NewPhoto {
  const { small, large } = makePhoto(1 + at);
  if (random(3) === 0) return { small: large, large };
  const webp = { bytes: makeRiff(losslessChunk({ width: 1 + at })), mediaType: 'image/webp' };
  return { small: random(2) === 0 ? small : webp, large };
}

type Filling = { family: string; random: Random; recipeIds: string[]; seed: number };

async function fill(tx: Tx, record: RecordChange, filling: Filling): Promise<void> {
  const { family, random, recipeIds, seed } = filling;
  const dishes = [...recipeIds, ...BOOK];
  const version = await record('plan.replace', {});
  const hasPreferences = random(4) > 0;
  const eaterCount = hasPreferences ? random(EATERS.length) : 0;
  const eaterIds = EATERS.slice(0, eaterCount).map((_, at) => `eater-${at}`);
  if (hasPreferences) {
    const preferences = generatedPreferences(random, eaterIds, dishes);
    await savePreferences(tx, family, {
      version,
      preferences,
      dueAt: null,
      language: oneOf(random, ['en', 'de']),
    });
    for (const eaterId of eaterIds)
      await saveStar(tx, family, { eaterId, recipeId: oneOf(random, dishes), stars: 1 + random(5) });
  }
  for (const week of WEEKS.filter(() => random(2) === 0))
    await savePlan(
      tx,
      family,
      { id: newId(), week, version, meals: generatedMeals(random, eaterIds, dishes) },
      0,
    );
  for (const name of ['School weeks', 'Ferien'].filter(() => random(2) === 0)) {
    const meals = menuMeals(generatedMeals(random, eaterIds, dishes));
    await saveMenu(tx, family, { id: newId(), version, name, meals });
  }
  for (const week of WEEKS.filter(() => random(3) === 0))
    await saveWeekExceptions(tx, family, {
      week,
      version,
      // Guests whose day is long ago are deleted, also by an import.
      exceptions: withoutOldGuests(generatedExceptions(random, eaterIds), week, '2026-11-17'),
    });
  if (random(3) > 0) {
    const entries = [
      { foodId: 'rice', quantityText: '500 g' },
      { foodId: 'milk', quantityText: '1 l', bestBefore: '2026-12-01' },
      { foodId: 'salt' },
    ];
    await savePantry(tx, family, { version, entries: entries.slice(random(3)) });
    await savePrice(tx, family, { foodId: 'rice', centsPerKg: random(1_000) });
    await savePrice(tx, family, { foodId: 'milk', centsPerKg: 125, offer: { cents: 129, per: '1 l' } });
  }
  for (const words of WORDS.filter(() => random(2) === 0)) {
    const foodId = random(2) === 0 ? null : 'paprika';
    await saveLineAnswer(tx, family, { words, foodId, version, createdBy: OPERATOR }, NOW_MS);
  }
  if (random(2) === 0) {
    const answer = { words: 'ham in strips', foodId: null, version, createdBy: OPERATOR };
    await saveLineAnswer(tx, family, { ...answer, brands: { ham: ['celery', 'mustard'] } }, NOW_MS);
  }
  for (const recipeId of dishes.filter(() => random(3) === 0))
    await saveRecipeNote(tx, family, {
      recipeId,
      note: random(2) === 0 ? '' : 'less salt\nmore “Öl”',
      tags: ['quick'],
      ...(random(2) === 0 && { soonSince: '2026-11-10' }),
      ...(random(2) === 0 && { frozenSince: '2026-11-11' }),
    });
  if (random(2) === 0)
    await saveRejectedDish(tx, family, {
      recipeId: oneOf(random, dishes),
      rejectedOn: '2026-10-01',
      createdBy: OPERATOR,
    });
  for (const week of WEEKS.slice(0, random(4))) {
    const operations = generatedOperations(random, `s${seed}-${week}`, recipeIds);
    if (operations.length > 0) await addOperations(tx, record, { family, week, nowMs: NOW_MS }, operations);
  }
}

function generatedExceptions(random: Random, eaterIds: string[]): WeekExceptions {
  const guests = [
    { id: 'guest-1', name: 'Öykü', diets: ['vegan' as const], allergens: ['nuts' as const] },
    { id: 'guest-2', diets: [], allergens: [] },
  ].slice(random(2));
  return {
    Monday: { slots: { dinner: { isOff: true } } },
    Saturday: {
      note: 'Music until 6',
      slots: {
        lunch: { away: eaterIds.slice(random(2)), minutes: random(2) === 0 ? null : 20 },
        dinner: { guests },
      },
    },
  };
}

function generatedPreferences(random: Random, eaterIds: string[], dishes: string[]): Preferences {
  const eaters = eaterIds.map((id, at) => ({
    id,
    name: EATERS[at] as string,
    diets: random(2) === 0 ? (['vegetarian'] as const).slice() : [],
    allergens: random(2) === 0 ? (['nuts', 'wheat'] as const).slice() : [],
    dislikes: [{ foodId: oneOf(random, ['celery', 'group:mushrooms']), isHard: random(2) === 0 }],
    ...(random(2) === 0 && { portion: 'child' as const, goals: { proteinG: { min: 20 } } }),
  }));
  const recipeId = oneOf(random, [undefined, ...dishes]);
  const meal = { description: oneOf(random, DESCRIPTIONS), ...(recipeId !== undefined && { recipeId }) };
  return {
    ...DEFAULT_PREFERENCES,
    eaters,
    rules: [{ id: 'rule-1', tag: 'title:soup', days: ['Monday'], slots: [], atMost: 1, isHard: false }],
    cuisines: ['Dutch', 'it’s "odd"'],
    recurring: [{ day: 'Friday', slot: 'dinner', meal }],
    budgetCents: 1 + random(50_000),
    cooksDouble: random(2) === 0,
  };
}

function generatedMeals(random: Random, eaterIds: string[], dishes: string[]): Meals {
  let meals: Meals = {};
  for (let count = 1 + random(8); count > 0; count -= 1) {
    const recipeId = oneOf(random, [undefined, ...dishes]);
    const [eater] = eaterIds;
    const meal: Meal = {
      description: oneOf(random, DESCRIPTIONS),
      ...(recipeId !== undefined && { recipeId }),
      ...(random(3) === 0 && { kind: 'leftovers' as const }),
      ...(random(3) === 0 && { servings: 1 + random(20) }),
      ...(random(3) === 0 && eater !== undefined && { exceptEaters: [eater] }),
      ...(random(4) === 0 && { generated: true as const }),
      ...(recipeId === BOOK[0] &&
        eater !== undefined && { servings: 9, variant: { eaterIds: [eater], servings: 2 } }),
    };
    const { generated: _generated, ...side } = meal;
    if (random(3) === 0) meal.sides = [{ ...side, ...(eater !== undefined && { eaterIds: [eater] }) }, side];
    meals = withMeal(meals, { day: oneOf(random, DAYS), slot: oneOf(random, SLOTS) }, meal);
  }
  return meals;
}

function generatedOperations(random: Random, start: string, recipeIds: string[]): ListOperation[] {
  const operations: ListOperation[] = [];
  const id = () => `${start}-${operations.length}`;
  for (let count = random(12); count > 0; count -= 1) {
    const line = `line:${oneOf(random, [...recipeIds, 'shakshuka'])}:12ab`;
    const itemId = oneOf(random, ['food:milk', 'food:onion:2', line]);
    const earlier = operations[random(operations.length + 1)]?.opId;
    operations.push(
      oneOf<ListOperation>(random, [
        { opId: id(), kind: 'add', text: oneOf(random, ['2 l milk', '🧻 paper', 'a "b" {c}', 'לחם']) },
        { opId: id(), kind: 'tick', itemId, bought: { g: '1001/2' }, lines: [] },
        { opId: id(), kind: 'drop', itemId, bought: {} },
        { opId: id(), kind: 'amount', itemId, text: '3 kg', seen: { g: '500' } },
        { opId: id(), kind: 'want', itemId },
        { opId: id(), kind: 'keep', foodId: 'salt' },
        { opId: id(), kind: 'move', key: 'text:odd "line"', aisle: oneOf(random, LIST_AISLES) },
        { opId: id(), kind: 'order', shop: 'Läden & Co', aisles: [...LIST_AISLES].slice(0, 3) },
        { opId: id(), kind: 'undo', undoes: [earlier ?? `${start}-never`] },
      ]),
    );
  }
  return operations;
}
