/**
 * Fields that would make someone more than they are, smuggled into every object of every body and into every
 * query. They are to be refused and not merely dropped: what is dropped today may be stored tomorrow.
 */
import { send, type World } from '#test/support/app-cases.ts';
import type { Trial } from '../trial.ts';
import { type Attacked, CHANGING_ROUTES, objectsIn, spread, valueAt, withValue } from './routes.ts';
import { fromAnywhere, startTarget } from './target.ts';
import { tryWithoutTrace } from './traces.ts';

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
    what: 'whoever signs up says whether they have Premium',
    file: 'src/http/app/routes/account.ts',
    from: 'body: z.strictObject({ familyName, email, password, timeZone }),',
    to: 'body: z.looseObject({ familyName, email, password, timeZone }),',
  },

  async run(context) {
    const target = await startTarget(context);
    const world = await target.newWorld();
    const attempts = spread(
      CHANGING_ROUTES.flatMap((attacked) => attemptsAt(attacked, world)),
      context.times,
    );
    const broken = await tryWithoutTrace(target, attempts, async ({ route, what, path, body }) => {
      const { status } = await send(target, {
        method: route.method,
        path,
        body,
        // Whoever may do the least.
        token: (route.access === 'owner' ? world.owner : world.member).token,
        headers: fromAnywhere(),
      });
      return status === 400 ? undefined : `${what} was answered ${status}`;
    });
    return { figures: { routes: CHANGING_ROUTES.length, requests: attempts.length }, broken };
  },
};

function attemptsAt(attacked: Attacked, world: World) {
  const [path, good] = [attacked.case.path(world), attacked.case.body?.(world) ?? {}];
  const inBody = objectsIn(good).flatMap((object) =>
    Object.entries(SMUGGLED)
      .map(([field, value]) => ({ way: [...object, field], value }))
      .filter(({ way }) => valueAt(good, way) === undefined)
      .map(({ way, value }) => ({ what: way.join('.'), path, body: withValue(good, way, value) })),
  );
  const query = path.includes('?') ? '&' : '?';
  const inQuery = Object.entries(SMUGGLED).map(([field, value]) => ({
    what: `${field} in its query`,
    path: `${path}${query}${field}=${String(value)}`,
    body: good,
  }));
  return [...inBody, ...inQuery].map((attempt) => ({ ...attacked, ...attempt }));
}
