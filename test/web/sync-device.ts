/**
 * Devices with the plan store's page on them (sync-page.ts), and the few things people do there. Behind
 * them the real service, with a rough network in between.
 */
import { strictEqual } from 'node:assert/strict';
import { after, type TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { Day } from '#domain/week/week.ts';
import { startBrowser } from './browser.ts';
import { type HttpProxy, startHttpProxy } from '../support/http-proxy.ts';
import { AppClient, sendEdits, signUp, startService } from '../support/service.ts';
import { buildSyncPage } from './sync-page.ts';
import { until } from '../support/until.ts';
import { giveCookies, visit } from './web.ts';

export const WEEK = '2026-11-09';
export const PASSWORD = 'correct horse battery';

export const service = await startService({ after });
const browser = await startBrowser({ after });
const files = await buildSyncPage('1', 'with-worker');

type Meal = { description: string };
export type Seen = {
  isOnline: boolean;
  isSignedOut: boolean;
  isStored: boolean;
  isNewer: boolean;
  waiting: number;
  conflicts: { id: string; places: { day: Day; mine: Meal | null; theirs: Meal | null }[] }[];
  refused: { id: string; edits: { after: Meal | null }[]; reason: { status: number; detail: string } }[];
  lastChange?: { id: string; what: string };
  plan: {
    state: 'loading' | 'ready' | 'failed';
    isStale: boolean;
    seenAtMs?: number;
    meals: { [D in Day]?: { dinner?: Meal } };
  };
};

/** A device with the page on it. */
export class Device {
  readonly page: Page;
  readonly context: BrowserContext;
  constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
  }

  seen(): Promise<Seen | undefined> {
    return this.page.evaluate<Seen | undefined>('window.seen');
  }

  async until(what: string, isSo: (seen: Seen) => boolean, mostMs?: number): Promise<Seen> {
    let last: Seen | undefined;
    const look = async () => {
      last = await this.seen();
      return last !== undefined && isSo(last);
    };
    await until(what, look, mostMs).catch((error: Error) => {
      throw new Error(`${error.message}; seen: ${JSON.stringify(last)}`);
    });
    return last as Seen;
  }

  ready(): Promise<Seen> {
    return this.until('the week is shown', ({ plan }) => plan.state === 'ready');
  }

  /** Puts a meal where this was seen, as a person would; answers the id of the change. */
  put(day: Day, before: string | null, after: string | null): Promise<string> {
    const edit = { week: WEEK, day, slot: 'dinner', before: meal(before), after: meal(after) };
    return this.page.evaluate<string>(`window.sync.change([${JSON.stringify(edit)}], 'put')`);
  }

  act(call: string): Promise<unknown> {
    return this.page.evaluate(`window.sync.${call}`);
  }

  shows(day: Day, text: string | null, mostMs?: number): Promise<Seen> {
    return this.until(`${day} shows ${text}`, (seen) => dinner(seen, day) === text, mostMs);
  }

  sent(): Promise<Seen> {
    return this.until('nothing waits', ({ waiting }) => waiting === 0);
  }

  /** Another tab of the same browser. */
  async tab(): Promise<Device> {
    const page = await this.context.newPage();
    await page.goto('/');
    return new Device(this.context, page);
  }
}

function meal(text: string | null): Meal | null {
  return text === null ? null : { description: text };
}

export function isSettled({ conflicts, waiting }: Seen): boolean {
  return conflicts.length + waiting === 0;
}

export function dinner(seen: Seen, day: Day): string | null {
  return seen.plan.meals[day]?.dinner?.description ?? null;
}

export async function start(t: TestContext) {
  const { browser: api, email, family, member } = await signUp(service);
  const proxy = await startHttpProxy(t, service.url, { files });
  const open = (without?: string) => openDevice(t, proxy, api, without);
  return { api, email, family, member, proxy, open };
}

/** A browser of its own, signed in as this caller; a script can take away what some browsers lack. */
async function openDevice(t: TestContext, proxy: HttpProxy, api: AppClient, without = ''): Promise<Device> {
  const { context, page } = await visit(t, browser, { ...service, url: proxy.url }, { hasWorker: true });
  await giveCookies(context, { ...service, url: proxy.url }, api.cookies);
  await context.addInitScript(without);
  await page.goto('/');
  const device = new Device(context, page);
  await device.ready();
  return device;
}

export async function dinnersOf(api: AppClient): Promise<Record<string, string>> {
  const { plan } = (await api.call('GET', `/app/api/plans/${WEEK}`)).body as { plan: Seen['plan'] | null };
  const days = Object.entries(plan?.meals ?? {});
  return Object.fromEntries(days.map(([day, meals]) => [day, meals.dinner?.description ?? '']));
}

/** How often plans of this family were changed. */
export async function changesOf(family: string): Promise<number> {
  const lines = await service.store.db
    .selectFrom('audit')
    .select('seq')
    .where('family_id', '=', family)
    .where('action', '=', 'plan.change')
    .execute();
  return lines.length;
}

export async function putByApi(api: AppClient, description: string): Promise<void> {
  await sendEdits(api, [{ week: WEEK, day: 'Monday', slot: 'dinner', before: null, after: { description } }]);
}

/** How many weeks the device has kept, of anyone. */
const COUNT_CACHED_WEEKS = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('weekfare');
  opening.onerror = reject;
  opening.onsuccess = () => {
    const counting = opening.result.transaction('weeks').objectStore('weeks').count();
    counting.onsuccess = () => resolve(counting.result);
    opening.result.close();
  };
})`;

/** The page starts afresh, with nobody signed in and no week left on the device. */
export async function signOutOn({ page }: Device): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.evaluate('void window.sync.signOut()')]);
  await page.waitForFunction("window.session === 'signed-out'");
  strictEqual(await page.evaluate(COUNT_CACHED_WEEKS), 0);
}

/** Signs in on this very device, as the page's own form does. */
export async function signInOn(device: Device, email: string, member: string): Promise<void> {
  const body = JSON.stringify(JSON.stringify({ email, password: PASSWORD }));
  const headers = "{ 'Content-Type': 'application/json' }";
  await device.page.evaluate(`(async () => {
    const answer = await fetch('/app/api/sign-in', { method: 'POST', headers: ${headers}, body: ${body} });
    if (!answer.ok) throw new Error(await answer.text());
    await window.sync.completeSignIn('${member}');
  })()`);
}
