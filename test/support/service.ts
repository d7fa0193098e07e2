/** Starts the real service on a real database and port, with a clock that a test can set. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { PlannerPool } from '#jobs/planning/planner-pool.ts';
import type { SignInLimit } from '#auth/sign-in-limit.ts';
import type { Config } from '#config.ts';
import type { Uploads } from '#http/files/uploads.ts';
import { listen } from '#http/server/listener.ts';
import { readSite, type Site } from '#http/site.ts';
import { startServer } from '#server.ts';
import type { Kind, Store } from '#storage/store.ts';
import { sharedPlannerThread } from './planner-thread.ts';
import { ResponseCheck } from './response-check.ts';
import { freshStore, type Scope } from './store.ts';

export type Service = {
  url: string;
  store: Store;
  config: Config;
  clock: { nowMs: number };
  /** Everything logged so far, as text. */
  log(): string;
};

type Options = {
  kind?: Kind;
  nowMs?: number;
  /** A clock that only the test moves, for what must not depend on how fast the machine is. */
  hasStoppedClock?: boolean;
  store?: Store;
  config?: Partial<Config>;
  planner?: PlannerPool;
  signInLimit?: SignInLimit;
  autoPlanningIntervalMs?: number;
  eventIntervalMs?: number;
  /** By default the folder of the system, where other tests have files too. */
  uploads?: Uploads;
  /** PUBLIC_URL is the address at which the service listens. */
  isPublic?: boolean;
};

let site: Site | undefined;

export async function startService(scope: Scope, options: Options = {}): Promise<Service> {
  const { kind = 'sqlite', nowMs = Date.parse('2026-11-11T12:00:00Z') } = options;
  // At the end the server stops before its database closes: its last queries would wait for a connection.
  const cleanUps: (() => unknown)[] = [];
  const store = options.store ?? (await freshStore({ after: (work) => cleanUps.unshift(work) }, kind));
  const listener = await listen('127.0.0.1', 0);
  const config: Config = {
    host: '127.0.0.1',
    port: listener.port,
    metrics: undefined,
    location: store.location,
    premium: 'granted',
    signUp: 'open',
    signIn: 'any',
    oidc: undefined,
    mail: undefined,
    rateLimitPerMinute: 600,
    appRateLimitPerMinute: 600,
    signUpsPerDay: 10,
    cacheBytes: 32_000_000,
    minFreeDiskBytes: 0,
    auditRetentionDays: 365,
    publicUrl: undefined,
    allowedHosts: [],
    trustedProxies: [],
    fetch: { isOn: true, privateHosts: [] },
    securityContact: undefined,
    logLevel: 'debug',
    ...(options.isPublic && { publicUrl: `http://127.0.0.1:${listener.port}` }),
    ...options.config,
  };
  // The clock starts at the given time and runs, because the change feed and rate limits depend on it.
  const clock = { nowMs, startedAt: performance.now() };
  // A file is loaded long before its first test if it shares the process with others.
  scope.before?.(() => (clock.startedAt = performance.now()));
  const lines: string[] = [];
  const log = pino({ level: config.logLevel }, { write: (line: string) => void lines.push(line) });
  const tick = () =>
    options.hasStoppedClock ? clock.nowMs : clock.nowMs + Math.floor(performance.now() - clock.startedAt);
  const responses = new ResponseCheck();
  let server: ReturnType<typeof startServer> | undefined;
  const start = () =>
    (server ??= startServer({
      config,
      store,
      listener,
      log,
      clock: tick,
      drain: { noticeMs: 0, maxMs: 8_000 },
      site: (site ??= readSite()),
      planner: options.planner ?? new PlannerPool({ startWorker: () => sharedPlannerThread() }),
      ...(options.signInLimit && { signInLimit: options.signInLimit }),
      uploads: options.uploads,
      checkResponse: responses.check,
      autoPlanningIntervalMs: options.autoPlanningIntervalMs,
      eventIntervalMs: options.eventIntervalMs,
    }).catch((error: unknown) => {
      // An open listener would keep the process of the tests alive.
      listener.server.close();
      throw error;
    }));
  // The server of a file starts with its first test, or at a request while the file is loaded: it would poll the
  // database while the tests of other files run.
  listener.handler = (request, response) =>
    void start().then(() => listener.server.emit('request', request, response));
  scope.after(async () => {
    await server?.then(
      (started) => started.stop(),
      () => {},
    );
    for (const work of cleanUps) await work();
    responses.assertNone();
  });
  // A test has a name and has begun.
  if (scope.before && !('name' in scope)) scope.before(start);
  else await start();
  return { url: `http://127.0.0.1:${listener.port}`, store, config, clock, log: () => lines.join('') };
}

/** A client of the web app's API that stores cookies, as a browser does. */
export class AppClient {
  readonly #service: Pick<Service, 'url'>;
  readonly cookies = new Map<string, string>();

  constructor(service: Pick<Service, 'url'>) {
    this.#service = service;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> {
    const response = await fetch(this.#service.url + path, {
      method,
      headers: {
        origin: this.#service.url,
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] as string).split('=');
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    const text = await response.text();
    const isText = response.headers.get('content-type')?.startsWith('text/plain');
    const parsed = text && !isText ? JSON.parse(text) : text || undefined;
    return { status: response.status, headers: response.headers, body: parsed };
  }
}

// oxlint-disable-next-line no-explicit-any: tests read any JSON response
export type Reply = { status: number; headers: Headers; body: any };

let signUps = 0;

/** A new family with its owner signed in. */
export async function signUp(service: Pick<Service, 'url'>, details: Record<string, string> = {}) {
  const browser = new AppClient(service);
  signUps += 1;
  const email = details.email ?? `person${signUps}@example.org`;
  const reply = await browser.call('POST', '/app/api/sign-up', {
    familyName: 'Okafor',
    password: 'correct horse battery',
    timeZone: 'Africa/Lagos',
    ...details,
    email,
  });
  if (reply.status !== 200) throw new Error(`Sign-up failed: ${JSON.stringify(reply.body)}`);
  return { browser, email, family: reply.body.family as string, member: reply.body.member as string };
}

/** Changes plans as the web app does: each edit has the meal seen in a slot (`before`) and the new one (`after`). */
export async function sendEdits(client: AppClient, edits: object[]): Promise<void> {
  const { status, body } = await client.call('POST', '/app/api/changes', { id: randomUUID(), edits });
  if (status !== 200) throw new Error(`The change was refused: ${JSON.stringify(body)}`);
}
