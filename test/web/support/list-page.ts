/** Helpers for tests of the shopping list page: a family with planned recipes, list rows, the server's versions. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Meals } from '#domain/plan/plan.ts';
import type { ShoppingList } from '#domain/shopping-list/item.ts';
import { AppClient, type Service } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { setCookies, visit, visitAsFamily, type VisitOptions } from './web.ts';
import { NOW_MS, planMeals, WEEK } from './week-page.ts';

export const LIST = `/list/${WEEK}`;

const SOUP = ['2 leeks', '250 ml cream', '500 g carrots', '1 tsp salt', 'a secret of the house'];

type ListOptions = {
  soup?: string[];
  meals?: (soup: string) => Meals;
};

type Options = VisitOptions & ListOptions;

/** Creates a family with leek soup on Monday and opens the list of that week. */
export async function visitList(scope: Scope, browser: Browser, service: Service, options: Options = {}) {
  const { soup, meals, ...rest } = options;
  const visited = await visitAsFamily(scope, browser, service, { ...rest, path: 'about:blank' });
  const { page, api } = visited;
  await planSoup(api, WEEK, { soup, meals });
  await page.goto(LIST);
  await page.locator('.list-things').waitFor();
  return { ...visited, openNextList: openNextListOf(page, api) };
}

/** Creates a family without meals and opens the list of the current week at a fixed time. */
export async function visitEmptyList(scope: Scope, browser: Browser, service: Service) {
  const visited = await visitAsFamily(scope, browser, service, { path: 'about:blank' });
  await visited.page.clock.install({ time: NOW_MS });
  await visited.page.goto('/list');
  return { ...visited, openNextList: openNextListOf(visited.page, visited.api) };
}

/**
 * Returns a function that plans a soup for the following week and opens its list, which has no ticks, added items or
 * commands to undo.
 */
function openNextListOf(page: Page, api: AppClient) {
  let week = WEEK;
  return async (next: ListOptions = {}) => {
    week = Temporal.PlainDate.from(week).add({ weeks: 1 }).toString();
    await removeAddedLines(api, week);
    const recipe = await planSoup(api, week, next);
    const shownDates = () => page.locator('.list-header .page-lead').innerText();
    const before = await shownDates();
    await page.getByRole('link', { name: 'Following week' }).click();
    await until('the following week is shown', async () => (await shownDates()) !== before);
    await page.locator('.list-things').waitFor();
    return { week, recipe };
  };
}

/** What was added by hand and not bought would stay on the lists of all later weeks. */
async function removeAddedLines(api: AppClient, week: string): Promise<void> {
  const { list } = (await api.call('GET', `/app/api/lists/${week}`)).body as { list: ShoppingList };
  const lines = list.aisles
    .flatMap(({ items }) => items)
    .flatMap((item) => item.for.flatMap((purpose) => ('opId' in purpose ? [purpose.opId] : [])));
  if (lines.length === 0) return;
  const operations = Array.from({ length: Math.ceil(lines.length / 100) }, (_, at) => ({
    opId: crypto.randomUUID(),
    kind: 'undo',
    undoes: lines.slice(at * 100, at * 100 + 100),
  }));
  const { status, body } = await api.call('POST', `/app/api/lists/${week}/operations`, { operations });
  strictEqual(status, 200, JSON.stringify(body));
}

async function planSoup(
  api: AppClient,
  week: string,
  { soup = SOUP, meals = mondaySoup }: { [Key in keyof ListOptions]?: ListOptions[Key] | undefined },
): Promise<string> {
  const recipe = await createRecipe(api, 'Leek soup', soup);
  await planMeals(api, meals(recipe), week);
  return recipe;
}

function mondaySoup(recipeId: string): Meals {
  return { Monday: { dinner: { description: 'Leek soup', recipeId } } };
}

/** Opens a list as this person in a new browser context. */
export async function openOnAnotherDevice(
  scope: Scope,
  browser: Browser,
  service: Service,
  { api, week }: { api: AppClient; week: string },
) {
  const { context, page } = await visit(scope, browser, service);
  await setCookies(context, service, api.cookies);
  await page.goto(`/list/${week}`);
  await page.locator('.list-things').waitFor();
  return { context, page };
}

/** Joins the owner's family as a member without owner rights. */
export async function joinAsMember(service: Service, owner: AppClient): Promise<AppClient> {
  const { link } = (await owner.call('POST', '/app/api/invitations', {})).body;
  const member = new AppClient(service);
  const { status, body } = await member.call('POST', '/app/api/join', {
    token: new URL(link).hash.slice(1),
    email: `${crypto.randomUUID()}@example.org`,
    password: 'correct horse battery',
  });
  strictEqual(status, 200, JSON.stringify(body));
  return member;
}

export async function createRecipe(api: AppClient, title: string, ingredients: string[]): Promise<string> {
  const { status, body } = await api.call('POST', '/app/api/recipes', {
    title,
    servings: 4,
    activeMinutes: 10,
    totalMinutes: 30,
    meals: ['dinner'],
    cuisine: '',
    protein: '',
    keeps: false,
    ingredients,
    steps: [],
  });
  strictEqual(status, 200, JSON.stringify(body));
  return body.recipe.id;
}

/** An item to buy: `row(page, '2 leeks')`. */
export function row(page: Page, name: string): Locator {
  return page.locator('.list-aisle').getByRole('checkbox', { name, exact: true });
}

/** An item in the trolley section, which is expanded first. */
export async function trolleyRow(page: Page, name: string): Promise<Locator> {
  const trolley = page.locator('.list-trolley');
  await trolley.waitFor();
  if ((await trolley.getAttribute('open')) === null) await trolley.locator('summary').click();
  return trolley.getByRole('checkbox', { name, exact: true });
}

/** Waits until the server has exactly these item versions. */
export async function expectVersions(
  api: AppClient,
  versions: Record<string, number>,
  week = WEEK,
): Promise<void> {
  let seen: unknown;
  const hasVersions = async () => {
    seen = (await api.call('GET', `/app/api/lists/${week}`)).body.versions;
    return isDeepStrictEqual(seen, versions);
  };
  await until('the server has the item versions', hasVersions).catch(() => deepStrictEqual(seen, versions));
}
