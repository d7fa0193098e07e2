/** Every route of the app with a valid call, which the attacks modify. */
import { APP_ROUTES } from '#http/endpoints.ts';
import { type Case, CASES } from '#test/support/app-cases.ts';

type Route = (typeof APP_ROUTES)[number];
export type Attacked = { name: string; route: Route; case: Case };

const named = APP_ROUTES.map((route) => ({ name: `${route.method} ${route.path}`, route }));

const ROUTES: readonly Attacked[] = named.flatMap(({ name, route }) => {
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
