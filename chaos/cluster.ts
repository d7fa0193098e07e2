/**
 * Servers on one PostgreSQL, behind haproxy: three, or two in the short form of a trial. The database is also open
 * directly: to create families without the servers, and to check what the servers have written.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { setPremium } from '#actions/account/families.ts';
import { weekAt } from '#domain/week/week.ts';
import { OPERATOR } from '#storage/actor.ts';
import { openStore, OPERATOR_TIMEOUT_MS, type Store } from '#storage/store.ts';
import { accepted } from '#test/support/accepted.ts';
import { makeWorld } from '#test/support/world.ts';
import { send } from '#test/support/clients/request.ts';
import type { Reply } from '#test/support/service.ts';
import { freePort } from '#test/support/servers/postgres.ts';
import { startHaproxy } from './haproxy.ts';
import type { RunningServer, Settings } from './program.ts';
import type { TrialContext } from './trial.ts';

export const CURRENT = '/api/meal-plans/v1/current';

/** A family with Premium: its owner's session, another member, a key, and its dinner this Thursday. */
export type Household = {
  family: string;
  token: string;
  member: string;
  keyId: string;
  key: string;
  dinner?: string;
};

export type Cluster = {
  /** The URL of haproxy. */
  url: string;
  servers: RunningServer[];
  store: Store;
  newFamily(): Promise<Household>;
  /** Stops a server with SIGTERM, unless it was killed, and starts it again on the same port. */
  restart(at: number): Promise<void>;
};

type Options = {
  servers?: 2 | 3;
  /** The database URL of each server where it differs from ours, for example a proxy. */
  databaseUrls?: string[];
  settings?: Settings;
};

export async function startCluster(
  { program, scope }: Pick<TrialContext, 'program' | 'scope'>,
  databaseUrl: string,
  { servers: count = 3, databaseUrls = [], settings = {} }: Options = {},
): Promise<Cluster> {
  const store = await openStore({ kind: 'postgres', url: databaseUrl }, OPERATOR_TIMEOUT_MS);
  scope.after(() => store.close());
  const ports: number[] = [];
  while (ports.length < count) ports.push(await freePort());
  const start = (port: number, at: number) =>
    program.start(scope, {
      PORT: String(port),
      DATABASE_URL: databaseUrls[at] ?? databaseUrl,
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
      APP_RATE_LIMIT_PER_MINUTE: '0',
      TRUSTED_PROXIES: '127.0.0.1',
      ...settings,
    });
  const servers = await Promise.all(ports.map(start));
  return {
    url: await startHaproxy(scope, ports),
    servers,
    store,
    newFamily: () => newFamily(store),
    async restart(at) {
      const { child } = servers[at] as RunningServer;
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'close');
        child.kill('SIGTERM');
        await ended;
      }
      servers[at] = await start(ports[at] as number, at);
    },
  };
}

async function newFamily(store: Store): Promise<Household> {
  const context = { store, actor: OPERATOR, nowMs: Date.now() };
  const { family, owner, third } = await makeWorld({ store, clock: context });
  accepted(await setPremium(context, family, 'forever'));
  const { id, key } = accepted(await addApiKey(context, family, { name: 'tablet', expiresAt: null }));
  return { family, token: owner.token, member: third.id, keyId: id, key };
}

/** Reads the family's current week with its key. */
export async function readPlan(url: string, { key }: Pick<Household, 'key'>): Promise<Reply> {
  const response = await fetch(url + CURRENT, { headers: { 'X-API-Key': key } });
  const { status, headers } = response;
  return { status, headers, body: await response.json() };
}

/** The dinner of Thursday in a plan. */
export function dinnerIn({ body }: Reply): string | undefined {
  return body?.data?.meals?.Thursday?.dinner?.description;
}

/** Changes the dinner of Thursday. The server applies a change that is sent again with the same id only once. */
export async function setDinner(
  url: string,
  home: Household,
  dinner: string,
  id: string = randomUUID(),
): Promise<Reply> {
  const { dinner: known } = home;
  const edit = {
    week: weekAt(Temporal.Now.instant(), 'UTC'),
    day: 'Thursday',
    slot: 'dinner',
    before: known === undefined ? null : { description: known },
    after: { description: dinner },
  };
  const reply = await callAs(home, url, 'POST', '/app/api/changes', { id, edits: [edit] });
  if (reply.status === 200) home.dinner = dinner;
  return reply;
}

/** Sends a request with the session of the family's owner. */
export function callAs(
  { token }: Pick<Household, 'token'>,
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  return send({ url }, { method, path, token, ...(body !== undefined && { body }) });
}
