/** The places of a call where an id can be: path, query, body and headers, expected or not. `put` replaces it. */
import { mintApiKey } from '#auth/api-key.ts';
import { textsIn, valueAt, withValue } from './routes.ts';

export type Call = { method: string; path: string; body?: unknown; headers: Record<string, string> };
export type Place = {
  where: string;
  valueIn: (call: Call) => unknown;
  put: (call: Call, id: string) => Call;
};

/** Fields that no route expects. */
const UNEXPECTED = ['family', 'id'];

/** Places in the URL; the pattern shows which parts of the path are parameters. */
export function addressPlaces(pattern: string, example: string): Place[] {
  const parameters = pattern.split('/').flatMap((part, at) => (/^[:{]/.test(part) ? [at] : []));
  const names = new Set([...queryOf(example).keys(), ...UNEXPECTED]);
  return [...parameters.map(pathPlace), ...Array.from(names, queryPlace)];
}

function pathPlace(at: number): Place {
  return {
    where: `path (${at})`,
    valueIn: ({ path }) => path.split(/[/?]/)[at],
    put(call, id) {
      const [path = '', ...query] = call.path.split('?');
      return { ...call, path: [path.split('/').with(at, id).join('/'), ...query].join('?') };
    },
  };
}

function queryPlace(name: string): Place {
  return {
    where: `query (${name})`,
    valueIn: ({ path }) => queryOf(path).get(name),
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
  const expected = textsIn(example);
  const unexpected = UNEXPECTED.filter((name) => valueAt(example, [name]) === undefined).map((name) => [
    name,
  ]);
  return [...expected, ...unexpected].map((path) => ({
    where: `body (${path.join('.')})`,
    valueIn: ({ body }) => valueAt(body, path),
    put: (call, id) => ({ ...call, body: withValue(call.body, path, id) }),
  }));
}

/** The header with the member for whom the page was loaded. */
export const MEMBER: Place = {
  where: 'headers',
  valueIn: () => undefined,
  put: (call, id) => ({ ...call, headers: { ...call.headers, 'weekfare-member': id } }),
};
/** A key of the right form, for an id that may exist. */
export const KEY: Place = {
  where: 'key',
  valueIn: () => undefined,
  put: (call, id) => ({ ...call, headers: { 'x-api-key': mintApiKey(id.slice(0, 8)).key } }),
};
