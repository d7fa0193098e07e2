/**
 * Measures interactions on a phone whose processor is slowed down 4 times: the time from an input to the next
 * paint, as the browser's Event Timing reports it (the basis of INP).
 */
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { withBrowser } from './chromium.ts';

const SLOWDOWN = 4;

export type Interaction = { name: string; ms: number };
type Act = (page: Page) => Promise<unknown>;
type Journey = { path: string; ready: string; acts: Record<string, Act> };

const JOURNEYS: Record<string, Journey> = {
  week: {
    path: '/',
    ready: '.week-board .week-slot-button',
    acts: {
      'open a meal': (page) => page.locator('.week-slot-filled .week-slot-button').nth(2).tap(),
      'change it': (page) => page.getByRole('button', { name: 'Change', exact: true }).tap(),
      'type a meal': (page) => page.keyboard.type('so'),
      'close it': (page) => page.keyboard.press('Escape'),
      'open the copy menu': (page) => page.locator('.week-actions [aria-haspopup]').tap(),
      'close the menu': (page) => page.keyboard.press('Escape'),
      'next week': (page) => page.locator('.week-nav-step').last().tap(),
    },
  },
  list: {
    path: '/list',
    ready: '.list-tick',
    acts: {
      'tick an item': (page) => page.locator('.list-tick').first().tap(),
      'tick another': (page) => page.locator('.list-tick').nth(3).tap(),
      'add an item': async (page) => {
        await page.locator('.list-add input').fill('');
        await page.locator('.list-add input').tap();
        await page.keyboard.type('milk');
        await page.keyboard.press('Enter');
      },
      'open what is in the trolley': (page) =>
        page.locator('.list-trolley summary, .list-trolley button').first().tap(),
    },
  },
  recipes: {
    path: '/recipes',
    ready: '.recipes-card',
    acts: {
      'type a search': (page) => page.locator('.recipes-search').pressSequentially('soup', { delay: 120 }),
      'clear it': (page) => page.locator('.recipes-search').fill(''),
      'filter by meal': (page) => page.locator('.recipes-chip span').nth(2).tap(),
      'show more': (page) => page.locator('.recipes-more button').tap(),
      'open a recipe': (page) => page.locator('.recipes-card a').first().tap(),
    },
  },
};

export const PAGES_WITH_INTERACTIONS = Object.keys(JOURNEYS);

/** All interactions of a page, in one visit. */
export async function measureInteractions(url: string, cookie: string, page: string): Promise<Interaction[]> {
  const journey = JOURNEYS[page];
  if (!journey) return [];
  return withBrowser(async (port) => {
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    try {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
      return await follow(context, journey, url, cookie);
    } finally {
      await browser.close();
    }
  });
}

async function follow(context: BrowserContext, journey: Journey, url: string, cookie: string) {
  const pairs = cookie.split('; ').map((pair) => pair.split('=') as [string, string]);
  await context.addCookies(pairs.map(([name, value]) => ({ name, value, url })));
  await context.addInitScript(OBSERVER);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await page.goto(url + journey.path);
  await page.locator(journey.ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const measured: Interaction[] = [];
  for (const [name, act] of Object.entries(journey.acts)) {
    await page.evaluate('slowest = 0');
    await act(page);
    measured.push({ name, ms: await page.evaluate<number>(SETTLED) });
  }
  return measured;
}

/** Only events with an interaction id: taps and keys, no hovering. */
const OBSERVER = `
  globalThis.slowest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) slowest = Math.max(slowest, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** Entries are delivered after the next paint, when the browser is idle. */
const SETTLED = `new Promise((resolve) => setTimeout(() => requestIdleCallback(() => resolve(slowest), { timeout: 2_000 }), 1_000))`;
