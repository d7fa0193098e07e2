/** Helpers for browser tests of the web app: pages that record errors, signed-in families, axe in both themes. */
import { deepStrictEqual } from 'node:assert/strict';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Service, signUp } from '#test/support/service.ts';
import type { Scope } from '#test/support/store.ts';
import { TIMEOUT_MS } from '#test/support/until.ts';

export { checkAxe } from './axe.ts';

type OpenedPage = { context: BrowserContext; page: Page };

export type VisitOptions = BrowserContextOptions & {
  /**
   * Without a service worker, the page behaves as on a plain http address. A worker precaches the whole app in
   * each context and hides its requests from the test.
   */
  hasWorker?: boolean;
};

/**
 * Opens a page in a new browser context, in English and without a service worker by default. The test fails at
 * its end if a script threw, the console has an error or warning, or a request went to another origin.
 */
export async function visit(
  scope: Scope,
  browser: Browser,
  service: Service,
  options: VisitOptions = {},
): Promise<OpenedPage> {
  const { errors, ...opened } = await visitAndRecordErrors(browser, service.url, options);
  scope.after(async () => {
    // A route handler of the test may still be waiting for a response.
    if (!opened.page.isClosed()) await opened.page.unrouteAll({ behavior: 'ignoreErrors' });
    // Closing aborts requests, which a page may report.
    const thrown = [...errors];
    await opened.context.close();
    deepStrictEqual(thrown, []);
  });
  return opened;
}

/** Like `visit`, but the caller checks the errors and closes the context. */
export async function visitAndRecordErrors(
  browser: Browser,
  url: string,
  { hasWorker = false, ...options }: VisitOptions = {},
): Promise<OpenedPage & { errors: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'Africa/Lagos',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  if (!hasWorker) await context.addInitScript('delete Navigator.prototype.serviceWorker');
  const errors: string[] = [];
  context.on('page', (page) => recordErrors(page, url, errors));
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  return { context, page, errors };
}

/**
 * Browsers log these, which are not errors of the page: the first for every failed request, the second for that of a
 * worker's script, the others if a worker takes over the page while it preloads a file, or if that takes seconds.
 */
const BROWSER_MESSAGE =
  /^(Failed to load resource: |An unknown error occurred when fetching the script\.$|A preload for .* service worker |The resource .* was preloaded using link preload but not used )/;

function recordErrors(page: Page, origin: string, errors: string[]): void {
  page.on('console', (message) => {
    const isError = ['error', 'warning'].includes(message.type());
    if (isError && !BROWSER_MESSAGE.test(message.text())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message));
  page.on('request', (request) => {
    // The way to the identity provider, which the tests of it check.
    if (request.isNavigationRequest() && new URL(request.url()).pathname === '/authorize') return;
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${origin}/`)) {
      errors.push(`request to another origin: ${request.url()}`);
    }
  });
}

/** Opens `path` as the owner of a new family. */
export async function visitAsFamily(
  scope: Scope,
  browser: Browser,
  service: Service,
  { path = '/', details = {}, ...options }: FamilyOptions = {},
) {
  const family = await signUp(service, details);
  const { context, page } = await visit(scope, browser, service, options);
  await setCookies(context, service, family.browser.cookies);
  await page.goto(path);
  return { context, page, ...family, api: family.browser };
}

type FamilyOptions = VisitOptions & { path?: string; details?: Record<string, string> };

/** Signs in the browser context with the cookies of a signed-in client. */
export async function setCookies(
  context: BrowserContext,
  service: Pick<Service, 'url'>,
  cookies: Map<string, string>,
): Promise<void> {
  await context.addCookies(
    Array.from(cookies, ([name, value]) => ({
      name,
      value,
      url: service.url,
      httpOnly: true,
      sameSite: 'Lax' as const,
    })),
  );
}

/** In both writing directions, the page does not scroll horizontally at any width. */
export async function checkWidths(page: Page): Promise<void> {
  // 720 pixels equal 1440 at 200 % zoom, 320 equal it at 450 %.
  for (const width of [320, 390, 720, 820, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const scrollWidths = await page.evaluate(`['ltr', 'rtl'].map((direction) => {
      document.documentElement.dir = direction;
      return [direction, document.documentElement.scrollWidth];
    })`);
    deepStrictEqual(scrollWidths, [
      ['ltr', width],
      ['rtl', width],
    ]);
  }
}

/** The toast is in view, and a tap on the navigation or on a button that a person may press next reaches it. */
export async function checkToast(page: Page, nextAction: string): Promise<void> {
  await page.locator('.toast').waitFor();
  await page.locator(nextAction).first().waitFor();
  const lost = await page.evaluate<string[]>(`(() => {
    const boxOf = (element) => element.getBoundingClientRect();
    const toast = boxOf(document.querySelector('.toast'));
    const isOutside = toast.top < 0 || toast.bottom > innerHeight || toast.left < 0 || toast.right > innerWidth;
    const actions = document.querySelectorAll('.shell-nav a, .shell .button-primary, ${nextAction}');
    const isReached = (action) => {
      const { left, right, top, bottom } = boxOf(action);
      const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      // Outside of the viewport there is nothing.
      return !there || action.contains(there);
    };
    return [
      ...(isOutside ? ['outside'] : []),
      ...Array.from(actions).filter((action) => !isReached(action)).map((action) => action.textContent),
    ];
  })()`);
  deepStrictEqual(lost, []);
}

/** Presses Tab until the element has visible focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.locator(`${selector}:focus-visible`).count()) return;
  }
  throw new Error(`The Tab key does not lead to ${selector}.`);
}
