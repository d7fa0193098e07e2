/** Every route of the app with a valid call, which the attacks modify, and functions that modify its body. */
import { APP_ROUTES } from '#http/app/routes.ts';
import { type Case, CASES } from '#test/support/app-cases.ts';

type Route = (typeof APP_ROUTES)[number];
export type Attacked = { name: string; route: Route; case: Case };

const named = APP_ROUTES.map((route) => ({ name: `${route.method} ${route.path}`, route }));

export const ROUTES: readonly Attacked[] = named.flatMap(({ name, route }) => {
  const valid = CASES[name];
  return valid ? [{ name, route, case: valid }] : [];
});
export const CHANGING_ROUTES = ROUTES.filter(({ route }) => route.method !== 'GET');
/** Those with a body of JSON; others take a file. */
export const JSON_ROUTES = CHANGING_ROUTES.filter(({ route }) => route.takesFile !== true);

/** Routes without a valid call, which the attacks would miss. */
export const WITHOUT_CASE = named
  .filter(({ name }) => CASES[name] === undefined)
  .map(({ name }) => `${name} has no case.`);

/** About `wanted` items at equal distances; all of them when there are fewer than twice as many. */
export function spread<Item>(all: readonly Item[], wanted: number): Item[] {
  const step = Math.max(1, Math.floor(all.length / wanted));
  return all.filter((_, at) => at % step === 0);
}

/** The paths of all texts in a body. */
export function textsIn(body: unknown): string[][] {
  return pathsIn(body, (value) => typeof value === 'string');
}

/** The paths of all objects in a body. */
export function objectsIn(body: unknown): string[][] {
  return pathsIn(body, (value) => typeof value === 'object' && value !== null && !Array.isArray(value));
}

function pathsIn(value: unknown, isWanted: (value: unknown) => boolean): string[][] {
  const within = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const deeper = within.flatMap(([name, child]) => pathsIn(child, isWanted).map((path) => [name, ...path]));
  return isWanted(value) ? [[], ...deeper] : deeper;
}

export function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (parent, name) => (parent as Record<string, unknown> | undefined)?.[name],
    body,
  );
}

/** A copy of the body with another value at the path. */
export function withValue(body: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  const inner = withValue((body as Record<string, unknown> | undefined)?.[name], rest, value);
  return Array.isArray(body) ? body.with(Number(name), inner) : { ...(body as object), [name]: inner };
}
