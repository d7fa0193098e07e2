/** The week page in a browser: a family at a week of its own, its slots, and what the server has of it. */
import { deepStrictEqual } from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { Meal, Meals } from '#domain/plan/plan.ts';
import { type AppClient, sendEdits, type Service } from '../support/service.ts';
import type { Scope } from '../support/store.ts';
import { until } from '../support/until.ts';
import { visitAsFamily } from './web.ts';

export const WEEK = '2026-11-09';
/** The Wednesday of that week, at noon in London. */
export const NOW_MS = Date.parse('2026-11-11T12:00:00Z');

type Options = BrowserContextOptions & {
  path?: string;
  meals?: Meals;
  details?: Record<string, string>;
  nowMs?: number;
};

/** A family at the week page, with these meals planned, at a set time. */
export async function visitWeek(scope: Scope, browser: Browser, service: Service, options: Options = {}) {
  const { path = `/week/${WEEK}`, meals = {}, nowMs = NOW_MS, ...rest } = options;
  // The clock has to be set before the page opens.
  const visit = await visitAsFamily(scope, browser, service, { ...rest, path: 'about:blank' });
  await visit.page.clock.install({ time: nowMs });
  await plan(visit.api, meals);
  await visit.page.goto(path);
  await visit.page.locator('#main .week-slot').first().waitFor();
  return visit;
}

/** Plans these meals in places that are free. */
export async function plan(api: AppClient, meals: Meals, week = WEEK): Promise<void> {
  const edits = Object.entries(meals).flatMap(([day, slots]) =>
    Object.entries(slots ?? {}).map(([slot, after]) => ({ week, day, slot, before: null, after })),
  );
  if (edits.length > 0) await sendEdits(api, edits);
}

/** `slotOf(page, 'Dinner, Tuesday')`: whatever is in it. */
export function slotOf(page: Page, place: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^${place} `) });
}

export async function openSlot(page: Page, place: string): Promise<Locator> {
  await slotOf(page, place).click();
  return page.getByRole('textbox', { name: 'Meal' });
}

export async function typeMeal(page: Page, place: string, text: string): Promise<void> {
  await (await openSlot(page, place)).fill(text);
  await page.keyboard.press('Enter');
}

/** Waits until the server has exactly these meals. */
export async function expectMeals(api: AppClient, meals: Meals, week = WEEK): Promise<void> {
  let seen: unknown;
  const isSo = async () => {
    seen = (await api.call('GET', `/app/api/plans/${week}`)).body.plan?.meals ?? {};
    return JSON.stringify(seen) === JSON.stringify(meals);
  };
  await until('the meals', isSo).catch(() => deepStrictEqual(seen, meals));
}

export function meal(description: string, kind?: Meal['kind']): Meal {
  return kind ? { description, kind } : { description };
}
