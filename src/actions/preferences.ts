/** What a family wishes for: read with its defaults, changed against the version that was seen. */
import { getFoods } from '#cookbook/foods.ts';
import { getRecipes } from '#cookbook/recipes.ts';
import { nextDueMs } from '#domain/week/planning-due.ts';
import { instantText } from '#domain/week/instant.ts';
import { withKnownRecipe } from '#domain/plan/plan.ts';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { auditedTransaction, type ChangeContext } from '#storage/transaction.ts';
import { findFamily } from '#storage/families.ts';
import { listRecipeTags } from '#storage/recipes.ts';
import type { Db, Tx } from '#storage/schema.ts';
import { deleteStarsOfOthers } from '#storage/stars.ts';
import { findPreferences, savePreferences, setDue } from '#storage/preferences.ts';
import { findKnownIds } from './family-recipes.ts';

export type FamilyPreferences = { version: number; wishes: Preferences };

/** What rules can count, as the family's recipes have it. */
type Tags = { proteins: string[]; cuisines: string[] };

/** Version 0 stands for nothing said yet. A dislike of what the catalogue knows no more is left out. */
export async function readPreferences(db: Db, family: string): Promise<FamilyPreferences> {
  const { version, wishes } = (await findPreferences(db, family)) ?? {
    version: 0,
    wishes: DEFAULT_PREFERENCES,
  };
  const { find } = getFoods();
  const eaters = wishes.eaters.map((eater) => ({
    ...eater,
    dislikes: eater.dislikes.filter(({ foodId }) => find(foodId)),
  }));
  return { version, wishes: { ...wishes, eaters } };
}

export async function readTags(db: Db, family: string): Promise<Tags> {
  const recipes = [...getRecipes().recipes, ...(await listRecipeTags(db, family))];
  return {
    proteins: eachOnce(recipes.map(({ protein }) => protein)).filter((protein) => protein !== 'none'),
    cuisines: eachOnce(recipes.map(({ cuisine }) => cuisine)),
  };
}

/** In the spelling that comes first, in the order of the alphabet. */
function eachOnce(words: string[]): string[] {
  const spelt = new Map<string, string>();
  for (const word of words) {
    const name = word.toLowerCase();
    if (name !== '' && !spelt.has(name)) spelt.set(name, word);
  }
  return [...spelt].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, word]) => word);
}

export function changePreferences(
  context: ChangeContext,
  family: string,
  { version, wishes }: FamilyPreferences,
): Promise<Refusal | undefined> {
  return auditedTransaction(context, family, async (tx, record) => {
    const home = await findFamily(tx, family);
    if (!home) return refuse('not-found');
    const current = await findPreferences(tx, family);
    if (version !== (current?.version ?? 0)) {
      return { refused: 'stale-wishes', current: await readPreferences(tx, family) };
    }
    const { byItself } = wishes;
    // An hour that is over and not yet kept must not be forgotten because something else was changed.
    const isSameHour = JSON.stringify(byItself) === JSON.stringify(current?.wishes.byItself);
    const dueAt = isSameHour ? current?.dueAt : nextDue(byItself, home.timeZone, context.nowMs);
    const kept = { ...wishes, recurring: await withKnownRecipes(tx, family, wishes.recurring) };
    const next = await record('wishes.change', { eaters: wishes.eaters.length });
    await savePreferences(tx, family, { version: next, wishes: kept, dueAt: dueAt ?? null });
    await deleteStarsOfOthers(
      tx,
      family,
      wishes.eaters.map(({ id }) => id),
    );
    return undefined;
  });
}

/** A meal never points at what is not there. */
async function withKnownRecipes(
  tx: Tx,
  family: string,
  recurring: Preferences['recurring'],
): Promise<Preferences['recurring']> {
  const known = await findKnownIds(
    tx,
    family,
    recurring.map(({ meal }) => meal),
  );
  return recurring.map((one) => ({ ...one, meal: withKnownRecipe(one.meal, known) }));
}

export function nextDue(byItself: Preferences['byItself'], timeZone: string, afterMs: number): string | null {
  return byItself ? instantText(nextDueMs(byItself, timeZone, afterMs)) : null;
}

/** The family's clock is another one now; what was due before that is kept. */
export async function followZone(tx: Tx, family: string, timeZone: string, nowMs: number): Promise<void> {
  const current = await findPreferences(tx, family);
  if (!current?.dueAt || current.dueAt <= instantText(nowMs)) return;
  const dueAt = nextDue(current.wishes.byItself, timeZone, nowMs);
  if (dueAt) await setDue(tx, family, dueAt);
}
