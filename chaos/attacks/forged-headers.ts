/**
 * Forged Host, X-Forwarded-* and similar headers. Links always use the configured address, no response repeats a
 * forged value, and a client that claims many addresses gets the quota of one; also behind a proxy, which appends
 * the real address.
 */
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { accepted } from '#test/support/accepted.ts';
import { send } from '#test/support/clients/request.ts';
import type { Trial } from '../trial.ts';
import { fromNewAddress, startTarget, type Target } from './target.ts';

const PUBLIC_URL = 'https://weekfare.example';
const HEADERS = [
  'host',
  'x-forwarded-host',
  'x-forwarded-server',
  'x-forwarded-proto',
  'x-forwarded-port',
  'x-forwarded-prefix',
  'x-original-url',
  'x-rewrite-url',
  'x-host',
  'x-real-ip',
  'forwarded',
  'referer',
];
const VALUES = [
  'evil.example',
  'evil.example:443',
  'weekfare.example.evil.example',
  'weekfare.example@evil.example',
  'https://evil.example/',
  '/evil.example',
  'host=evil.example;proto=https',
  'evil.example, weekfare.example',
];
const FORGERIES = HEADERS.flatMap((name) => VALUES.map((value) => ({ [name]: value })));
/** Pages that could repeat a forged value in their content, headers or redirects. */
const PATHS = ['/', '/nowhere', '/app/api/nowhere', '/api/docs', '/.well-known/security.txt'];

/** Reads per minute of a key, and attempts at links per minute from an address (src/auth/sign-in-limit.ts). */
const [KEY_LIMIT, ADDRESS_LIMIT] = [10, 30];

export const forgedHeaders: Trial = {
  name: 'forged-headers',
  part: 'attacks',
  promise: 'forged Host and X-Forwarded-*: links always from the configured address; no extra quota',
  times: { full: 2_000, short: 20 },
  coveredBy: 'src/http/access/host-name.test.ts',
  defect: {
    what: "links are built from the client's Host header",
    file: 'src/http/serve.ts',
    from: 'const origin = services.config.publicUrl ??',
    to: 'const origin = undefined ??',
  },

  async run(context) {
    const settings = {
      PUBLIC_URL,
      SECURITY_CONTACT: 'mailto:security@weekfare.example',
      RATE_LIMIT_PER_MINUTE: `${KEY_LIMIT}`,
    };
    const bare = await startTarget(context, { ...settings, TRUSTED_PROXIES: '' });
    const behindProxy = await startTarget(context, settings);
    const broken = await forgeLinks(bare, context.times);
    const alone = await forgeAddresses(bare, (forged) => forged);
    const proxied = await forgeAddresses(behindProxy, (forged) => `${forged}, 203.0.113.9`);
    return {
      figures: {
        forgeries: context.times,
        'reads let through': `${alone.reads} and ${proxied.reads} of ${2 * KEY_LIMIT}`,
        'tries of links let through': `${alone.tries} and ${proxied.tries} of ${2 * ADDRESS_LIMIT}`,
      },
      broken: [...broken, ...alone.broken, ...proxied.broken],
    };
  },
};

async function forgeLinks(target: Target, times: number): Promise<string[]> {
  const { owner } = await target.newWorld();
  const cookie = `__Host-weekfare-session=${owner.token}`;
  const broken: string[] = [];
  for (let at = 0; at < times; at += 1) {
    const forged = { ...FORGERIES[at % FORGERIES.length], ...FORGERIES[(at * 7 + 5) % FORGERIES.length] };
    const headers = { origin: PUBLIC_URL, cookie, ...forged };
    const call = { method: 'POST', path: '/app/api/displays', body: { name: 'x' }, headers };
    const { body: made } = await send(target, call);
    const what = `With ${JSON.stringify(forged)}`;
    if (!String(made.link).startsWith(`${PUBLIC_URL}/display#`)) {
      broken.push(`${what} the link was ${JSON.stringify(made)}.`);
    }
    await send(target, { method: 'DELETE', path: `/app/api/displays/${made.id}`, headers });
    const path = PATHS[at % PATHS.length] as string;
    const page = await fetch(target.url + path, { headers: forged, redirect: 'manual' });
    const content = JSON.stringify([...page.headers]) + (await page.text());
    if (content.includes('evil')) broken.push(`${what} ${path} repeated it.`);
    if (page.status >= 300 && page.status !== 404) broken.push(`${what} ${path} returned ${page.status}.`);
  }
  return broken;
}

/** Sends twice the allowed number of requests, each with another forged address. */
async function forgeAddresses(target: Target, forwardedFor: (forged: string) => string) {
  const { family } = await target.newWorld();
  const context = { store: target.store, actor: OPERATOR, nowMs: Date.now() };
  const { key } = accepted(await addApiKey(context, family, { name: 'one', expiresAt: null }));
  const forged = () => {
    const address = forwardedFor(fromNewAddress()['x-forwarded-for']);
    return { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` };
  };
  const read = async () => {
    const headers = { 'x-api-key': key, ...forged() };
    return (await fetch(`${target.url}/api/meal-plans/v1/current`, { headers })).status === 200;
  };
  const tryLink = async () => {
    const headers = { origin: PUBLIC_URL, ...forged() };
    const call = { method: 'POST', path: '/app/api/join/look', body: { token: 'none' }, headers };
    return (await send(target, call)).status === 404;
  };
  const startedAt = performance.now();
  const [reads, tries] = [await count(2 * KEY_LIMIT, read), await count(2 * ADDRESS_LIMIT, tryLink)];
  const minutes = (performance.now() - startedAt) / 60_000;
  const broken: string[] = [];
  // The token bucket refills during the attempts.
  if (reads > KEY_LIMIT * (1 + minutes)) broken.push(`One key read ${reads} times.`);
  if (tries > ADDRESS_LIMIT * Math.ceil(minutes)) broken.push(`One address attempted ${tries} links.`);
  return { reads, tries, broken };
}

async function count(times: number, isCounted: () => Promise<boolean>): Promise<number> {
  let counted = 0;
  for (let at = 0; at < times; at += 1) if (await isCounted()) counted += 1;
  return counted;
}
