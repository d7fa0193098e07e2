/**
 * Another family's ids, wherever an id can be put: every part of the path, every value of the query, every
 * text of the body of every route, and fields that nobody asked for. Each is tried beside an id of the same
 * form that exists nowhere: if the two answers differ, the answer tells that the id exists.
 */
import { isDeepStrictEqual } from 'node:util';
import { addApiKey } from '#actions/api-keys.ts';
import { PUBLIC_ROUTES } from '#server.ts';
import { OPERATOR } from '#storage/transaction.ts';
import { accepted } from '#test/support/accepted.ts';
import { dump, send, type World } from '#test/support/app-cases.ts';
import type { Reply } from '#test/support/service.ts';
import type { Trial } from '../trial.ts';
import { addressPlaces, bodyPlaces, type Call, KEY, MEMBER, type Place } from './id-places.ts';
import { ROUTES, spread, WITHOUT_CASE } from './routes.ts';
import { fromAnywhere, startTarget, type Target } from './target.ts';

/** A good call of a route by a stranger. */
type Route = { name: string; method: string; call: (stranger: Stranger) => Call; places: Place[] };
type Probe = { route: Route; place: Place; id: string };
type Stranger = World & { apiKey: string };

export const foreignIds: Trial = {
  name: 'foreign-ids',
  part: 'attacks',
  promise:
    "other families' ids in path, query and body of every route, 2,000 probes or more: no read, write or hint of existence",
  times: { full: 2_000, short: 80 },
  defect: {
    what: 'a recipe is found by its id alone',
    file: 'src/storage/tables/recipes.ts',
    from: ".select(['id', 'version', 'source']).where('family_id', '=', family)",
    to: ".select(['id', 'version', 'source'])",
  },

  async run(context) {
    const target = await startTarget(context);
    const victim = await target.newWorld();
    let stranger = await newStranger(target);
    const own = await idsOf(target, stranger);
    // Some are words that both families use.
    const theirs = new Map([...(await idsOf(target, victim))].filter(([id]) => !own.has(id)));
    const probes = chosenProbes(routes(stranger), stranger, own, theirs, context.times);
    const broken = [...WITHOUT_CASE];
    if (probes.length < context.times) broken.push(`There are only ${probes.length} probes.`);

    /** By a stranger who has changed nothing yet. */
    const ask = async ({ route, place }: Probe, id: string): Promise<Reply> => {
      const reply = await send(target, place.put(route.call(stranger), id));
      if (route.method !== 'GET' && ![400, 404].includes(reply.status)) stranger = await newStranger(target);
      return reply;
    };
    const before = await dump(target.store, victim.family);
    for (const [route, asked] of Map.groupBy(probes, (probe) => probe.route)) {
      for (const probe of asked) {
        const { id, place } = probe;
        const nowhere = told(await ask(probe, unlike(id)), unlike(id));
        const reply = await ask(probe, id);
        const [there, all] = [told(reply, id), JSON.stringify(reply.body ?? null)];
        const what = `${route.name} with another family's id in its ${place.where}`;
        if (there !== nowhere) broken.push(`${what} gave ${there} instead of ${nowhere}.`);
        // An item that someone added has the id of its operation in its own: such an id was sent, not shown.
        const isSent = (secret: string) => secret.includes(id) || id.includes(secret);
        const seen = [...theirs.keys()].find((secret) => !isSent(secret) && all.includes(secret));
        if (seen !== undefined) broken.push(`${what} showed ${theirs.get(seen)}.`);
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

/** Every id in a family's rows, and what it is the id of. */
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
  const ofTheApp = ROUTES.map(({ name, route, case: { path, body } }): Route => {
    const { method } = route;
    const call = (stranger: Stranger): Call => ({
      method,
      path: path(stranger),
      body: body?.(stranger),
      headers: { cookie: `weekfare-session=${stranger.owner.token}`, ...fromAnywhere() },
    });
    const inBody = method === 'GET' ? [] : bodyPlaces(call(example).body);
    const places = [...addressPlaces(route.path, call(example).path), ...inBody, MEMBER];
    return { name, method, call, places };
  });
  const ofTheApi = PUBLIC_ROUTES.map(({ path }): Route => {
    const call = ({ recipe, apiKey }: Stranger): Call => ({
      method: 'GET',
      path: path.replace(/\{\w+\}/, recipe),
      headers: { 'x-api-key': apiKey },
    });
    return { name: `GET ${path}`, method: 'GET', call, places: [...addressPlaces(path, path), KEY] };
  });
  return [...ofTheApp, ...ofTheApi];
}

/** Those with the id of the very thing that the route is about, and of the others about as many as wanted. */
function chosenProbes(
  all: Route[],
  stranger: Stranger,
  own: Map<string, string>,
  theirs: Map<string, string>,
  times: number,
): Probe[] {
  const probes = all.flatMap((route) =>
    route.places.flatMap((place) => {
      const held = own.get(String(place.held(route.call(stranger))));
      return Array.from(theirs, ([id, what]) => ({ route, place, id, isPlausible: what === held }));
    }),
  );
  const others = probes.filter(({ isPlausible }) => !isPlausible);
  return [...probes.filter(({ isPlausible }) => isPlausible), ...spread(others, times)];
}

const CYCLES = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** An id of the same form, which nobody has. */
function unlike(id: string): string {
  const other = Array.from(id.slice(-4), (letter) => {
    const cycle = CYCLES.find((letters) => letters.includes(letter)) ?? letter;
    return cycle[(cycle.indexOf(letter) + 1) % cycle.length];
  });
  return id.slice(0, -4) + other.join('');
}

/** Different in every answer, whatever was asked. */
const NEW_EACH_TIME = /^(id|key|link|email|name|version|\w+At)$/;
const RANDOM = /\b(?:(?=[a-z]*[0-9A-Z])[0-9A-Za-z]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/g;

/** What an answer says beyond that. */
function told({ status, body }: Reply, sent: string): string {
  return `${status} ${JSON.stringify(body ?? null, hide)
    .replaceAll(sent, '…')
    .replaceAll(RANDOM, '…')}`;
}

function hide(name: string, value: unknown): unknown {
  return NEW_EACH_TIME.test(name) && typeof value !== 'object' ? '…' : value;
}
