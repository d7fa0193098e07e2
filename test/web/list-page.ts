/** The shopping list in a browser: a family with recipes in its week, the rows of its list, and what the server has. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Meals } from '#domain/plan/plan.ts';
import { AppClient, type Service } from '../support/service.ts';
import type { Scope } from '../support/store.ts';
import { until } from '../support/until.ts';
import { giveCookies, visit, visitAsFamily, type VisitOptions } from './web.ts';
import { plan, WEEK } from './week-page.ts';

export const LIST = `/list/${WEEK}`;

const SOUP = ['2 leeks', '250 ml cream', '500 g carrots', '1 tsp salt', 'a secret of the house'];

type Options = VisitOptions & {
  soup?: string[];
  meals?: (soup: string) => Meals;
};

/** A family at the list of a week with leek soup on Monday. */
export async function visitList(scope: Scope, browser: Browser, service: Service, options: Options = {}) {
  const { soup = SOUP, meals = mondaySoup, ...rest } = options;
  // A worker is there from the second page on.
  const path = rest.hasWorker ? '/no/such/page' : 'about:blank';
  const visited = await visitAsFamily(scope, browser, service, { ...rest, path });
  const recipe = await writeRecipe(visited.api, 'Leek soup', soup);
  await plan(visited.api, meals(recipe));
  await visited.page.goto(LIST);
  await visited.page.locator('.list-things').waitFor();
  return { ...visited, recipe };
}

function mondaySoup(recipeId: string): Meals {
  return { Monday: { dinner: { description: 'Leek soup', recipeId } } };
}

/** The same person with another device, at the same list. */
export async function onAnotherDevice(scope: Scope, browser: Browser, service: Service, api: AppClient) {
  const { context, page } = await visit(scope, browser, service);
  await giveCookies(context, service, api.cookies);
  await page.goto(LIST);
  await page.locator('.list-things').waitFor();
  return { context, page };
}

/** Someone whom the owner has invited, without an owner's rights. */
export async function joinedBy(service: Service, owner: AppClient): Promise<AppClient> {
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

export async function writeRecipe(api: AppClient, title: string, ingredients: string[]): Promise<string> {
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

/** `row(page, '2 leeks')`: to buy, whatever it is for. */
export function row(page: Page, name: string): Locator {
  return page.locator('.list-aisle').getByRole('checkbox', { name, exact: true });
}

/** In the trolley, which is unfolded for that. */
export async function inTrolley(page: Page, name: string): Promise<Locator> {
  const trolley = page.locator('.list-trolley');
  await trolley.waitFor();
  if ((await trolley.getAttribute('open')) === null) await trolley.locator('summary').click();
  return trolley.getByRole('checkbox', { name, exact: true });
}

/** Waits until so much was done to the items, by whomever. */
export async function expectVersions(api: AppClient, versions: Record<string, number>): Promise<void> {
  let seen: unknown;
  const isSo = async () => {
    seen = (await api.call('GET', `/app/api/lists/${WEEK}`)).body.versions;
    return isDeepStrictEqual(seen, versions);
  };
  await until('the versions', isSo).catch(() => deepStrictEqual(seen, versions));
}
