/** Helpers for tests of the Family page: opening it, reading secrets, field errors. */
import { strictEqual } from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type AppClient, type Service, signUp } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { setCookies, visit } from './web.ts';

const WEEK = '2026-11-09';

type Options = BrowserContextOptions & {
  path?: '/profile' | '/profile/displays';
  /** Runs before the page is opened. */
  prepare?: (api: AppClient, page: Page) => Promise<void>;
};

/** Opens the Family page as the owner of a new family. The browser's clock follows the service's. */
export async function visitProfile(
  scope: Scope,
  browser: Browser,
  service: Service,
  { path = '/profile', prepare, ...options }: Options = {},
) {
  // All tests of a file share one address, which is limited to 30 attempts a minute.
  service.clock.nowMs += 20_000;
  const family = await signUp(service);
  const { page, context } = await visit(scope, browser, service, options);
  await context.clock.install({ time: service.clock.nowMs });
  await setCookies(context, service, family.browser.cookies);
  await prepare?.(family.browser, page);
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { ...family, api: family.browser, page, context };
}

/** Plans a dinner on Wednesday through the same route as the week page. */
export async function planDinner(page: Page, description: string): Promise<void> {
  const edit = { week: WEEK, day: 'Wednesday', slot: 'dinner', before: null, after: { description } };
  const status = await page.evaluate<number>(`fetch('/app/api/changes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: crypto.randomUUID(), edits: [${JSON.stringify(edit)}] }),
  }).then((response) => response.status)`);
  strictEqual(status, 200);
}

export async function readSecrets(page: Page): Promise<string[]> {
  await page.getByText('This is shown only once.').waitFor();
  return page.locator('dialog code').allTextContents();
}

/** Waits for the field's error text, and checks that `aria-describedby` refers to it. */
export async function expectError(within: Locator, label: string, text: string): Promise<void> {
  // The first: a choice below it may have the same word in its text.
  const field = within.getByLabel(label).first();
  await within.getByText(text).first().waitFor();
  strictEqual(await field.getAttribute('aria-invalid'), 'true');
  const id = (await field.getAttribute('aria-describedby'))?.split(' ').at(-1);
  strictEqual(await within.page().locator(`[id="${id}"]`).innerText(), text);
}
