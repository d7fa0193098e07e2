/**
 * Three servers on one PostgreSQL, behind haproxy, with the database open beside them: families are made
 * without asking the servers, and what these have written is seen without believing them.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { addApiKey } from '#actions/api-keys.ts';
import { setPremium } from '#actions/families.ts';
import { weekAt } from '#domain/week/week.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { openStore, OPERATOR_TIMEOUT_MS, type Store } from '#storage/store.ts';
import { accepted } from '#test/accepted.ts';
import { makeWorld, send } from '#test/app-cases.ts';
import type { Reply } from '#test/service.ts';
import { freePort } from '#test/postgres.ts';
import { startHaproxy } from './haproxy.ts';
import type { RunningServer, Settings } from './program.ts';
import type { TrialContext } from './trial.ts';

export const CURRENT = '/api/meal-plans/v1/current';

/** A family with Premium: what its owner signs in with, another member, a key, and what it has this Thursday. */
export type Household = {
  family: string;
  token: string;
  member: string;
  keyId: string;
  key: string;
  dinner?: string;
};

export type Cluster = {
  /** Where haproxy is. */
  url: string;
  servers: RunningServer[];
  store: Store;
  newFamily(): Promise<Household>;
  /** A server goes as its keepers would have it go, and comes back at the same place. */
  restart(at: number): Promise<void>;
};

type Places = {
  /** By which each server reaches the database, when that is not the way we do. */
  by?: string[];
  settings?: Settings;
};

export async function startCluster(
  { program, scope }: Pick<TrialContext, 'program' | 'scope'>,
  databaseUrl: string,
  { by = [], settings = {} }: Places = {},
): Promise<Cluster> {
  const store = await openStore({ kind: 'postgres', url: databaseUrl }, OPERATOR_TIMEOUT_MS);
  scope.after(() => store.close());
  const ports = [await freePort(), await freePort(), await freePort()];
  const start = (port: number, at: number) =>
    program.start(scope, {
      PORT: String(port),
      DATABASE_URL: by[at] ?? databaseUrl,
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
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
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

/** The family's week, by its key. */
export async function readPlan(url: string, { key }: Pick<Household, 'key'>): Promise<Reply> {
  const response = await fetch(url + CURRENT, { headers: { 'X-API-Key': key } });
  const { status, headers } = response;
  return { status, headers, body: await response.json() };
}

/** What the family has on Thursday, according to its plan. */
export function dinnerIn({ body }: Reply): string | undefined {
  return body?.data?.meals?.Thursday?.dinner?.description;
}

/** Puts something else on the table on Thursday; sent again with the same id, it is done once. */
export async function serve(
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

/** What its owner does in the browser. */
export function callAs(
  { token }: Pick<Household, 'token'>,
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Reply> {
  return send({ url }, { method, path, token, ...(body !== undefined && { body }) });
}
