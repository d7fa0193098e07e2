/** Where an id can stand in a call of a route, asked for or not, and the same call with another id there. */
import { mintApiKey } from '#auth/api-key.ts';
import { textsIn, valueAt, withValue } from './routes.ts';

export type Call = { method: string; path: string; body?: unknown; headers: Record<string, string> };
export type Place = { where: string; held: (call: Call) => unknown; put: (call: Call, id: string) => Call };

/** Fields that no route asks for. */
const UNASKED = ['family', 'id'];

/** Those in the address; the pattern says which parts of the path are free. */
export function addressPlaces(pattern: string, example: string): Place[] {
  const free = pattern.split('/').flatMap((part, at) => (/^[:{]/.test(part) ? [at] : []));
  const names = new Set([...queryOf(example).keys(), ...UNASKED]);
  return [...free.map(pathPlace), ...Array.from(names, queryPlace)];
}

function pathPlace(at: number): Place {
  return {
    where: `path (${at})`,
    held: ({ path }) => path.split(/[/?]/)[at],
    put(call, id) {
      const [path = '', ...query] = call.path.split('?');
      return { ...call, path: [path.split('/').with(at, id).join('/'), ...query].join('?') };
    },
  };
}

function queryPlace(name: string): Place {
  return {
    where: `query (${name})`,
    held: ({ path }) => queryOf(path).get(name),
    put(call, id) {
      const query = queryOf(call.path);
      query.set(name, id);
      return { ...call, path: `${call.path.split('?', 1)[0]}?${query.toString()}` };
    },
  };
}

function queryOf(path: string): URLSearchParams {
  return new URLSearchParams(path.split('?')[1]);
}

export function bodyPlaces(example: unknown): Place[] {
  const asked = textsIn(example);
  const unasked = UNASKED.filter((name) => valueAt(example, [name]) === undefined).map((name) => [name]);
  return [...asked, ...unasked].map((way) => ({
    where: `body (${way.join('.')})`,
    held: ({ body }) => valueAt(body, way),
    put: (call, id) => ({ ...call, body: withValue(call.body, way, id) }),
  }));
}

/** The header in which a page says whom it takes its user for. */
export const MEMBER: Place = {
  where: 'headers',
  held: () => undefined,
  put: (call, id) => ({ ...call, headers: { ...call.headers, 'weekfare-member': id } }),
};
/** A key of the right form, for an id that may exist. */
export const KEY: Place = {
  where: 'key',
  held: () => undefined,
  put: (call, id) => ({ ...call, headers: { 'x-api-key': mintApiKey(id.slice(0, 8)).key } }),
};
