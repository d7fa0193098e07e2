/**
 * What a client says about where it is and who asks for it: Host, X-Forwarded-* and their cousins. Links come
 * from the configured address whatever it says, no answer repeats it, and nobody who claims to be many gets
 * more than one; not behind a proxy either, which adds the true address at the end.
 */
import { addApiKey } from '#actions/api-keys.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { accepted } from '#test/support/accepted.ts';
import { send } from '#test/support/app-cases.ts';
import type { Trial } from '../trial.ts';
import { fromAnywhere, startTarget, type Target } from './target.ts';

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
/** Where an address could be repeated: links, pages, problems, redirections, cookies. */
const SHOWN = ['/', '/nowhere', '/app/api/nowhere', '/api/docs', '/.well-known/security.txt'];

/** Reads a minute for a key, and tries of links a minute from an address (src/auth/sign-in-limit.ts). */
const [KEY_LIMIT, ADDRESS_LIMIT] = [10, 30];

export const forgedHeaders: Trial = {
  name: 'forged-headers',
  part: 'attacks',
  promise: 'forged Host and X-Forwarded-*: links always from the configured address; no extra quota',
  times: { full: 2_000, short: 20 },
  defect: {
    what: 'links are made of what the client calls us',
    file: 'src/http/app/register-route.ts',
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
    const alone = await claimToBeMany(bare, (forged) => forged);
    const proxied = await claimToBeMany(behindProxy, (forged) => `${forged}, 203.0.113.9`);
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
    const wish = { method: 'POST', path: '/app/api/displays', body: { name: 'x' }, headers };
    const { body: made } = await send(target, wish);
    const what = `With ${JSON.stringify(forged)}`;
    if (!String(made.link).startsWith(`${PUBLIC_URL}/display#`)) {
      broken.push(`${what} a link was ${JSON.stringify(made)}.`);
    }
    await send(target, { method: 'DELETE', path: `/app/api/displays/${made.id}`, headers });
    const path = SHOWN[at % SHOWN.length] as string;
    const page = await fetch(target.url + path, { headers: forged, redirect: 'manual' });
    const shown = JSON.stringify([...page.headers]) + (await page.text());
    if (shown.includes('evil')) broken.push(`${what} ${path} repeated it.`);
    if (page.status >= 300 && page.status !== 404)
      broken.push(`${what} ${path} was answered ${page.status}.`);
  }
  return broken;
}

/** Everything twice as often as one caller may, each time under another name. */
async function claimToBeMany(target: Target, asSeen: (forged: string) => string) {
  const { family } = await target.newWorld();
  const context = { store: target.store, actor: OPERATOR, nowMs: Date.now() };
  const { key } = accepted(await addApiKey(context, family, { name: 'one', expiresAt: null }));
  const forged = () => {
    const address = asSeen(fromAnywhere()['x-forwarded-for']);
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
  // A bucket fills while it is emptied.
  if (reads > KEY_LIMIT * (1 + minutes)) broken.push(`One key read ${reads} times.`);
  if (tries > ADDRESS_LIMIT * Math.ceil(minutes)) broken.push(`One address tried ${tries} links.`);
  return { reads, tries, broken };
}

async function count(times: number, isSo: () => Promise<boolean>): Promise<number> {
  let found = 0;
  for (let at = 0; at < times; at += 1) if (await isSo()) found += 1;
  return found;
}
