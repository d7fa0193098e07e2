/**
 * The attacks of the trial `hostile-load`, in a separate process with low priority: a real attacker has its own
 * machine and does not take CPU time from the family that is measured.
 */
import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { constants, setPriority } from 'node:os';

export type AttackOrder = {
  url: string;
  seconds: number;
  /** The share of each attack's connections, except event streams: fewer of those would not reach their limit. */
  share: number;
  victimEmail: string;
  /** Session of the hostile family. */
  token: string;
  /** The week of the hostile family's long list. */
  week: string;
  /** Sessions of the families that help it. */
  accompliceTokens: string[];
};
/** Responses by attack and status: `export:200×3`. */
export type AttackReport = { responses: string };

type Request = { method?: string; path: string; headers?: Record<string, string>; body?: string };
/** Each connection sends its requests sequentially. */
type Attack = { name: string; connections: number; next: (at: number) => Request };

/** After this time without a response, a connection sends its next request. */
const TIMEOUT_MS = 10_000;

process.once('disconnect', () => process.exit());
process.once('message', (order: AttackOrder) => {
  setPriority(constants.priority.PRIORITY_LOW);
  void attack(order).then((responses) => process.send?.({ responses } satisfies AttackReport));
});

async function attack(order: AttackOrder): Promise<string> {
  const endsAt = performance.now() + order.seconds * 1_000;
  const counts = new Map<string, number>();
  const running = attacksOf(order).flatMap(({ name, connections, next }) =>
    Array.from(
      { length: name === 'stream' ? connections : Math.ceil(connections * order.share) },
      async (_, connection) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (let at = connection; performance.now() < endsAt; at += connections) {
          const status = await sendRequest(order.url, agent, next(at), endsAt);
          const key = `${name}:${status}`;
          counts.set(key, (counts.get(key) ?? 0) + 1);
        }
        agent.destroy();
      },
    ),
  );
  await Promise.all(running);
  return Array.from(counts, ([key, count]) => `${key}×${count}`)
    .toSorted()
    .join(' ');
}

function attacksOf(order: AttackOrder): Attack[] {
  return [...ownDataAttacks(order), ...accompliceAttacks(order), ...signedOutAttacks(order)];
}

/** Requests of the hostile family on its own large data, and slow texts. */
function ownDataAttacks({ token, week }: AttackOrder): Attack[] {
  const session = signedIn(token);
  const operations = (text: (at: number) => string) => (at: number) => ({
    method: 'POST',
    path: `/app/api/lists/${week}/operations`,
    headers: session,
    body: JSON.stringify({ operations: [{ opId: randomUUID(), kind: 'add', text: text(at) }] }),
  });
  return [
    {
      name: 'line',
      connections: 2,
      next: operations((at) => `2 (14-oz) cans ${'g'.repeat(20 + (at % 60))}, chopped`),
    },
    {
      name: 'understand',
      connections: 2,
      next: (at) => ({
        method: 'POST',
        path: '/app/api/recipes/understand',
        headers: session,
        body: JSON.stringify({
          lines: Array.from({ length: 100 }, (_, line) => `1 g ${'b'.repeat(200)}${at}-${line}, x`),
        }),
      }),
    },
    {
      name: 'export',
      connections: 4,
      next: () => ({ method: 'POST', path: '/app/api/family/export', headers: session }),
    },
    { name: 'list', connections: 4, next: () => ({ path: `/app/api/lists/${week}`, headers: session }) },
    { name: 'wishes', connections: 2, next: () => ({ path: '/app/api/wishes', headers: session }) },
    {
      name: 'search',
      connections: 2,
      next: (at) => ({ path: `/app/api/recipes?search=${'a '.repeat(at % 50)}b`, headers: session }),
    },
    {
      name: 'plan-large',
      connections: 2,
      next: (at) => ({
        method: 'POST',
        path: `/app/api/weeks/${week}/proposal`,
        headers: session,
        body: JSON.stringify({ seed: at % 1_000 }),
      }),
    },
  ];
}

/** Changes, plans and event streams of the accomplices. */
function accompliceAttacks({ token, week, accompliceTokens }: AttackOrder): Attack[] {
  const accomplice = (at: number) => signedIn(accompliceTokens[at % accompliceTokens.length] ?? token);
  return [
    {
      name: 'change',
      connections: 4,
      next: (at) => ({
        method: 'PUT',
        path: '/app/api/prices/rice',
        headers: accomplice(at),
        body: JSON.stringify({ centsPerKg: 1 + (at % 1_000) }),
      }),
    },
    {
      name: 'recipe',
      connections: 2,
      next: (at) => ({
        method: 'POST',
        path: '/app/api/recipes',
        headers: accomplice(at),
        body: largeRecipe(at),
      }),
    },
    {
      name: 'plan',
      connections: accompliceTokens.length * 4,
      next: (at) => ({
        method: 'POST',
        path: `/app/api/weeks/${week}/proposal`,
        headers: accomplice(at),
        body: JSON.stringify({ seed: at % 1_000 }),
      }),
    },
    {
      name: 'stream',
      connections: accompliceTokens.length * 20,
      next: (at) => ({ path: '/app/api/events', headers: accomplice(at) }),
    },
  ];
}

function signedOutAttacks({ victimEmail }: AttackOrder): Attack[] {
  return [
    {
      name: 'encoding',
      connections: 20,
      next: () => ({ path: '/', headers: { 'Accept-Encoding': `a${' '.repeat(7_000)}b` } }),
    },
    {
      name: 'sign-in',
      connections: 40,
      next: (at) => signInFrom(`2001:db8:bad:${(at % 65_536).toString(16)}::1`, `${at}@example.org`),
    },
    {
      name: 'guess',
      connections: 4,
      next: (at) => signInFrom(`203.0.113.${at % 200}`, victimEmail),
    },
    {
      name: 'nested',
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

const NESTED = '['.repeat(450_000) + ']'.repeat(450_000);

function largeRecipe(at: number): string {
  const text = (length: number) => `${at} `.repeat(length).slice(0, length - 1);
  return JSON.stringify({
    title: text(200),
    servings: 4,
    activeMinutes: 15,
    totalMinutes: 40,
    meals: ['dinner'],
    cuisine: '',
    protein: '',
    keeps: true,
    ingredients: Array.from({ length: 300 }, (_, line) => `${line} g ${text(400)}`),
    steps: Array.from({ length: 100 }, () => text(2_000)),
  });
}

function signInFrom(address: string, email: string): Request {
  const body = JSON.stringify({ email, password: `guess ${randomUUID()}` });
  return { method: 'POST', path: '/app/api/sign-in', headers: sameOrigin(address), body };
}

/** Headers of the app's own pages behind a proxy. */
function sameOrigin(address: string): Record<string, string> {
  return { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': address, 'Content-Type': 'application/json' };
}

function signedIn(token: string): Record<string, string> {
  return { ...sameOrigin('203.0.113.1'), Cookie: `weekfare-session=${token}` };
}

/** Returns the status when the response has been read; 0 without a response. */
function sendRequest(
  url: string,
  agent: Agent,
  { method = 'GET', path, headers = {}, body }: Request,
  endsAt: number,
): Promise<number> {
  return new Promise((resolve) => {
    const timeoutMs = Math.max(0, Math.min(TIMEOUT_MS, endsAt - performance.now()));
    const timer = setTimeout(() => sent.destroy(), timeoutMs);
    const end = (status: number) => {
      clearTimeout(timer);
      resolve(status);
    };
    const sent = request(url + path, { method, headers, agent }, (response) => {
      const status = response.statusCode ?? 0;
      response.on('error', () => end(status)).on('close', () => end(status));
      response.resume();
    });
    sent.on('error', () => end(0));
    sent.end(body);
  });
}
