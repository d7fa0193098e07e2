/** Helpers for tests of the week page: a family at its week, slots, the server's meals. */
import { deepStrictEqual } from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Meal, Meals } from '#domain/plan/plan.ts';
import { type AppClient, sendEdits, type Service } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { until } from '#test/support/until.ts';
import { visitAsFamily } from './web.ts';

export const WEEK = '2026-11-09';
/** Wednesday of that week, 12:00 UTC. */
export const NOW_MS = Date.parse('2026-11-11T12:00:00Z');

type Options = BrowserContextOptions & {
  path?: string;
  meals?: Meals;
  details?: Record<string, string>;
  nowMs?: number;
  /** Before the page opens. */
  prepare?: (api: AppClient) => Promise<void>;
};

/** Creates a family with these meals and opens its week at a fixed time. */
export async function visitWeek(scope: Scope, browser: Browser, service: Service, options: Options = {}) {
  const { path = `/week/${WEEK}`, meals = {}, nowMs = NOW_MS, prepare, ...rest } = options;
  // The clock must be installed before the page opens.
  const visit = await visitAsFamily(scope, browser, service, { ...rest, path: 'about:blank' });
  await visit.page.clock.install({ time: nowMs });
  await planMeals(visit.api, meals);
  await prepare?.(visit.api);
  await visit.page.goto(path);
  await visit.page.locator('#main .week-slot').first().waitFor();
  return visit;
}

/** Goes to another week without loading the page again. */
export async function showWeek(page: Page, week: string): Promise<void> {
  const field = page.getByLabel('Go to a date');
  await field.fill(week);
  // After a key press in it, the field waits for Enter.
  await field.press('Enter');
  await page.waitForURL(`**/week/${week}`);
  await page.locator('#main .week-slot').first().waitFor();
}

/** Plans these meals in free slots. */
export async function planMeals(api: AppClient, meals: Meals, week = WEEK): Promise<void> {
  const edits = Object.entries(meals).flatMap(([day, slots]) =>
    Object.entries(slots ?? {}).map(([slot, after]) => ({ week, day, slot, before: null, after })),
  );
  if (edits.length > 0) await sendEdits(api, edits);
}

/** The button of a slot: `slotOf(page, 'Dinner, Tuesday')`. */
export function slotOf(page: Page, place: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${place} `) });
}

/** Opens the editor of a slot; the meal of a slot that has one shows itself before. */
export async function openSlot(page: Page, place: string): Promise<Locator> {
  await slotOf(page, place).click();
  const field = page.getByRole('textbox', { name: 'Meal' });
  const change = page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true });
  await field.or(change).first().waitFor();
  if (await change.isVisible()) await change.click();
  return field;
}

export async function typeMeal(page: Page, place: string, text: string): Promise<void> {
  await (await openSlot(page, place)).fill(text);
  await page.keyboard.press('Enter');
}

/** Waits until the server has exactly these meals. */
export async function expectMeals(api: AppClient, meals: Meals, week = WEEK): Promise<void> {
  let seen: unknown;
  const hasMeals = async () => {
    seen = (await api.call('GET', `/app/api/plans/${week}`)).body.plan?.meals ?? {};
    return JSON.stringify(seen) === JSON.stringify(meals);
  };
  await until('the server has the meals', hasMeals).catch(() => deepStrictEqual(seen, meals));
}

export function meal(description: string, kind?: Meal['kind']): Meal {
  return kind ? { description, kind } : { description };
}
