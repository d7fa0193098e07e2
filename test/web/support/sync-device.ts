/** Devices that run the page of sync-page.ts, connected to a real service through a proxy that injects faults. */
import { deepStrictEqual } from 'node:assert/strict';
import { after, before, type TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import type { Day } from '#domain/week/week.ts';
import { startBrowser } from './browser.ts';
import { readStored } from './indexed-db.ts';
import { type HttpProxy, startHttpProxy } from '#test/support/servers/http-proxy.ts';
import { AppClient, sendEdits, signUp, startService } from '#test/support/service.ts';
import { buildSyncPage } from './sync-page.ts';
import { until } from '#test/support/until.ts';
import { setCookies, visit } from './web.ts';

export const WEEK = '2026-11-09';
export const PASSWORD = 'correct horse battery';

export const service = await startService({ after, before });
const browser = await startBrowser({ after });
const files = await buildSyncPage('1', 'with-worker');

type Meal = { description: string };
export type SyncState = {
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

export class Device {
  readonly page: Page;
  readonly context: BrowserContext;
  constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
  }

  state(): Promise<SyncState | undefined> {
    return this.page.evaluate<SyncState | undefined>('window.state');
  }

  async waitFor(what: string, condition: (state: SyncState) => boolean, mostMs?: number): Promise<SyncState> {
    let last: SyncState | undefined;
    const check = async () => {
      last = await this.state();
      return last !== undefined && condition(last);
    };
    await until(what, check, mostMs).catch((error: Error) => {
      throw new Error(`${error.message}; state: ${JSON.stringify(last)}`);
    });
    return last as SyncState;
  }

  waitUntilReady(): Promise<SyncState> {
    return this.waitFor('the week is shown', ({ plan }) => plan.state === 'ready');
  }

  /** Replaces the dinner `before` by `after`. Returns the id of the change. */
  put(day: Day, before: string | null, after: string | null): Promise<string> {
    const edit = { week: WEEK, day, slot: 'dinner', before: meal(before), after: meal(after) };
    return this.page.evaluate<string>(`window.sync.change([${JSON.stringify(edit)}], 'put')`);
  }

  call(expression: string): Promise<unknown> {
    return this.page.evaluate(`window.sync.${expression}`);
  }

  waitForDinner(day: Day, text: string | null, mostMs?: number): Promise<SyncState> {
    return this.waitFor(`${day} shows ${text}`, (state) => dinnerOf(state, day) === text, mostMs);
  }

  /** A change is shown before it is stored. */
  waitUntilStored(id: string): Promise<void> {
    return until('the change is stored', async () =>
      JSON.stringify(await readStored(this.page, 'outboxes')).includes(id),
    );
  }

  waitUntilSent(): Promise<SyncState> {
    return this.waitFor('the outbox is empty', ({ waiting }) => waiting === 0);
  }

  /** Another tab of the same browser. */
  async openTab(): Promise<Device> {
    const page = await this.context.newPage();
    await page.goto('/');
    const tab = new Device(this.context, page);
    await tab.waitUntilReady();
    return tab;
  }
}

function meal(text: string | null): Meal | null {
  return text === null ? null : { description: text };
}

export function isSynced({ conflicts, waiting }: SyncState): boolean {
  return conflicts.length + waiting === 0;
}

export function dinnerOf(state: SyncState, day: Day): string | null {
  return state.plan.meals[day]?.dinner?.description ?? null;
}

export async function startWithProxy(t: TestContext) {
  const { browser: api, email, family, member } = await signUp(service);
  const proxy = await startHttpProxy(t, service.url, { files });
  const open = (initScript?: string) => openDevice(t, proxy, api, initScript);
  const clear = async (...devices: Device[]) => {
    await clearWeek(api, devices);
    proxy.forwardedIds = [];
  };
  return { api, email, family, member, proxy, open, clear };
}

/** Removes all dinners of the week when these devices have sent their changes, and waits until they show none. */
async function clearWeek(api: AppClient, devices: Device[]): Promise<void> {
  for (const device of devices) await device.waitUntilSent();
  const edits = Object.entries(await getDinners(api)).map(([day, description]) => {
    return { week: WEEK, day, slot: 'dinner', before: { description }, after: null };
  });
  if (edits.length > 0) await sendEdits(api, edits);
  for (const device of devices) {
    await device.call('retryNow()');
    await device.waitFor('the week is empty', ({ plan }) =>
      Object.values(plan.meals).every(({ dinner }) => !dinner),
    );
  }
}

/** Opens a new browser context, signed in as this caller. The init script can remove browser features. */
async function openDevice(
  t: TestContext,
  proxy: HttpProxy,
  api: AppClient,
  initScript = '',
): Promise<Device> {
  const { context, page } = await visit(t, browser, { ...service, url: proxy.url }, { hasWorker: true });
  await setCookies(context, { ...service, url: proxy.url }, api.cookies);
  await context.addInitScript(initScript);
  await page.goto('/');
  const device = new Device(context, page);
  await device.waitUntilReady();
  return device;
}

export async function getDinners(api: AppClient): Promise<Record<string, string>> {
  const { plan } = (await api.call('GET', `/app/api/plans/${WEEK}`)).body as {
    plan: SyncState['plan'] | null;
  };
  const days = Object.entries(plan?.meals ?? {});
  return Object.fromEntries(days.map(([day, meals]) => [day, meals.dinner?.description ?? '']));
}

/** Counts the plan changes of this family in the audit log. */
export async function countPlanChanges(family: string): Promise<number> {
  const lines = await service.store.db
    .selectFrom('audit')
    .select('seq')
    .where('family_id', '=', family)
    .where('action', '=', 'plan.change')
    .execute();
  return lines.length;
}

export async function putMondayByApi(api: AppClient, before: string | null, after: string): Promise<void> {
  const edit = { week: WEEK, day: 'Monday', slot: 'dinner', before: meal(before), after: meal(after) };
  await sendEdits(api, [edit]);
}

/** Signs out. The page reloads signed out, and no cached week remains. */
export async function signOutOn({ page }: Device): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.evaluate('void window.sync.signOut()')]);
  await page.waitForFunction("window.session === 'signed-out'");
  deepStrictEqual(await readStored(page, 'values'), []);
}

/** Signs in on this device through the same calls as the sign-in form. */
export async function signInOn(device: Device, email: string, member: string): Promise<void> {
  const body = JSON.stringify(JSON.stringify({ email, password: PASSWORD }));
  const headers = "{ 'Content-Type': 'application/json' }";
  await device.page.evaluate(`(async () => {
    const response = await fetch('/app/api/sign-in', { method: 'POST', headers: ${headers}, body: ${body} });
    if (!response.ok) throw new Error(await response.text());
    await window.sync.completeSignIn('${member}');
  })()`);
}
