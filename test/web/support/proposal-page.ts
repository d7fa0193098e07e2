/** Helpers for tests of proposals: a family with preferences at its week, and the proposed meals on the page. */
import { strictEqual } from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Meals } from '#domain/plan/plan.ts';
import type { Preferences } from '#domain/preferences/preferences.ts';
import type { AppClient, Service } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { visitWeek } from './week-page.ts';

/** The week after the tests' current one. */
export const NEXT_WEEK = '2026-11-16';

type Options = BrowserContextOptions & {
  preferences?: Partial<Preferences>;
  meals?: Meals;
  path?: string;
  nowMs?: number;
};

/** Creates a family and opens the next week. */
export async function visitNextWeek(
  scope: Scope,
  browser: Browser,
  service: Service,
  { preferences, ...options }: Options = {},
) {
  return visitWeek(scope, browser, service, {
    path: `/week/${NEXT_WEEK}`,
    ...options,
    ...(preferences && { prepare: (api) => setPreferences(api, preferences) }),
  });
}

/** Opens the week after the shown one with its link, closes a message about the shown one, and returns the week. */
export async function openFollowingWeek(page: Page): Promise<string> {
  const link = page.getByRole('link', { name: 'Following week', exact: true });
  const href = await link.getAttribute('href');
  await page.evaluate("document.querySelector('.toast > button:last-child')?.click()");
  await link.click();
  await until('the week is shown', async () => (await link.getAttribute('href')) !== href);
  await page.locator('#main .week-slot').first().waitFor();
  return href?.split('/').at(-1) ?? '';
}

/** Changes the given preferences and leaves the others as they are. */
export async function setPreferences(api: AppClient, changes: Partial<Preferences>): Promise<void> {
  const { version, preferences: before } = await getPreferences(api);
  const body = { version, preferences: { ...before, ...changes } };
  const { status, body: saved } = await api.call('PUT', '/app/api/preferences', body);
  strictEqual(status, 200, JSON.stringify(saved));
}

export async function getPreferences(api: AppClient): Promise<{ version: number; preferences: Preferences }> {
  return (await api.call('GET', '/app/api/preferences')).body;
}

/** Slot settings in which only these slots are planned, with four servings each. */
export function settingsOf(
  ...places: [keyof Preferences['slotSettings'], 'lunch' | 'dinner'][]
): Preferences['slotSettings'] {
  const slotSettings: Preferences['slotSettings'] = {};
  for (const [day, slot] of places) slotSettings[day] = { ...slotSettings[day], [slot]: { servings: 4 } };
  return slotSettings;
}

export async function planWeek(page: Page): Promise<void> {
  await page.locator('.week-plan').click();
  await waitForProposal(page);
}

/** Waits until a proposal is shown and no request is pending. */
export async function waitForProposal(page: Page): Promise<void> {
  await page.locator('.proposal[aria-busy=false] .proposal-slot').first().waitFor();
}

/** `proposed(page, 'Dinner, Tuesday')` */
export function proposedMeal(page: Page, place: string): Locator {
  return page.locator('.proposal-slot').getByRole('button', { name: new RegExp(`^${place} `) });
}

export async function dishAt(page: Page, place: string): Promise<string> {
  return proposedMeal(page, place).locator('.week-slot-text').innerText();
}

/** The titles of all proposed meals. */
export async function allDishes(page: Page): Promise<string[]> {
  return page.locator('.proposal-slot .week-slot-text').allInnerTexts();
}
