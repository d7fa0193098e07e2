/** Enters the same texts into every text field of a family, and lists the pages that show them. */
import { randomUUID } from 'node:crypto';
import { PLACES } from '#domain/plan/plan.ts';
import type { Week } from '#domain/week/week.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { RECIPE } from '#test/support/world.ts';
import { truncate, joinTexts } from '#test/support/texts/hostile-texts.ts';
import type { AppClient } from '#test/support/service.ts';

/** Texts per batch: the number of displays that a family may have, and one less than the slots of a week. */
export const BATCH = 20;

export type PageWithTexts = { path: string; texts: string[]; onPaper?: true };
type Entered = { pages: PageWithTexts[]; names: string[]; remove: () => Promise<void> };
type Call = (method: string, path: string, body?: unknown) => Promise<any>;

/** Uses this week's plan and list. The caller sets each of `names` as the family's name, one at a time. */
export async function enterEverywhere(owner: AppClient, texts: string[], week: Week): Promise<Entered> {
  const call: Call = async (method, path, body) => {
    const reply = await owner.call(method, `/app/api${path}`, body);
    if (reply.status < 300) return reply.body;
    throw new Error(`${method} ${path} returned ${reply.status}: ${JSON.stringify(reply.body)}`);
  };
  const [short, names] = [texts.map((text) => truncate(text, 50)), texts.map((text) => truncate(text, 100))];
  await enterPlan(call, texts, week);
  const clearList = await enterList(call, texts, week);
  await enterPreferences(call, texts, short);
  const recipes = await enterRecipes(call, texts, short);
  const created: string[] = recipes.map((id) => `/recipes/${id}`);
  for (const name of names) {
    for (const kind of ['keys', 'displays']) {
      const { id } = await call('POST', `/${kind}`, { name });
      created.push(`/${kind}/${id}`);
    }
  }
  const { link, id: invitation } = await call('POST', '/invitations', {});
  return {
    pages: [
      { path: `/week/${week}`, texts, onPaper: true },
      { path: '/display', texts },
      { path: `/list/${week}`, texts },
      { path: '/recipes?own=true', texts: texts.map((text) => truncate(text, 200)) },
      { path: `/recipes?search=${encodeURIComponent(texts[0] ?? '')}`, texts: [] },
      { path: `/recipes/${recipes[0]}`, texts },
      { path: `/recipes/${recipes[0]}/edit`, texts: [] },
      { path: '/wishes', texts: short },
      { path: '/profile', texts: names },
      { path: link.slice(link.indexOf('/join')), texts: [] },
    ],
    names: joinTexts(texts, 100),
    async remove() {
      for (const path of [...created, `/invitations/${invitation}`]) await call('DELETE', path);
      await clearList();
    },
  };
}

async function enterPlan(call: Call, texts: string[], week: Week): Promise<void> {
  const { plan } = await call('GET', `/plans/${week}`);
  const edits = texts.map((description, at) => {
    const { day, slot } = place(at);
    return { week, day, slot, before: plan?.meals[day]?.[slot] ?? null, after: { description } };
  });
  await call('POST', '/changes', { id: randomUUID(), edits });
}

/** Returns a function that removes the entries. */
async function enterList(call: Call, texts: string[], week: Week): Promise<() => Promise<void>> {
  const operations = texts.map((text) => ({ opId: randomUUID(), kind: 'add', text }));
  await call('POST', `/lists/${week}/operations`, { operations });
  const undo = { opId: randomUUID(), kind: 'undo', undoes: operations.map(({ opId }) => opId) };
  return () => call('POST', `/lists/${week}/operations`, { operations: [undo] });
}

async function enterPreferences(call: Call, texts: string[], short: string[]): Promise<void> {
  const preferences: Preferences = {
    ...DEFAULT_PREFERENCES,
    eaters: short.map((name, at) => ({ id: `eater-${at}`, name, diets: [], allergens: [], dislikes: [] })),
    rules: short.map((word, at) => {
      const tag = `${at % 2 ? 'title' : 'cuisine'}:${word}` as const;
      return { id: `rule-${at}`, tag, days: [], slots: [], atMost: 3, isHard: false };
    }),
    cuisines: short,
    recurring: texts.map((description, at) => ({ ...place(at), meal: { description } })),
  };
  const { version } = await call('GET', '/wishes');
  await call('PUT', '/wishes', { version, wishes: preferences });
}

/** One recipe per text as its title; the first recipe has all texts as ingredients and steps. */
async function enterRecipes(call: Call, texts: string[], short: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, text] of texts.entries()) {
    const words = { title: truncate(text, 200), cuisine: short[at], protein: short[at] };
    const lines = at === 0 ? { ingredients: texts, steps: texts } : {};
    ids.push((await call('POST', '/recipes', { ...RECIPE, ...words, ...lines })).recipe.id);
  }
  return ids;
}

function place(at: number) {
  return PLACES[at] as (typeof PLACES)[number];
}
