/** What another site can make a signed-in browser send: every route that changes something, in every guise. */
import { send } from '#test/support/app-cases.ts';
import type { Trial } from '../trial.ts';
import { CHANGING_ROUTES } from './routes.ts';
import { fromAnywhere, startTarget } from './target.ts';
import { tryWithoutTrace } from './traces.ts';

const EVIL = 'https://evil.example';

/** What browsers say of a request from elsewhere, and what an attacker might add. */
const guises = (url: string): Record<string, string | undefined>[] => [
  { 'sec-fetch-site': 'cross-site', origin: EVIL },
  // The one thing that speaks against it is what only the browser can say.
  { 'sec-fetch-site': 'cross-site', origin: url, referer: `${url}/` },
  { 'sec-fetch-site': 'same-site', origin: url.replace('127.0.0.1', 'sister.example') },
  { 'sec-fetch-site': 'none', origin: undefined },
  { origin: 'null' },
  { origin: `${url}.evil.example`, referer: `${url}/` },
  { origin: EVIL, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
  { origin: undefined, referer: `${url}/profile` },
];

export const crossSite: Trial = {
  name: 'cross-site',
  part: 'attacks',
  promise: 'cross-site requests, every state-changing route in 8 guises: no write',
  times: { full: 8, short: 8 },
  defect: {
    what: 'only what a browser calls cross-site is taken for foreign',
    file: 'src/http/app/access/same-origin.ts',
    from: "return site === 'same-origin';",
    to: "return site !== 'cross-site';",
  },

  async run(context) {
    const target = await startTarget(context);
    const world = await target.newWorld();
    const attempts = CHANGING_ROUTES.flatMap((attacked) =>
      guises(target.url)
        .slice(0, context.times)
        .map((headers) => ({ ...attacked, headers })),
    );
    const broken = await tryWithoutTrace(target, attempts, async ({ route, case: good, headers }) => {
      const reply = await send(target, {
        method: route.method,
        path: good.path(world),
        body: good.body?.(world),
        token: world.owner.token,
        headers: { ...fromAnywhere(), ...headers },
      });
      const isRefused = reply.status === 403 && reply.body.code === 'cross-site';
      if (isRefused && !reply.headers.has('set-cookie')) return undefined;
      return `${JSON.stringify(headers)} was answered ${reply.status}`;
    });
    return { figures: { routes: CHANGING_ROUTES.length, requests: attempts.length }, broken };
  },
};
