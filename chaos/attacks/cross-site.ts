/** Cross-site requests that another site can make a signed-in browser send, to every state-changing route. */
import { send } from '#test/support/clients/request.ts';
import type { Trial } from '../trial.ts';
import { CHANGING_ROUTES } from './routes.ts';
import { fromNewAddress, startTarget } from './target.ts';
import { expectNoWrites } from './expect-no-writes.ts';

const EVIL = 'https://evil.example';

/** Headers that browsers send with a cross-site request, and forgeries that an attacker might add. */
const guises = (url: string): Record<string, string | undefined>[] => [
  { 'sec-fetch-site': 'cross-site', origin: EVIL },
  // Only Sec-Fetch-Site, which scripts cannot set, reveals this one.
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
  coveredBy: 'src/http/access/same-origin.test.ts',
  defect: {
    what: 'only requests that the browser marks as cross-site are refused',
    file: 'src/http/access/same-origin.ts',
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
    const broken = await expectNoWrites(target, attempts, async ({ route, case: valid, headers }) => {
      const reply = await send(target, {
        method: route.method,
        path: valid.path(world),
        body: valid.body?.(world),
        token: world.owner.token,
        headers: { ...fromNewAddress(), ...headers },
      });
      const isRefused = reply.status === 403 && reply.body.code === 'cross-site';
      if (isRefused && !reply.headers.has('set-cookie')) return undefined;
      return `${JSON.stringify(headers)} returned ${reply.status}`;
    });
    return { figures: { routes: CHANGING_ROUTES.length, requests: attempts.length }, broken };
  },
};
