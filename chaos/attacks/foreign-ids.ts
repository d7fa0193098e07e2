/**
 * Puts another family's ids wherever a request can contain one: every part of the path, every value of the query,
 * every text of the body of every route, and additional fields. Each probe is compared with one for an id of the same
 * form that does not exist: if the two responses differ, the response reveals that the id exists.
 */
import { isDeepStrictEqual } from 'node:util';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { PUBLIC_ROUTES } from '#http/api/routes.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { accepted } from '#test/support/accepted.ts';
import { dump } from '#test/support/snapshot.ts';
import { send } from '#test/support/clients/request.ts';
import type { World } from '#test/support/world.ts';
import type { Reply } from '#test/support/service.ts';
import type { Trial } from '../trial.ts';
import { addressPlaces, bodyPlaces, type Call, KEY, MEMBER, type Place } from './id-places.ts';
import { ROUTES, spread, WITHOUT_CASE } from './routes.ts';
import { fromNewAddress, startTarget, type Target } from './target.ts';

/** A valid call of a route by a stranger, a member of another family. */
type Route = { name: string; method: string; call: (stranger: Stranger) => Call; places: Place[] };
type Probe = { route: Route; place: Place; id: string };
type Stranger = World & { apiKey: string };

export const foreignIds: Trial = {
  name: 'foreign-ids',
  part: 'attacks',
  promise:
    "other families' ids in path, query and body of every route, 2,000 probes or more: no read, write or hint of existence",
  times: { full: 2_000, short: 80 },
  coveredBy: 'test/callers/callers.test.ts',
  defect: {
    what: 'a recipe is found by its id alone',
    file: 'src/storage/tables/recipe/recipes.ts',
    from: ".select(['id', 'version', 'source']).where('family_id', '=', family)",
    to: ".select(['id', 'version', 'source'])",
  },

  async run(context) {
    const target = await startTarget(context);
    const victim = await target.newWorld();
    let stranger = await newStranger(target);
    const own = await idsOf(target, stranger);
    // Ids that both families use, such as those of foods, are no secret.
    const foreign = new Map([...(await idsOf(target, victim))].filter(([id]) => !own.has(id)));
    const probes = selectProbes(routes(stranger), stranger, own, foreign, context.times);
    const broken = [...WITHOUT_CASE];
    if (probes.length < context.times) broken.push(`There are only ${probes.length} probes.`);

    /** Sends the probe as a stranger. Replaces the stranger after a request that may have changed their family. */
    const sendProbe = async ({ route, place }: Probe, id: string): Promise<Reply> => {
      const reply = await send(target, place.put(route.call(stranger), id));
      if (route.method !== 'GET' && ![400, 404].includes(reply.status)) stranger = await newStranger(target);
      return reply;
    };
    const before = await dump(target.store, victim.family);
    for (const [route, routeProbes] of Map.groupBy(probes, (probe) => probe.route)) {
      for (const probe of routeProbes) {
        const { id, place } = probe;
        const expected = comparable(await sendProbe(probe, unusedId(id)), unusedId(id));
        const reply = await sendProbe(probe, id);
        const [actual, body] = [comparable(reply, id), JSON.stringify(reply.body ?? null)];
        const what = `${route.name} with another family's id in its ${place.where}`;
        if (actual !== expected) broken.push(`${what} returned ${actual} instead of ${expected}.`);
        // An added item's id contains the id of its operation. A response that repeats a sent id reveals nothing.
        const isSent = (secret: string) => secret.includes(id) || id.includes(secret);
        const leaked = [...foreign.keys()].find((secret) => !isSent(secret) && body.includes(secret));
        if (leaked !== undefined) broken.push(`${what} revealed ${foreign.get(leaked)}.`);
      }
      if (!isDeepStrictEqual(await dump(target.store, victim.family), before)) {
        broken.push(`${route.name} changed another family.`);
        break;
      }
    }
    return { figures: { routes: ROUTES.length + PUBLIC_ROUTES.length, probes: probes.length }, broken };
  },
};

async function newStranger(target: Target): Promise<Stranger> {
  const world = await target.newWorld();
  const context = { store: target.store, actor: OPERATOR, nowMs: Date.now() };
  const { key } = accepted(await addApiKey(context, world.family, { name: 'other', expiresAt: null }));
  return { ...world, apiKey: key };
}

/** Every id in a family's rows, with its table and column. */
async function idsOf({ store }: Target, { family }: World): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [table, rows] of Object.entries(await dump(store, family))) {
    for (const row of rows as Record<string, unknown>[]) {
      for (const [column, value] of Object.entries(row)) {
        const isId = /^(id|\w+_id|(token|key)_hash)$/.test(column);
        if (isId && typeof value === 'string' && !ids.has(value)) ids.set(value, `${table}.${column}`);
      }
    }
  }
  return ids;
}

function routes(example: Stranger): Route[] {
  const appRoutes = ROUTES.map(({ name, route, case: { path, body } }): Route => {
    const { method } = route;
    const call = (stranger: Stranger): Call => ({
      method,
      path: path(stranger),
      body: body?.(stranger),
      headers: { cookie: `weekfare-session=${stranger.owner.token}`, ...fromNewAddress() },
    });
    const inBody = method === 'GET' ? [] : bodyPlaces(call(example).body);
    const places = [...addressPlaces(route.path, call(example).path), ...inBody, MEMBER];
    return { name, method, call, places };
  });
  const apiRoutes = PUBLIC_ROUTES.map(({ path }): Route => {
    const call = ({ recipe, apiKey }: Stranger): Call => ({
      method: 'GET',
      path: path.replace(/\{\w+\}/, recipe),
      headers: { 'x-api-key': apiKey },
    });
    return { name: `GET ${path}`, method: 'GET', call, places: [...addressPlaces(path, path), KEY] };
  });
  return [...appRoutes, ...apiRoutes];
}

/** All probes whose id is of the kind that the place holds, and about `times` of the others. */
function selectProbes(
  all: Route[],
  stranger: Stranger,
  own: Map<string, string>,
  foreign: Map<string, string>,
  times: number,
): Probe[] {
  const probes = all.flatMap((route) =>
    route.places.flatMap((place) => {
      const kind = own.get(String(place.valueIn(route.call(stranger))));
      return Array.from(foreign, ([id, what]) => ({ route, place, id, isPlausible: what === kind }));
    }),
  );
  const others = probes.filter(({ isPlausible }) => !isPlausible);
  return [...probes.filter(({ isPlausible }) => isPlausible), ...spread(others, times)];
}

const CYCLES = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** An id of the same form that does not exist. */
function unusedId(id: string): string {
  const other = Array.from(id.slice(-4), (letter) => {
    const cycle = CYCLES.find((letters) => letters.includes(letter)) ?? letter;
    return cycle[(cycle.indexOf(letter) + 1) % cycle.length];
  });
  return id.slice(0, -4) + other.join('');
}

/** Fields whose value differs in every response. */
const VARYING_FIELDS = /^(id|key|link|email|name|version|\w+At)$/;
const RANDOM = /\b(?:(?=[a-z]*[0-9A-Z])[0-9A-Za-z]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g;

/** The response without values that vary, for comparison. */
function comparable({ status, body }: Reply, sent: string): string {
  return `${status} ${JSON.stringify(body ?? null, hide)
    .replaceAll(sent, '…')
    .replaceAll(RANDOM, '…')}`;
}

function hide(name: string, value: unknown): unknown {
  return VARYING_FIELDS.test(name) && typeof value !== 'object' ? '…' : value;
}
