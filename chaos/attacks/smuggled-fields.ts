/**
 * Mass assignment: privileged fields added to every object of every body and to every query. The server must refuse
 * them instead of ignoring them: a field that is ignored today may be stored by a later change.
 */
import { objectsIn, valueAt, withValue } from '#test/support/body-paths.ts';
import { send } from '#test/support/clients/request.ts';
import type { World } from '#test/support/world.ts';
import type { Trial } from '../trial.ts';
import { type Attacked, JSON_ROUTES, spread } from './routes.ts';
import { fromNewAddress, startTarget } from './target.ts';
import { expectNoWrites } from './expect-no-writes.ts';

const SMUGGLED: Record<string, unknown> = {
  role: 'owner',
  isOwner: true,
  admin: true,
  actor: 'operator',
  premium: 'forever',
  hasPremium: true,
  family: 'another',
  familyId: 'another',
  family_id: 'another',
  member: 'another',
  member_id: 'another',
  passwordHash: 'x',
  password_hash: 'x',
  tokenHash: 'x',
  key_hash: 'x',
  createdAt: '2020-01-01T00:00:00.000Z',
  expires_at: '2099-01-01T00:00:00.000Z',
  revokedAt: null,
  mostBytes: 1e9,
};

export const smuggledFields: Trial = {
  name: 'smuggled-fields',
  part: 'attacks',
  promise: 'privileged fields smuggled into every body: none stored',
  times: { full: 100_000, short: 150 },
  defect: {
    what: 'sign-up accepts additional fields, such as Premium',
    file: 'src/http/endpoints/account/account.ts',
    from: 'body: z.strictObject({ familyName, email, password, timeZone, language }),',
    to: 'body: z.looseObject({ familyName, email, password, timeZone, language }),',
  },

  async run(context) {
    const target = await startTarget(context);
    const world = await target.newWorld();
    const attempts = spread(
      JSON_ROUTES.flatMap((attacked) => attemptsAt(attacked, world)),
      context.times,
    );
    const broken = await expectNoWrites(target, attempts, async ({ route, what, url, body }) => {
      const { status } = await send(target, {
        method: route.method,
        path: url,
        body,
        // The caller with the fewest rights for this route.
        token: (route.access === 'owner' ? world.owner : world.member).token,
        headers: fromNewAddress(),
      });
      return status === 400 ? undefined : `${what} returned ${status}`;
    });
    return { figures: { routes: JSON_ROUTES.length, requests: attempts.length }, broken };
  },
};

function attemptsAt(attacked: Attacked, world: World) {
  const [url, valid] = [attacked.case.path(world), attacked.case.body?.(world) ?? {}];
  const inBody = objectsIn(valid).flatMap((object) =>
    Object.entries(SMUGGLED)
      .map(([field, value]) => ({ path: [...object, field], value }))
      .filter(({ path }) => valueAt(valid, path) === undefined)
      .map(({ path, value }) => ({ what: path.join('.'), url, body: withValue(valid, path, value) })),
  );
  const separator = url.includes('?') ? '&' : '?';
  const inQuery = Object.entries(SMUGGLED).map(([field, value]) => ({
    what: `${field} in its query`,
    url: `${url}${separator}${field}=${String(value)}`,
    body: valid,
  }));
  return [...inBody, ...inQuery].map((attempt) => ({ ...attacked, ...attempt }));
}
