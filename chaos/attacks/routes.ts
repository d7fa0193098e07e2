/** Every route of the app with one good call of it, as the attacks bend it; and how many of them to try. */
import { APP_ROUTES } from '#http/app/routes.ts';
import { type Case, CASES } from '#test/support/app-cases.ts';

type Route = (typeof APP_ROUTES)[number];
export type Attacked = { name: string; route: Route; case: Case };

const named = APP_ROUTES.map((route) => ({ name: `${route.method} ${route.path}`, route }));

export const ROUTES: readonly Attacked[] = named.flatMap(({ name, route }) => {
  const known = CASES[name];
  return known ? [{ name, route, case: known }] : [];
});
export const CHANGING_ROUTES = ROUTES.filter(({ route }) => route.method !== 'GET');

/** A route that nobody says how to call is a route that nobody attacks. */
export const WITHOUT_CASE = named
  .filter(({ name }) => CASES[name] === undefined)
  .map(({ name }) => `${name} has no case.`);

/** About so many of them, evenly spread; all of them where there are not many more. */
export function spread<Item>(all: readonly Item[], wanted: number): Item[] {
  const step = Math.max(1, Math.floor(all.length / wanted));
  return all.filter((_, at) => at % step === 0);
}

/** Every text and every object within a body, by the way to it. */
export function textsIn(body: unknown): string[][] {
  return waysIn(body, (value) => typeof value === 'string');
}

export function objectsIn(body: unknown): string[][] {
  return waysIn(body, (value) => typeof value === 'object' && value !== null && !Array.isArray(value));
}

function waysIn(value: unknown, isWanted: (value: unknown) => boolean): string[][] {
  const within = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const deeper = within.flatMap(([name, held]) => waysIn(held, isWanted).map((way) => [name, ...way]));
  return isWanted(value) ? [[], ...deeper] : deeper;
}

export function valueAt(body: unknown, way: readonly string[]): unknown {
  return way.reduce<unknown>((held, name) => (held as Record<string, unknown> | undefined)?.[name], body);
}

/** The same body with another value there. */
export function withValue(body: unknown, way: readonly string[], value: unknown): unknown {
  const [name, ...rest] = way;
  if (name === undefined) return value;
  const inner = withValue((body as Record<string, unknown> | undefined)?.[name], rest, value);
  return Array.isArray(body) ? body.with(Number(name), inner) : { ...(body as object), [name]: inner };
}
