/**
 * Stores what Weekfare's own export has beside recipes and meals: preferences, pantry, prices, answers, stars and refused
 * dishes. What the family has already stays.
 */
import { getFoods, isFoodOrGroup } from '#cookbook/foods.ts';
import {
  MAX_BYTES,
  MAX_LINE_ANSWERS,
  MAX_PANTRY_ENTRIES,
  MAX_REFUSALS,
  MAX_STARS,
} from '#domain/family/quota.ts';
import { currencyOf } from '#domain/family/currency.ts';
import { wordsToSettle } from '#domain/ingredient-line/line-answers.ts';
import type { Eater, Preferences } from '#domain/preferences/preferences.ts';
import { preferencesSchema } from '#domain/preferences/preferences-schema.ts';
import { MAX_EATERS } from '#domain/plan/plan-schema.ts';
import { BOOK_LANGUAGES } from '#domain/recipe/book-recipe.ts';
import type { FamilyData } from '#import/archive/archive-item.ts';
import { nextDue } from '#actions/plan/preferences.ts';
import { parseIngredientLines } from '#queries/recipe/ingredient-lines.ts';
import { parsePantry } from '#queries/shopping-list/pantry.ts';
import { lineKeyOf } from '#queries/recipe/recipe-search.ts';
import type { Tx } from '#storage/schema.ts';
import type { ChangeContext, RecordChange } from '#storage/transaction.ts';
import type { Family } from '#storage/tables/account/families.ts';
import type { PlacedData } from '#storage/tables/imports.ts';
import {
  countOtherLineAnswers,
  findLineAnswers,
  saveLineAnswer,
} from '#storage/tables/recipe/line-answers.ts';
import { findPantry, savePantry } from '#storage/tables/shopping-list/pantry.ts';
import { findPreferences, savePreferences } from '#storage/tables/plan/preferences.ts';
import { listPrices, savePrice } from '#storage/tables/shopping-list/prices.ts';
import { markIndexesOutdated } from '#storage/tables/recipe/recipes.ts';
import {
  noteBytes,
  readAllRecipeNotes,
  readNoteBytes,
  saveRecipeNote,
  type StoredNote,
} from '#storage/tables/recipe/recipe-notes.ts';
import { countRefusals, findRefusedOn, saveRefusal } from '#storage/tables/plan/refusals.ts';
import { countOtherStars, readAllStars, saveStar } from '#storage/tables/recipe/stars.ts';
import type { LeftOutCounts } from './preparation.ts';

export type DataTarget = {
  context: ChangeContext;
  family: Family;
  data: FamilyData;
  /** The recipe of the family, by its id in the file. */
  recipeOf: (id: string) => string | undefined;
};

/** The eater of the family, by the id in the file. */
export type EaterIds = ReadonlyMap<string, string>;

export async function storeFamilyData(
  tx: Tx,
  record: RecordChange,
  target: DataTarget,
  leftOut: LeftOutCounts,
): Promise<{ placed: PlacedData; eaters: EaterIds }> {
  const { preferences, eaters } = await storePreferences(tx, record, target, leftOut);
  return {
    placed: {
      preferences,
      pantry: await storePantry(tx, record, target, leftOut),
      prices: await storePrices(tx, record, target, leftOut),
      answers: await storeAnswers(tx, record, target, leftOut),
      notes: await storeNotes(tx, record, target, leftOut),
      stars: await storeStars(tx, record, target, eaters, leftOut),
      refusals: await storeRefusals(tx, record, target, leftOut),
    },
    eaters,
  };
}

/** A family that has preferences gets only the eaters whose names are new: somebody's allergies must not get lost. */
async function storePreferences(
  tx: Tx,
  record: RecordChange,
  { context, family, data, recipeOf }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<{ preferences: PlacedData['preferences']; eaters: EaterIds }> {
  const current = await findPreferences(tx, family.id);
  const present = current?.preferences.eaters ?? [];
  const given = preferencesSchema(isFoodOrGroup).safeParse(data.preferences?.preferences).data;
  if (!given) {
    if (data.preferences) leftOut.add('not-valid', 'preferences');
    return { preferences: null, eaters: new Map(present.map(({ id }) => [id, id])) };
  }
  const { added, ids } = joinEaters(present, given.eaters);
  if (current) leftOut.add('has-own', 'preferences');
  if (current && added.length === 0) return { preferences: null, eaters: ids };
  const saved: Preferences = current
    ? { ...current.preferences, eaters: [...present, ...added] }
    : {
        ...given,
        recurring: given.recurring.map((one) => ({ ...one, meal: withRecipe(one.meal, recipeOf) })),
      };
  const version = await record('wishes.change', { eaters: saved.eaters.length });
  const language = BOOK_LANGUAGES.find((one) => one === data.preferences?.language) ?? 'en';
  await savePreferences(tx, family.id, {
    version,
    preferences: saved,
    dueAt: current ? current.dueAt : nextDue(saved.byItself, family.timeZone, context.nowMs),
    language: current?.language ?? language,
  });
  return { preferences: { version, before: current?.preferences ?? null }, eaters: ids };
}

/** The recipes of meals that recur every week. */
export function preferredRecipes({ preferences }: FamilyData): string[] {
  const given = preferencesSchema(isFoodOrGroup).safeParse(preferences?.preferences).data;
  return (given?.recurring ?? []).flatMap(({ meal }) => meal.recipeId ?? []);
}

function joinEaters(
  present: readonly Eater[],
  given: readonly Eater[],
): { added: Eater[]; ids: Map<string, string> } {
  const ids = new Map(present.map(({ id }) => [id, id]));
  const [byName, added]: [Map<string, string>, Eater[]] = [
    new Map(present.map(({ id, name }) => [name.toLowerCase(), id])),
    [],
  ];
  for (const eater of given) {
    const same = present.some(({ id }) => id === eater.id) ? eater.id : byName.get(eater.name.toLowerCase());
    if (same === undefined && present.length + added.length < MAX_EATERS) added.push(eater);
    ids.set(eater.id, same ?? eater.id);
  }
  return { added, ids };
}

type RecurringMeal = Preferences['recurring'][number]['meal'];

function withRecipe(meal: RecurringMeal, recipeOf: DataTarget['recipeOf']): RecurringMeal {
  const { recipeId, ...rest } = meal;
  const mapped = recipeId === undefined ? undefined : recipeOf(recipeId);
  return { ...rest, ...(mapped !== undefined && { recipeId: mapped }) };
}

async function storePantry(
  tx: Tx,
  record: RecordChange,
  { family, data }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlacedData['pantry']> {
  const current = (await findPantry(tx, family.id))?.entries ?? [];
  const known = new Set(current.map(({ foodId }) => foodId));
  const wanted = data.pantry.filter(({ foodId }) => !known.has(foodId));
  const parsed = await parsePantry(tx, family.id, wanted);
  const wrong = new Set('errors' in parsed ? parsed.errors.map(({ index }) => index) : []);
  if (wrong.size > 0) leftOut.add('not-valid', 'pantry');
  const added = wanted.filter((_, at) => !wrong.has(at)).slice(0, MAX_PANTRY_ENTRIES - current.length);
  if (added.length === 0) return null;
  const entries = [...current, ...added];
  const version = await record('pantry.change', { entries: entries.length });
  await savePantry(tx, family.id, { version, entries });
  return { version, before: current };
}

async function storePrices(
  tx: Tx,
  record: RecordChange,
  { family, data }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlacedData['prices']> {
  if (data.prices.length === 0) return [];
  if (currencyOf(family) !== data.currency) {
    leftOut.add('other-currency');
    return [];
  }
  const known = new Set((await listPrices(tx, family.id)).map(({ foodId }) => foodId));
  const added = data.prices.filter(({ foodId }) => !known.has(foodId) && getFoods().find(foodId));
  for (const { foodId, centsPerKg, offer } of added) {
    await record('price.change', { foodId, centsPerKg });
    await savePrice(tx, family.id, { foodId, centsPerKg, ...(offer && { offer }) });
  }
  return added.map(({ foodId, centsPerKg }) => ({ foodId, centsPerKg }));
}

/** Only answers that a member could give now: a line that is understood has none. */
async function storeAnswers(
  tx: Tx,
  record: RecordChange,
  { context, family, data }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlacedData['answers']> {
  const known = await findLineAnswers(
    tx,
    family.id,
    data.answers.map(({ words }) => words),
  );
  const wanted = data.answers.filter(({ words }) => !known.has(words));
  const lines = await parseIngredientLines(wanted.map(({ words }) => words));
  let room = MAX_LINE_ANSWERS - (await countOtherLineAnswers(tx, family.id, ''));
  const added: string[] = [];
  for (const [at, { words, foodId }] of wanted.entries()) {
    const line = lines[at];
    const isOpen = line !== undefined && wordsToSettle(line) === words;
    const isKnown = foodId === null || getFoods().find(foodId) !== undefined;
    if (!isOpen || !isKnown || room <= 0) {
      leftOut.add('not-valid', 'answers');
      continue;
    }
    room -= 1;
    const answer = foodId === null ? 'harmless' : 'food';
    const version = await record('line.answer', { line: lineKeyOf(words), answer });
    await saveLineAnswer(tx, family.id, { words, foodId, version, madeBy: context.actor }, context.nowMs);
    await markIndexesOutdated(tx, family.id, lineKeyOf(words));
    added.push(words);
  }
  return added;
}

/** Of recipes for which the family has neither a note nor tags. */
async function storeNotes(
  tx: Tx,
  record: RecordChange,
  { family, data, recipeOf }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<StoredNote[]> {
  const known = new Set<string>();
  for await (const notes of readAllRecipeNotes(tx, family.id))
    for (const { recipeId } of notes) known.add(recipeId);
  let room = MAX_BYTES.notes - (await readNoteBytes(tx, family.id));
  const added: StoredNote[] = [];
  for (const given of data.notes) {
    const recipeId = recipeOf(given.recipeId);
    if (recipeId === undefined || noteBytes(given) > room) leftOut.add('not-valid', 'notes');
    else if (!known.has(recipeId)) {
      room -= noteBytes(given);
      known.add(recipeId);
      added.push({ ...given, recipeId });
    }
  }
  if (added.length > 0) await record('recipe.import-notes', { notes: added.length });
  for (const note of added) await saveRecipeNote(tx, family.id, note);
  return added;
}

async function storeStars(
  tx: Tx,
  record: RecordChange,
  { family, data, recipeOf }: DataTarget,
  eaters: EaterIds,
  leftOut: LeftOutCounts,
): Promise<PlacedData['stars']> {
  const known = new Set<string>();
  for await (const stars of readAllStars(tx, family.id))
    for (const { eaterId, recipeId } of stars) known.add(`${eaterId} ${recipeId}`);
  let room = MAX_STARS - (await countOtherStars(tx, family.id, { eaterId: '', recipeId: '' }));
  const current = new Set((await findPreferences(tx, family.id))?.preferences.eaters.map(({ id }) => id));
  const added: { eaterId: string; recipeId: string; stars: number }[] = [];
  for (const given of data.stars) {
    const [eaterId = '', recipeId] = [eaters.get(given.eaterId), recipeOf(given.recipeId)];
    if (recipeId === undefined || !current.has(eaterId)) leftOut.add('not-valid', 'stars');
    else if (!known.has(`${eaterId} ${recipeId}`) && room > 0) {
      room -= 1;
      known.add(`${eaterId} ${recipeId}`);
      added.push({ eaterId, recipeId, stars: given.stars });
    }
  }
  if (added.length > 0) await record('stars.import', { stars: added.length });
  for (const star of added) await saveStar(tx, family.id, star);
  return added;
}

async function storeRefusals(
  tx: Tx,
  record: RecordChange,
  { context, family, data, recipeOf }: DataTarget,
  leftOut: LeftOutCounts,
): Promise<PlacedData['refusals']> {
  const added: string[] = [];
  let room = MAX_REFUSALS - (await countRefusals(tx, family.id));
  for (const { recipeId: given, refusedOn } of data.refusals) {
    const recipeId = recipeOf(given);
    if (recipeId === undefined) leftOut.add('not-valid', 'refusals');
    else if (room > 0 && (await findRefusedOn(tx, family.id, recipeId)) === undefined) {
      room -= 1;
      await saveRefusal(tx, family.id, { recipeId, refusedOn, madeBy: context.actor });
      added.push(recipeId);
    }
  }
  if (added.length > 0) await record('dish.import-refusals', { dishes: added.length });
  return added;
}
