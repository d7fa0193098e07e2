/** A proposed week in a browser: a family with its wishes said, at its week, and what it sees of a proposal. */
import { strictEqual } from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Meals } from '#domain/plan/plan.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { AppClient, Service } from '../support/service.ts';
import type { Scope } from '../support/store.ts';
import { visitWeek } from './week-page.ts';

/** A week that has not begun on the day of these tests. */
export const NEXT_WEEK = '2026-11-16';

type Options = BrowserContextOptions & { wishes?: Partial<Preferences>; meals?: Meals; path?: string };

/** A family at next week's board. */
export async function visitNextWeek(
  scope: Scope,
  browser: Browser,
  service: Service,
  { wishes, ...options }: Options = {},
) {
  const visited = await visitWeek(scope, browser, service, { path: `/week/${NEXT_WEEK}`, ...options });
  if (wishes) await setPreferences(visited.api, wishes);
  return visited;
}

/** The same member's second device, or another member: whoever `api` is signed in as. */
export async function setPreferences(api: AppClient, wishes: Partial<Preferences>): Promise<void> {
  const { version, wishes: before } = await getPreferences(api);
  const body = { version, wishes: { ...before, ...wishes } };
  const { status, body: answer } = await api.call('PUT', '/app/api/wishes', body);
  strictEqual(status, 200, JSON.stringify(answer));
}

export async function getPreferences(api: AppClient): Promise<{ version: number; wishes: Preferences }> {
  return (await api.call('GET', '/app/api/wishes')).body;
}

/** Only these places are planned, each as usual. */
export function tableOf(...places: [keyof Preferences['table'], 'lunch' | 'dinner'][]): Preferences['table'] {
  const table: Preferences['table'] = {};
  for (const [day, slot] of places) table[day] = { ...table[day], [slot]: { servings: 4 } };
  return table;
}

export async function planWeek(page: Page): Promise<void> {
  await page.locator('.week-plan').click();
  await arrived(page);
}

/** The proposal is there, and nothing is under way. */
export async function arrived(page: Page): Promise<void> {
  await page.locator('.proposal[aria-busy=false] .proposal-slot').first().waitFor();
}

/** `proposed(page, 'Dinner, Tuesday')` */
export function proposed(page: Page, place: string): Locator {
  return page.locator('.proposal-slot').getByRole('button', { name: new RegExp(`^${place} `) });
}

/** What is proposed there. */
export async function dishAt(page: Page, place: string): Promise<string> {
  return proposed(page, place).locator('.week-slot-text').innerText();
}

/** Everything that is proposed, place by place. */
export async function dishes(page: Page): Promise<string[]> {
  return page.locator('.proposal-slot .week-slot-text').allInnerTexts();
}
