/**
 * Creates the demo family at the first start: Premium, the machine's time zone, one key, and what demo-content.ts has.
 * Its password is random and shown once; there are no default credentials. Nothing here loads the cookbook, which
 * takes longer than the rest of a start.
 */
import { BASE_LANGUAGE } from '#languages/language.ts';
import { mintApiKey } from '#auth/api-key.ts';
import { GROUPS_OF_OPERATOR, hashPassword } from '#auth/password.ts';
import { hashSecret, newId, randomText } from '#auth/secret.ts';
import { currencyOf } from '#domain/family/currency.ts';
import { timeZone as timeZoneSchema } from '#domain/family/family.ts';
import { DEFAULT_SCOPES, scopesText } from '#domain/family/scopes.ts';
import { orderMeals } from '#domain/plan/plan.ts';
import { queryWords } from '#domain/recipe/recipe-search-words.ts';
import { type Week, weekAfter, weekAt } from '#domain/week/week.ts';
import { insertApiKey } from '#storage/tables/keys-and-links/api-keys.ts';
import { auditedTransaction, type ChangeContext, type RecordChange } from '#storage/transaction.ts';
import { readLastChange } from '#storage/tables/audit-log.ts';
import { insertFamily } from '#storage/tables/account/families.ts';
import { appendOperations } from '#storage/tables/shopping-list/list-state.ts';
import { insertMember, setEaterOf } from '#storage/tables/account/members.ts';
import { savePantry } from '#storage/tables/shopping-list/pantry.ts';
import { savePlan } from '#storage/tables/plan/plans.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import { insertRecipe } from '#storage/tables/recipe/recipes.ts';
import { saveStar } from '#storage/tables/recipe/stars.ts';
import type { Tx } from '#storage/schema.ts';
import { LIST, nextWeek, OWNER, PANTRY, PREFERENCES, RECIPE, STARS, thisWeek } from './demo-content.ts';

export const DEMO_EMAIL = 'demo@weekfare.example';

export type Demo = { email: string; password: string; key: string };

/**
 * Returns whether the family was created: only in a database without changes. It is one transaction with `show` as the
 * last step, so a crash leaves either a family whose password was shown or no family; then the next start creates one.
 */
export async function makeDemoFamily(
  context: ChangeContext,
  machineZone: string,
  show: (demo: Demo) => void,
): Promise<boolean> {
  const { nowMs } = context;
  const timeZone = timeZoneSchema.safeParse(machineZone).data ?? 'UTC';
  // A machine in UTC has no region: the prices of the catalogue are in euros.
  const currency = currencyOf({ currency: null, timeZone }) ?? 'EUR';
  const week = weekAt(Temporal.Instant.fromEpochMilliseconds(nowMs), timeZone);
  const [family, owner] = [newId(), newId()];
  const [email, password] = [DEMO_EMAIL, randomText(22)];
  const [{ id, key }, passwordHash] = [mintApiKey(), await hashPassword(password, GROUPS_OF_OPERATOR)];
  return auditedTransaction(context, family, async (tx, record) => {
    if ((await readLastChange(tx)) > 0) return false;
    await insertFamily(
      tx,
      { id: family, name: 'Demo family', timeZone, premium: 'forever', currency },
      nowMs,
    );
    await insertMember(tx, family, { id: owner, email, role: 'owner', passwordHash }, nowMs);
    await record('family.add', { owner, premium: 'forever' });
    await addKitchen({ tx, record, family, owner });
    const recipe = await addOwnRecipe({ tx, record, family });
    await addWeeks({ tx, record, family }, week, recipe);
    await insertApiKey(
      tx,
      family,
      {
        id,
        name: 'Demo key',
        keyHash: hashSecret(key),
        scopes: DEFAULT_SCOPES,
        expiresAt: null,
        createdBy: context.actor,
      },
      nowMs,
    );
    await record('key.add', { key: id, expiresAt: null, scopes: scopesText(DEFAULT_SCOPES) });
    show({ email, password, key });
    return true;
  });
}

type Step = { tx: Tx; record: RecordChange; family: string };

/** Who eats, what they like, and what is at home. The owner is one of the eaters. */
async function addKitchen({ tx, record, family, owner }: Step & { owner: string }): Promise<void> {
  const version = await record('preferences.change', { eaters: PREFERENCES.eaters.length });
  await savePreferences(tx, family, {
    version,
    preferences: PREFERENCES,
    dueAt: null,
    language: BASE_LANGUAGE,
  });
  await setEaterOf(tx, family, owner, OWNER);
  for (const star of STARS) await saveStar(tx, family, star);
  const pantry = { version: await record('pantry.change', { entries: PANTRY.length }), entries: PANTRY };
  await savePantry(tx, family, pantry);
}

/** Returns its id. Its index has only the typed words and no catalogue version: the first search computes the rest. */
async function addOwnRecipe({ tx, record, family }: Step): Promise<string> {
  const id = newId();
  const version = await record('recipe.add', { recipe: id });
  const { title, servings, activeMinutes, totalMinutes, meals, cuisine } = RECIPE;
  const dish = { title, servings, activeMinutes, totalMinutes, meals, course: 'main' as const, cuisine };
  const unknownFacts = { allergens: [], mayContain: [], breaks: [], mayBreak: [], foodIds: [], diets: [] };
  const unsure = {
    unsureLines: RECIPE.ingredients.length,
    isComplete: false,
    energyKcal: 0,
    isAtLeast: true,
    picture: '',
  };
  const card = { id, own: true, ...dish, ...unknownFacts, ...unsure };
  const words = { titleWords: indexed([title]), words: indexed([title, ...RECIPE.ingredients]) };
  const index = { ...words, card, catalogueVersion: '', lineKeys: [], usedRecipes: [] };
  await insertRecipe(tx, family, { id, version, source: RECIPE }, index);
  return id;
}

function indexed(texts: string[]): string {
  return texts
    .flatMap(queryWords)
    .map((word) => ` ${word}`)
    .join('');
}

async function addWeeks({ tx, record, family }: Step, week: Week, recipe: string): Promise<void> {
  const plans = [
    { week, meals: orderMeals(thisWeek(recipe)) },
    { week: weekAfter(week), meals: orderMeals(nextWeek()) },
  ];
  for (const plan of plans) {
    const version = await record('plan.replace', { week: plan.week });
    await savePlan(tx, family, { id: newId(), version, ...plan }, 0);
  }
  const operations = LIST.map((operation) => ({ opId: newId(), ...operation }));
  const arrival = await record('list.change', { week, operations: operations.length });
  await appendOperations(tx, family, week, operations, arrival);
}
