/**
 * Sends the requests of the trial `hostile-load` from a separate process with low priority: a real attacker has its own
 * machine and does not take processor time from the family that is measured.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';
import { type HostileCase, hostileCases } from '#test/support/hostile-cases.ts';
import { ID_MARK } from '#test/support/largest-input.ts';
import type { World } from '#test/support/world.ts';

export type HostileFamily = { world: World; sessions: string[]; keys: string[] };
/** One case once, or all cases of all families at once, with floods from elsewhere. */
export type Order =
  | { kind: 'one'; url: string; family: HostileFamily; at: number }
  /** Makes the requests of `all`, which takes a second or more of processor time. */
  | { kind: 'prepare'; families: HostileFamily[]; victimEmail: string }
  | { kind: 'all'; url: string; seconds: number };
/** `statuses`: how often each occurred; of one case, its name too. */
export type Report = { name: string; count: number; statuses: Record<string, number> };

type Request = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
};
type Source = { connections: number; next: (at: number) => Request };

/** Connections of each family. */
const CONNECTIONS = 24;
/** After this time without a response, a connection sends its next request. */
const TIMEOUT_MS = 30_000;
/** After these, their sender could send no more. Each is sent alone. */
const ENDS_ACCESS = new Set([
  'DELETE /app/api/family',
  'DELETE /app/api/keys/:id',
  'DELETE /app/api/members/:id',
  'DELETE /app/api/sessions/:id',
  'POST /app/api/access/end',
  'POST /app/api/sign-out',
  'POST /app/api/sign-out-everywhere',
  'PUT /app/api/password',
]);
/** How long an event stream stays open. */
const STREAM_MS = 1_000;

process.once('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  setPriority(constants.priority.PRIORITY_LOW);
  void run(order).then((report) => process.send?.(report));
});

async function run(order: Order): Promise<Report> {
  if (order.kind === 'one') return sendOne(order);
  if (order.kind === 'all') return sendAll(order);
  sources = [...order.families.map(casesInTurn), ...floods(order.victimEmail)];
  return { name: order.kind, count: sources.length, statuses: {} };
}

let sources: Source[] = [];
let prepared: { family: string; cases: HostileCase[] } | undefined;

async function sendOne({ url, family, at }: Order & { kind: 'one' }): Promise<Report> {
  const { world } = family;
  // Again for each round, since some cases differ each time.
  if (at === 0 || prepared?.family !== world.family)
    prepared = { family: world.family, cases: hostileCases(world) };
  const { cases } = prepared;
  const each = cases[at] as HostileCase;
  const agent = new Agent({ maxSockets: 1 });
  const status = await sendRequest(url, agent, requestOf(each, family, 0), Infinity);
  agent.destroy();
  return { name: each.name, count: cases.length, statuses: { [status]: 1 } };
}

/** Each connection goes through all cases of the family, beginning elsewhere. */
function casesInTurn(family: HostileFamily): Source {
  const all = hostileCases(family.world);
  const unknown = [...ENDS_ACCESS].filter((ending) => !all.some(({ name }) => name === ending));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join()}.`);
  const cases = all.filter(({ name }) => !ENDS_ACCESS.has(name));
  const next = (at: number) => {
    const round = Math.floor(at / CONNECTIONS);
    const start = (at % CONNECTIONS) * Math.ceil(cases.length / CONNECTIONS);
    return requestOf(cases[(start + round) % cases.length] as HostileCase, family, at);
  };
  return { connections: CONNECTIONS, next };
}

async function sendAll({ url, seconds }: Order & { kind: 'all' }): Promise<Report> {
  const endsAt = performance.now() + seconds * 1_000;
  const statuses: Record<string, number> = {};
  await Promise.all(
    sources.flatMap(({ connections, next }) =>
      Array.from({ length: connections }, async (_, connection) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let at = connection; performance.now() < endsAt; at += connections) {
          const status = await sendRequest(url, agent, next(at), endsAt);
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
        agent.destroy();
      }),
    ),
  );
  return { name: 'all', count: Object.values(statuses).reduce((sum, count) => sum + count, 0), statuses };
}

/** From a session and with a key of the family, in turn. */
function requestOf({ method, path, body, headers }: HostileCase, family: HostileFamily, at: number): Request {
  const { sessions, keys } = family;
  const fresh = randomBytes(ID_MARK.length / 2).toString('hex');
  const isText = typeof body === 'string';
  return {
    method,
    path,
    headers: {
      'X-Forwarded-For': `203.0.113.${at % 250}`,
      ...headers({ session: sessions[at % sessions.length] ?? '', key: keys[at % keys.length] ?? '' }),
    },
    body: isText ? body.replaceAll(ID_MARK, fresh) : body,
  };
}

/** What needs no account. */
function floods(victimEmail: string): Source[] {
  return [
    {
      connections: 20,
      next: () => ({ method: 'GET', path: '/', headers: { 'Accept-Encoding': `a${' '.repeat(7_000)}b` } }),
    },
    {
      connections: 40,
      next: (at) => signInFrom(`2001:db8:bad:${(at % 65_536).toString(16)}::1`, `${at}@example.org`),
    },
    { connections: 4, next: (at) => signInFrom(`203.0.113.${at % 200}`, victimEmail) },
    {
      connections: 4,
      next: () => ({
        method: 'POST',
        path: '/app/api/recipes',
        headers: sameOrigin('203.0.113.250'),
        body: NESTED,
      }),
    },
  ];
}

function signInFrom(address: string, email: string): Request {
  const body = JSON.stringify({ email, password: `guess ${randomUUID()}` });
  return { method: 'POST', path: '/app/api/sign-in', headers: sameOrigin(address), body };
}

const NESTED = '['.repeat(450_000) + ']'.repeat(450_000);

/** Headers of the app's own pages behind a proxy. */
function sameOrigin(address: string): Record<string, string> {
  return { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': address, 'Content-Type': 'application/json' };
}

/** Returns the status when the response has been read; 0 without a response. */
function sendRequest(
  url: string,
  agent: Agent,
  { method, path, headers, body }: Request,
  endsAt: number,
): Promise<number> {
  return new Promise((resolve) => {
    const timeoutMs = Math.max(0, Math.min(TIMEOUT_MS, endsAt - performance.now()));
    const timer = setTimeout(() => sent.destroy(), timeoutMs);
    const end = (status: number) => {
      clearTimeout(timer);
      resolve(status);
    };
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const sent = request(url + path, { method, headers: { ...headers, ...length }, agent }, (response) => {
      const status = response.statusCode ?? 0;
      response.on('error', () => end(status)).on('close', () => end(status));
      response.resume();
      if (response.headers['content-type']?.startsWith('text/event-stream'))
        setTimeout(() => response.destroy(), STREAM_MS);
    });
    sent.on('error', () => end(0));
    sent.end(body);
  });
}
