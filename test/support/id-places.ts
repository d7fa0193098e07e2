/** The places of a call where an id can be: path, query, body and headers, expected or not. `put` replaces it. */
import { z } from 'zod';
import { textsIn, valueAt, withValue } from './body-paths.ts';

export type Call = { method: string; path: string; body?: unknown; headers: Record<string, string> };
export type Place = {
  where: string;
  /** Of the field or the parameter. */
  name: string;
  valueIn: (call: Call) => unknown;
  put: (call: Call, id: string) => Call;
};

/** Fields that no operation expects. */
const UNEXPECTED = ['family', 'id'];
/** An id that a schema may accept. */
const EXAMPLES = ['aB3dE5gH7jK9mN1p', '0f0f0f0f-0000-8000-8000-000000000000'];

/** Places in the URL; the pattern shows which parts of the path are parameters. */
export function addressPlaces(pattern: string, example: string): Place[] {
  const parameters = pattern.split('/').flatMap((part, at) => (part.startsWith(':') ? [{ part, at }] : []));
  const names = new Set([...queryOf(example).keys(), ...UNEXPECTED]);
  return [...parameters.map(pathPlace), ...Array.from(names, queryPlace)];
}

function pathPlace({ part, at }: { part: string; at: number }): Place {
  return {
    where: `path (${part})`,
    name: part.replace(/[:{}]/g, ''),
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
    name,
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

/**
 * Places in the body: texts of the usual one, unexpected fields, and what the schema accepts as an id. `full` is a body
 * with all fields, for those that the usual one does not have; `prefix` is where both are in the body.
 */
export function bodyPlaces(
  usual: unknown,
  { schema, full, prefix = [] }: { schema?: z.ZodType | undefined; full?: unknown; prefix?: string[] },
): Place[] {
  const known = textsIn(usual).map((path) => path.join('.'));
  const more = schema ? idPaths(schema).filter((path) => !known.includes(path.join('.'))) : [];
  const unexpected = UNEXPECTED.filter((name) => valueAt(usual, [name]) === undefined).map((name) => [name]);
  const place = (path: string[], base?: unknown): Place => ({
    where: `body (${[...prefix, ...path].join('.')})`,
    name: path.findLast((part) => !/^\d+$/.test(part)) ?? '',
    valueIn: ({ body }) => valueAt(body, [...prefix, ...path]),
    put: (call, id) => {
      const body = base === undefined ? call.body : withValue(call.body, prefix, base);
      return { ...call, body: withValue(body, [...prefix, ...path], id) };
    },
  });
  return [
    ...[...textsIn(usual), ...unexpected].map((path) => place(path)),
    ...more.filter((path) => valueAt(full, path) !== undefined).map((path) => place(path, full)),
  ];
}

type JsonSchema = {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  pattern?: string;
};

function idPaths(schema: z.ZodType): string[][] {
  const paths = (json: JsonSchema): string[][] => {
    const { properties = {}, items, anyOf = [], oneOf = [], pattern } = json;
    const isId = pattern !== undefined && EXAMPLES.some((id) => new RegExp(pattern).test(id));
    return [
      ...(isId ? [[]] : []),
      ...Object.entries(properties).flatMap(([name, of]) => paths(of).map((path) => [name, ...path])),
      ...(items ? paths(items).map((path) => ['0', ...path]) : []),
      ...[...anyOf, ...oneOf].flatMap(paths),
    ];
  };
  return paths(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

/** The header with the member for whom the page was loaded. */
export const MEMBER: Place = {
  where: 'headers',
  name: 'member',
  valueIn: () => undefined,
  put: (call, id) => ({ ...call, headers: { ...call.headers, 'weekfare-member': id } }),
};

/** The addresses in a report of CalDAV. */
export const HREF: Place = {
  where: 'body (href)',
  name: 'href',
  valueIn: () => undefined,
  put: (call, id) => ({ ...call, body: String(call.body).replace(/[^/]+(?=<\/D:href>)/, id) }),
};
