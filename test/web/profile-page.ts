/** The profile page in a test: how to get there, what it shows once, and what it says beside a field. */
import { strictEqual } from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Service, signUp } from '../support/service.ts';
import type { Scope } from '../support/store.ts';
import { giveCookies, visit } from './web.ts';

const WEEK = '2026-11-09';

/** The profile of a new family's owner, in a browser whose clock goes with the service's. */
export async function visitProfile(
  scope: Scope,
  browser: Browser,
  service: Service,
  options: BrowserContextOptions = {},
) {
  // A minute has 30 attempts from one address, and all tests of a file come from the same one.
  service.clock.nowMs += 20_000;
  const family = await signUp(service);
  const { page, context } = await visit(scope, browser, service, options);
  await context.clock.install({ time: service.clock.nowMs });
  await giveCookies(context, service, family.browser.cookies);
  await page.goto('/profile');
  await page.getByRole('heading', { name: 'Profile' }).waitFor();
  return { ...family, api: family.browser, page, context };
}

/** A dinner on Wednesday, by the same way as the board. */
export async function plan(page: Page, description: string): Promise<void> {
  const edit = { week: WEEK, day: 'Wednesday', slot: 'dinner', before: null, after: { description } };
  const status = await page.evaluate<number>(`fetch('/app/api/changes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: crypto.randomUUID(), edits: [${JSON.stringify(edit)}] }),
  }).then((answer) => answer.status)`);
  strictEqual(status, 200);
}

export async function secretsIn(page: Page): Promise<string[]> {
  await page.getByText('This is shown only once.').waitFor();
  return page.locator('dialog code').allTextContents();
}

/** What is said beside the field and read out with it; the field has the focus or follows one that has. */
export async function expectError(within: Locator, label: string, words: string): Promise<void> {
  const field = within.getByLabel(label);
  await within.getByText(words).first().waitFor();
  strictEqual(await field.getAttribute('aria-invalid'), 'true');
  const id = (await field.getAttribute('aria-describedby'))?.split(' ').at(-1);
  strictEqual(await within.page().locator(`[id="${id}"]`).innerText(), words);
}
