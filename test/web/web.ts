/**
 * The web app in a real browser: the service with the built pages, a page that reports every complaint
 * of the browser, a family that is signed in, and axe in both themes.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Service, signUp } from '../support/service.ts';
import type { Scope } from '../support/store.ts';

/** Only who waits in vain waits so long; a busy machine may take a while to plan a week. */
const TIMEOUT_MS = 30_000;

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

type Visit = { context: BrowserContext; page: Page };

export type VisitOptions = BrowserContextOptions & {
  /**
   * Otherwise as on a plain http address of the home. A worker fetches the whole app for each visit, and
   * hides from a test what it asks for.
   */
  hasWorker?: boolean;
};

/**
 * A browser of its own for one person, in English and without a service worker unless told otherwise. At
 * the end of the test it fails if a script failed, the browser complained or anything was asked of another
 * origin.
 */
export async function visit(
  scope: Scope,
  browser: Browser,
  service: Service,
  options: VisitOptions = {},
): Promise<Visit> {
  const { complaints, ...opened } = await watchedVisit(browser, service.url, options);
  scope.after(async () => {
    // A handler of a test may still be waiting for its response.
    if (!opened.page.isClosed()) await opened.page.unrouteAll({ behavior: 'ignoreErrors' });
    await opened.context.close();
    deepStrictEqual(complaints, []);
  });
  return opened;
}

/** The same for whoever judges and closes it themselves. */
export async function watchedVisit(
  browser: Browser,
  url: string,
  { hasWorker = false, ...options }: VisitOptions = {},
): Promise<Visit & { complaints: string[] }> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'Africa/Lagos',
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  if (!hasWorker) await context.addInitScript('delete Navigator.prototype.serviceWorker');
  const complaints: string[] = [];
  context.on('page', (page) => watch(page, url, complaints));
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  return { context, page, complaints };
}

/**
 * What a browser writes for every refusal, network and server alike, the second for a worker's script:
 * not a complaint about the page.
 */
const ONLY_AN_ANSWER = /^(Failed to load resource: |An unknown error occurred when fetching the script\.$)/;

function watch(page: Page, origin: string, complaints: string[]): void {
  page.on('console', (message) => {
    const isComplaint = ['error', 'warning'].includes(message.type());
    if (isComplaint && !ONLY_AN_ANSWER.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${origin}/`)) {
      complaints.push(`asked another origin: ${request.url()}`);
    }
  });
}

/** A visit by the owner of a new family, signed in, at `path`. */
export async function visitAsFamily(
  scope: Scope,
  browser: Browser,
  service: Service,
  { path = '/', details = {}, ...options }: FamilyOptions = {},
) {
  const family = await signUp(service, details);
  const { context, page } = await visit(scope, browser, service, options);
  await giveCookies(context, service, family.browser.cookies);
  await page.goto(path);
  return { context, page, ...family, api: family.browser };
}

type FamilyOptions = VisitOptions & { path?: string; details?: Record<string, string> };

/** The cookies of a signed-in caller, for another browser of the same person. */
export async function giveCookies(
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

/** No violation that axe can find, in light and in dark; of the whole page, or within a part of it. */
export async function checkAxe(page: Page, within = 'html'): Promise<void> {
  // By evaluation, not as a script of the page: that would be against its policy.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  deepStrictEqual(await violations(page, within, 'light', {}), []);
  // The themes differ in nothing but colours, which are all in `light-dark()`.
  deepStrictEqual(await violations(page, within, 'dark', { runOnly: COLOUR_RULES }), []);
  await page.emulateMedia({ colorScheme: null });
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function violations(page: Page, within: string, colorScheme: 'light' | 'dark', rules: object) {
  await page.emulateMedia({ colorScheme });
  // Without the rest of what axe found, most of which is good and dear to describe.
  const options = JSON.stringify({ ...rules, resultTypes: ['violations'] });
  return page.evaluate<string[]>(`axe.run('${within}', ${options}).then(({ violations }) => violations.map(
    ({ id, nodes }) => id + ' (${colorScheme}): ' + nodes.map(({ html }) => html).join(' '),
  ))`);
}

/** Presses Tab until the focus is visibly on what the selector names. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.locator(`${selector}:focus-visible`).count()) return;
  }
  throw new Error(`The Tab key does not lead to ${selector}.`);
}

/** A phone, a tablet and a desk. */
const HEIGHTS = { 390: 844, 820: 1180, 1440: 900 };

/** Pictures of what a page shows at these widths in both themes, for the eye. */
export async function takePictures(
  page: Page,
  folder: string,
  name: string,
  widths: readonly (keyof typeof HEIGHTS)[],
): Promise<void> {
  for (const width of widths) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png` });
    }
  }
}
