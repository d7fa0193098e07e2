/**
 * One valid call of every route of the web app's API, and a family to call it on. The tests that iterate over all
 * routes (access rights, plainCall origin, input validation) use these calls, and fail for a route without a case.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { indexRecipe } from '#queries/recipe-search.ts';
import { GROUPS_OF_OPERATOR, hashPassword } from '#auth/password.ts';
import { newId, randomText } from '#auth/secret.ts';
import { newToken, startSession } from '#auth/session.ts';
import type { Role } from '#domain/family/family.ts';
import type { Meals } from '#domain/plan/plan.ts';
import type { RecipeSource } from '#domain/recipe/recipe-source.ts';
import { parseWeek, type Week } from '#domain/week/week.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts';
import { insertApiKey } from '#storage/tables/api-keys.ts';
import { auditedTransaction, OPERATOR } from '#storage/transaction.ts';
import { insertFamily } from '#storage/tables/families.ts';
import { insertChange } from '#storage/tables/changes.ts';
import { insertDisplay } from '#storage/tables/displays.ts';
import { insertInvitation } from '#storage/tables/invitations.ts';
import { foldBatch } from '#storage/tables/list-state.ts';
import { deleteMember, insertMember, recordRemoval } from '#storage/tables/members.ts';
import { insertOperations } from '#storage/tables/list-operations.ts';
import { savePantry } from '#storage/tables/pantry.ts';
import { savePlan } from '#storage/tables/plans.ts';
import { savePrice } from '#storage/tables/prices.ts';
import { insertRecipe } from '#storage/tables/recipes.ts';
import { saveStar } from '#storage/tables/stars.ts';
import { savePreferences } from '#storage/tables/preferences.ts';
import { TABLES, type Table } from '#storage/schema.ts';
import type { Store } from '#storage/store.ts';
import type { Reply, Service } from './service.ts';

export const PASSWORD = 'correct horse battery';
export const WEEK = '2026-11-09';

/** A family with a row in every table, and the sessions of its members. */
export type World = {
  family: string;
  owner: Person;
  member: Person;
  /** Another member, whom the others change and remove. */
  third: Person;
  key: string;
  invitation: string;
  invitationToken: string;
  display: string;
  displayToken: string;
  recipe: string;
  version: number;
};
type Person = { id: string; email: string; token: string };

let made = 0;

/** Writes directly to the tables: sign-up limits do not apply, and all members share one password hash. */
export async function makeWorld({ store, clock }: Pick<Service, 'store' | 'clock'>): Promise<World> {
  const { nowMs } = clock;
  const [name, family] = [`world${(made += 1)}`, newId()];
  passwordHash ??= await hashPassword(PASSWORD, GROUPS_OF_OPERATOR);
  const hash = passwordHash;
  const { token: invitationToken, tokenHash } = newToken();
  const { token: displayToken, tokenHash: displayHash } = newToken();
  const [key, invitation, display, recipe] = [randomText(8), newId(), newId(), newId()];
  const recipeIndex = await indexRecipe({ id: recipe, version: 0, source: RECIPE });
  return auditedTransaction({ store, actor: OPERATOR, nowMs }, family, async (tx, record) => {
    await insertFamily(tx, { id: family, name, timeZone: 'UTC', premium: 'none' }, nowMs);
    const addPerson = async (who: string, role: Role): Promise<Person> => {
      const [id, email] = [newId(), `${name}-${who}@example.org`];
      await insertMember(tx, family, { id, email, role, passwordHash: hash }, nowMs);
      return {
        id,
        email,
        token: await startSession(tx, family, { member: id, device: 'Firefox on Linux' }, nowMs),
      };
    };
    const owner = await addPerson('owner', 'owner');
    const member = await addPerson('member', 'member');
    const third = await addPerson('third', 'member');
    const { id: removed } = await addPerson('removed', 'member');
    await recordRemoval(tx, family, removed, nowMs);
    await deleteMember(tx, family, removed);
    await record('member.remove', { member: removed });
    const expiresAtMs = nowMs + 86_400_000;
    const invited = { id: invitation, tokenHash, role: 'member', expiresAtMs, madeBy: owner.id } as const;
    await insertInvitation(tx, family, invited, nowMs);
    const common = { expiresAt: null, madeBy: null };
    await insertApiKey(tx, family, { id: key, name: 'tablet', keyHash: newId(), ...common }, nowMs);
    await insertDisplay(
      tx,
      family,
      { id: display, name: 'kitchen', tokenHash: displayHash, ...common },
      nowMs,
    );
    await insertChange(tx, family, randomUUID(), nowMs);
    const version = await record('plan.replace', { week: WEEK });
    await savePlan(tx, family, { id: newId(), week: week(WEEK), version, meals: MEALS }, 0);
    await insertRecipe(tx, family, { id: recipe, version, source: RECIPE }, recipeIndex);
    await insertOperations(
      tx,
      family,
      week(WEEK),
      [
        { opId: newId(), kind: 'add', text: '2 l milk' },
        { opId: newId(), kind: 'undo', undoes: [newId()] },
      ],
      version,
    );
    await foldBatch(tx, family, week(WEEK));
    await savePrice(tx, family, { foodId: 'rice', centsPerKg: 275 });
    await savePantry(tx, family, { version, entries: [{ foodId: 'rice', quantityText: '500 g' }] });
    await savePreferences(tx, family, { version, preferences: PREFERENCES, dueAt: DUE_AT });
    await saveStar(tx, family, { eaterId: EATER, recipeId: recipe, stars: 5 });
    const ids = { family, key, invitation, display, recipe };
    return { ...ids, owner, member, third, invitationToken, displayToken, version };
  });
}

const MEALS: Meals = {
  Monday: { dinner: { description: 'Dal', kind: 'leftovers' } },
  Tuesday: { lunch: { description: 'Soup' } },
};
/** A recipe as a family types it. */
export const RECIPE: RecipeSource = {
  title: 'Lentil soup',
  servings: 4,
  activeMinutes: 15,
  totalMinutes: 40,
  meals: ['lunch', 'dinner'],
  cuisine: 'Home',
  protein: 'lentils',
  keeps: true,
  ingredients: ['250 g red lentils', '2 onions, diced', '1 l water', 'salt to taste'],
  steps: ['Cook everything until soft.'],
};
const EATER = 'anna';
/** Far in the future, so that automatic planning does not run in unrelated tests. */
const DUE_AT = '2096-11-14T07:00:00.000Z';
export const PREFERENCES: Preferences = {
  ...DEFAULT_PREFERENCES,
  eaters: [
    {
      id: EATER,
      name: 'Anna',
      diets: ['vegetarian'],
      allergens: [],
      dislikes: [{ foodId: 'celery', isHard: false }],
    },
  ],
  byItself: { day: 'Saturday', hour: 8 },
};
let passwordHash: string | undefined;

/** The token of an expired session. */
export async function expiredToken({ store, clock }: Service, { family, owner }: World): Promise<string> {
  const longAgo = clock.nowMs - 91 * 86_400_000;
  return store.db
    .transaction()
    .execute((tx) => startSession(tx, family, { member: owner.id, device: '' }, longAgo));
}

export type Case = {
  path: (world: World) => string;
  body?: (world: World) => unknown;
  /** The status that each caller gets. `other` is the owner of another family who uses this family's ids. */
  owner: number;
  member: number;
  other: number;
};

/** Sign-in attempts are limited per email, so each call uses a new one. */
const newEmail = () => `new${(made += 1)}@example.org`;

export const CASES: Record<string, Case> = {
  'GET /app/api/sign-up': plainCall('/app/api/sign-up', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/sign-up': {
    path: () => '/app/api/sign-up',
    body: () => ({ familyName: 'New', email: newEmail(), password: PASSWORD, timeZone: 'UTC' }),
    owner: 200,
    member: 200,
    other: 200,
  },
  'POST /app/api/sign-in': {
    path: () => '/app/api/sign-in',
    body: () => ({ email: newEmail(), password: 'not the password' }),
    owner: 401,
    member: 401,
    other: 401,
  },
  'POST /app/api/join': {
    path: () => '/app/api/join',
    body: () => ({ token: 'no such invitation', email: newEmail(), password: PASSWORD }),
    owner: 410,
    member: 410,
    other: 410,
  },
  'POST /app/api/join/look': {
    path: () => '/app/api/join/look',
    body: () => ({ token: 'no such invitation' }),
    owner: 404,
    member: 404,
    other: 404,
  },
  'GET /app/api/sessions': plainCall('/app/api/sessions', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/sign-out': plainCall('/app/api/sign-out', { owner: 204, member: 204, other: 204 }),
  'POST /app/api/sign-out-everywhere': plainCall('/app/api/sign-out-everywhere', {
    owner: 204,
    member: 204,
    other: 204,
  }),
  'PUT /app/api/password': {
    path: () => '/app/api/password',
    body: () => ({ current: PASSWORD, next: 'a completely new one' }),
    owner: 204,
    member: 204,
    other: 204,
  },
  'GET /app/api/me': plainCall('/app/api/me', { owner: 200, member: 200, other: 200 }),
  'PATCH /app/api/family': {
    path: () => '/app/api/family',
    body: () => ({ name: 'Renamed', timeZone: 'Europe/Berlin' }),
    owner: 204,
    member: 403,
    other: 204,
  },
  'PUT /app/api/family/units': {
    path: () => '/app/api/family/units',
    body: () => ({ units: 'us' }),
    owner: 204,
    member: 204,
    other: 204,
  },
  'GET /app/api/family/export': plainCall('/app/api/family/export', { owner: 200, member: 403, other: 200 }),
  'DELETE /app/api/family': {
    path: () => '/app/api/family',
    body: () => ({ password: PASSWORD }),
    owner: 204,
    member: 403,
    other: 204,
  },
  'GET /app/api/members': plainCall('/app/api/members', { owner: 200, member: 200, other: 200 }),
  'PATCH /app/api/members/:id': {
    path: ({ third }) => `/app/api/members/${third.id}`,
    body: () => ({ role: 'owner' }),
    owner: 204,
    member: 403,
    other: 404,
  },
  // Members may call it to leave; only owners may remove someone else.
  'DELETE /app/api/members/:id': {
    path: ({ third }) => `/app/api/members/${third.id}`,
    body: () => ({ endKeysAndDisplays: true }),
    owner: 204,
    member: 403,
    other: 404,
  },
  'GET /app/api/invitations': plainCall('/app/api/invitations', { owner: 200, member: 403, other: 200 }),
  'POST /app/api/invitations': {
    path: () => '/app/api/invitations',
    body: () => ({ role: 'member' }),
    owner: 200,
    member: 403,
    other: 200,
  },
  'DELETE /app/api/invitations/:id': {
    path: ({ invitation }) => `/app/api/invitations/${invitation}`,
    owner: 204,
    member: 403,
    other: 404,
  },
  'GET /app/api/keys': plainCall('/app/api/keys', { owner: 200, member: 403, other: 200 }),
  'POST /app/api/keys': {
    path: () => '/app/api/keys',
    body: () => ({ name: 'kitchen' }),
    owner: 200,
    member: 403,
    other: 200,
  },
  'POST /app/api/keys/:id/rotate': {
    path: ({ key }) => `/app/api/keys/${key}/rotate`,
    body: () => ({ overlap: 'day' }),
    owner: 200,
    member: 403,
    other: 404,
  },
  'DELETE /app/api/keys/:id': {
    path: ({ key }) => `/app/api/keys/${key}`,
    owner: 204,
    member: 403,
    other: 404,
  },
  'GET /app/api/plans/:week': plainCall(`/app/api/plans/${WEEK}`, { owner: 200, member: 200, other: 200 }),
  'POST /app/api/changes': {
    path: () => '/app/api/changes',
    body: () => ({
      id: randomUUID(),
      edits: [{ week: WEEK, day: 'Tuesday', slot: 'lunch', before: { description: 'Soup' }, after: null }],
    }),
    owner: 200,
    member: 200,
    other: 409,
  },
  'GET /app/api/foods': plainCall('/app/api/foods?language=de', { owner: 200, member: 200, other: 200 }),
  'GET /app/api/recipes': plainCall('/app/api/recipes?search=soup', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/recipes': {
    path: () => '/app/api/recipes',
    body: () => RECIPE,
    owner: 200,
    member: 200,
    other: 200,
  },
  'GET /app/api/recipes/:id': {
    path: ({ recipe }) => `/app/api/recipes/${recipe}?servings=6`,
    owner: 200,
    member: 200,
    other: 404,
  },
  'PUT /app/api/recipes/:id': {
    path: ({ recipe }) => `/app/api/recipes/${recipe}`,
    body: ({ version }) => ({ ...RECIPE, title: 'Dal', version }),
    owner: 200,
    member: 200,
    other: 404,
  },
  'DELETE /app/api/recipes/:id': {
    path: ({ recipe }) => `/app/api/recipes/${recipe}`,
    owner: 204,
    member: 204,
    other: 404,
  },
  'POST /app/api/recipes/:id/copy': {
    path: ({ recipe }) => `/app/api/recipes/${recipe}/copy`,
    owner: 200,
    member: 200,
    other: 404,
  },
  'POST /app/api/recipes/understand': {
    path: () => '/app/api/recipes/understand',
    body: () => ({ lines: ['1 1/2 cups flour'] }),
    owner: 200,
    member: 200,
    other: 200,
  },
  'GET /app/api/nutrition': {
    path: ({ recipe }) => `/app/api/nutrition?recipes=${recipe},shakshuka`,
    owner: 200,
    member: 200,
    other: 200,
  },
  'GET /app/api/lists/:week': plainCall(`/app/api/lists/${WEEK}`, { owner: 200, member: 200, other: 200 }),
  'POST /app/api/lists/:week/operations': {
    path: () => `/app/api/lists/${WEEK}/operations`,
    body: () => ({ operations: [{ opId: randomUUID(), kind: 'add', text: 'candles' }] }),
    owner: 200,
    member: 200,
    other: 200,
  },
  'GET /app/api/lists/:week/costs': plainCall(`/app/api/lists/${WEEK}/costs`, {
    owner: 200,
    member: 200,
    other: 200,
  }),
  'PUT /app/api/prices/:foodId': {
    path: () => '/app/api/prices/onion',
    body: () => ({ centsPerKg: 199 }),
    owner: 204,
    member: 204,
    other: 204,
  },
  'DELETE /app/api/prices/:foodId': {
    path: () => '/app/api/prices/rice',
    owner: 204,
    member: 204,
    other: 204,
  },
  'GET /app/api/pantry': plainCall('/app/api/pantry', { owner: 200, member: 200, other: 200 }),
  'PUT /app/api/pantry': {
    path: () => '/app/api/pantry',
    body: ({ version }) => ({ version, entries: [{ foodText: 'onions', quantityText: '2' }] }),
    owner: 200,
    member: 200,
    // The other family's pantry never had this version.
    other: 409,
  },
  'GET /app/api/wishes': plainCall('/app/api/wishes', { owner: 200, member: 200, other: 200 }),
  'PUT /app/api/wishes': {
    path: () => '/app/api/wishes',
    body: ({ version }) => ({ version, wishes: { ...PREFERENCES, restWeeks: 3 } }),
    owner: 200,
    member: 200,
    // The other family's preferences never had this version.
    other: 409,
  },
  'GET /app/api/stars': plainCall('/app/api/stars', { owner: 200, member: 200, other: 200 }),
  'PUT /app/api/stars': {
    path: () => '/app/api/stars',
    body: ({ recipe }) => ({ eaterId: EATER, recipeId: recipe, stars: 4 }),
    owner: 204,
    member: 204,
    other: 404,
  },
  'POST /app/api/weeks/:week/proposal': {
    path: () => `/app/api/weeks/${WEEK}/proposal`,
    body: () => ({ seed: 7 }),
    owner: 200,
    member: 200,
    other: 200,
  },
  'POST /app/api/weeks/:week/alternatives': {
    path: () => `/app/api/weeks/${WEEK}/alternatives`,
    body: () => ({ seed: 7, place: { day: 'Friday', slot: 'dinner' }, meals: [] }),
    owner: 200,
    member: 200,
    other: 200,
  },
  'GET /app/api/events': plainCall('/app/api/events', { owner: 200, member: 200, other: 200 }),
  'GET /app/api/displays': plainCall('/app/api/displays', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/displays': {
    path: () => '/app/api/displays',
    body: () => ({ name: 'hall' }),
    owner: 200,
    member: 403,
    other: 200,
  },
  'DELETE /app/api/displays/:id': {
    path: ({ display }) => `/app/api/displays/${display}`,
    owner: 204,
    member: 403,
    other: 404,
  },
  'POST /app/api/display/open': {
    path: () => '/app/api/display/open',
    body: () => ({ token: 'no such display' }),
    owner: 401,
    member: 401,
    other: 401,
  },
  'GET /app/api/display': plainCall('/app/api/display', { owner: 200, member: 200, other: 200 }),
  'GET /app/api/display/events': plainCall('/app/api/display/events', {
    owner: 200,
    member: 200,
    other: 200,
  }),
};

function plainCall(path: string, statuses: Pick<Case, 'owner' | 'member' | 'other'>): Case {
  return { path: () => path, ...statuses };
}

type TestRequest = {
  method: string;
  path: string;
  token?: string;
  body?: unknown;
  headers?: OutgoingHeaders;
};
type OutgoingHeaders = Record<string, string | undefined>;

/** Sends a request without the headers that `fetch` adds. The default `Origin` is the service's own. */
export async function send(
  service: Pick<Service, 'url'>,
  { method, path, token, body, headers }: TestRequest,
): Promise<Reply> {
  const isEncoded = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const text = isEncoded ? body : JSON.stringify(body);
  const requestHeaders: OutgoingHeaders = {
    origin: service.url,
    ...(token !== undefined && { cookie: `weekfare-session=${token}` }),
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...headers,
  };
  const sentHeaders = Object.fromEntries(
    Object.entries(requestHeaders).filter(([, value]) => value !== undefined),
  );
  const call = request(service.url + path, { method, headers: sentHeaders, agent: false });
  const responded = once(call, 'response', { signal: AbortSignal.timeout(20_000) });
  call.end(text);
  const [response] = (await responded) as [IncomingMessage];
  // An event stream does not end; its headers are enough.
  const isStream = response.headers['content-type']?.startsWith('text/event-stream');
  if (isStream) response.destroy();
  const responseText = isStream ? '' : await readText(response);
  const responseHeaders = new Headers(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    status: response.statusCode as number,
    headers: responseHeaders,
    body: responseText ? JSON.parse(responseText) : undefined,
  };
}

/** Every row of one family, or of the whole database, in a fixed order. */
export async function dump({ db }: Store, family?: string): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const [table, key] of Object.entries(TABLES) as [Table, string[]][]) {
    const column = table === 'families' ? 'id' : 'family_id';
    let query = db.selectFrom(table).selectAll();
    if (family !== undefined) query = query.where(column as never, '=', family as never);
    for (const part of key) query = query.orderBy(part as never);
    tables[table] = await query.execute();
  }
  return tables;
}

export function week(text: string): Week {
  const parsed = parseWeek(text);
  if ('wrong' in parsed) throw new Error(parsed.wrong);
  return parsed.week;
}
