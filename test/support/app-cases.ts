/**
 * One valid call of every route of the web app's API. The tests that iterate over all routes (access rights, same
 * origin, input validation) use these calls, and fail for a route without a case.
 */
import { hash, randomUUID } from 'node:crypto';
import { hashSecret } from '#auth/secret.ts';
import { sessionId } from '#auth/session.ts';
import {
  LARGEST_FILE,
  LARGEST_PAGE,
  LARGEST_PANTRY,
  LARGEST_PREFERENCES,
  LARGEST_RECIPE,
  LONG_RECIPES,
  largestEdits,
} from './largest-family.ts';
import { longText } from './largest-input.ts';
import { makeJpeg } from './photos.ts';
import { ANSWERED_LINE, EATER, PASSWORD, PREFERENCES, RECIPE, WEEK, type World } from './world.ts';

export type Case = {
  path: (world: World) => string;
  body?: (world: World) => unknown;
  /** The file of a route that takes one. */
  file?: () => Buffer;
  /** The most work that a request can ask for, where `largestInput` does not find it. */
  hostile?: Pick<Case, 'body' | 'file'> & { path?: Case['path'] };
  /** The status that each caller gets. `other` is the owner of another family who uses this family's ids. */
  owner: number;
  member: number;
  other: number;
};

/** The body of a case, and the header that says what it is. */
export function bodyOf({ body, file }: { [name in 'body' | 'file']?: Case[name] | undefined }, world: World) {
  return file
    ? { body: file(), headers: { 'content-type': 'application/octet-stream' } }
    : { body: body?.(world) };
}

let emails = 0;

/** Sign-in attempts are limited per email, so each call uses a new one. */
const newEmail = () => `new${(emails += 1)}@example.org`;

const NO_PASSKEYS = { owner: 409, member: 409, other: 409 };
const NO_OIDC = { owner: 409, member: 409, other: 409 };
const ASSERTION = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' },
};

const TOAST = Buffer.from('{"@type":"Recipe","name":"Toast","recipeIngredient":["1 egg"]}');

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
  'POST /app/api/invitation': {
    path: () => '/app/api/invitation',
    body: () => ({ token: 'no such invitation' }),
    owner: 404,
    member: 404,
    other: 404,
  },
  'GET /app/api/sessions': plainCall('/app/api/sessions', { owner: 200, member: 200, other: 200 }),
  'DELETE /app/api/sessions/:id': {
    path: ({ owner }) => `/app/api/sessions/${sessionId(hashSecret(owner.token))}`,
    owner: 204,
    member: 404,
    other: 404,
  },
  'POST /app/api/members/:id/reset-link': {
    path: ({ third }) => `/app/api/members/${third.id}/reset-link`,
    owner: 200,
    member: 403,
    other: 404,
  },
  'POST /app/api/reset/look': {
    path: () => '/app/api/reset/look',
    body: () => ({ token: 'no such link' }),
    owner: 410,
    member: 410,
    other: 410,
  },
  'POST /app/api/reset': {
    path: () => '/app/api/reset',
    body: () => ({ token: 'no such link', password: PASSWORD }),
    owner: 410,
    member: 410,
    other: 410,
  },
  // The tests of all routes send no mail.
  'POST /app/api/reset/mail': {
    path: () => '/app/api/reset/mail',
    body: () => ({ email: newEmail() }),
    owner: 409,
    member: 409,
    other: 409,
  },
  'PUT /app/api/me/email': {
    path: () => '/app/api/me/email',
    body: () => ({ email: newEmail() }),
    owner: 200,
    member: 200,
    other: 200,
  },
  'POST /app/api/me/email/confirmation': plainCall('/app/api/me/email/confirmation', {
    owner: 409,
    member: 409,
    other: 409,
  }),
  'PUT /app/api/me/language': {
    path: () => '/app/api/me/language',
    body: () => ({ language: 'de' }),
    owner: 204,
    member: 204,
    other: 204,
  },
  'POST /app/api/email/look': {
    path: () => '/app/api/email/look',
    body: () => ({ token: 'no such link' }),
    owner: 410,
    member: 410,
    other: 410,
  },
  'POST /app/api/email/confirm': {
    path: () => '/app/api/email/confirm',
    body: () => ({ token: 'no such link' }),
    owner: 410,
    member: 410,
    other: 410,
  },
  'POST /app/api/recover': {
    path: () => '/app/api/recover',
    body: () => ({ email: newEmail(), code: '0000-0000-0000-0000', password: PASSWORD }),
    owner: 401,
    member: 401,
    other: 401,
  },
  'GET /app/api/recovery-codes': plainCall('/app/api/recovery-codes', {
    owner: 200,
    member: 200,
    other: 200,
  }),
  'POST /app/api/recovery-codes': plainCall('/app/api/recovery-codes', {
    owner: 200,
    member: 200,
    other: 200,
  }),
  'GET /app/api/notices': plainCall('/app/api/notices', { owner: 200, member: 200, other: 200 }),
  'DELETE /app/api/notices': plainCall('/app/api/notices', { owner: 204, member: 204, other: 204 }),
  'GET /app/api/access': plainCall('/app/api/access', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/access/end': plainCall('/app/api/access/end', { owner: 200, member: 200, other: 200 }),
  'GET /app/api/security-events': plainCall('/app/api/security-events', {
    owner: 200,
    member: 200,
    other: 200,
  }),
  'POST /app/api/sign-out': plainCall('/app/api/sign-out', { owner: 204, member: 204, other: 204 }),
  'POST /app/api/sign-out-everywhere': plainCall('/app/api/sign-out-everywhere', {
    owner: 204,
    member: 204,
    other: 204,
  }),
  'PUT /app/api/password': {
    path: () => '/app/api/password',
    body: () => ({ current: PASSWORD, next: 'a completely new one' }),
    hostile: { body: () => ({ current: PASSWORD, next: PASSWORD, endsAll: true }) },
    owner: 200,
    member: 200,
    other: 200,
  },
  // They have a password already.
  'POST /app/api/password': {
    path: () => '/app/api/password',
    body: () => ({ next: 'a completely new one' }),
    owner: 409,
    member: 409,
    other: 409,
  },
  'GET /app/api/reauthentication': plainCall('/app/api/reauthentication', {
    owner: 200,
    member: 200,
    other: 200,
  }),
  'POST /app/api/reauthentication/password': {
    path: () => '/app/api/reauthentication/password',
    body: () => ({ password: PASSWORD }),
    hostile: { body: () => ({ password: PASSWORD }) },
    owner: 204,
    member: 204,
    other: 204,
  },
  // The tests use an IP address, at which passkeys do not work.
  'POST /app/api/passkeys/sign-in/options': plainCall('/app/api/passkeys/sign-in/options', NO_PASSKEYS),
  'POST /app/api/passkeys/sign-in': {
    path: () => '/app/api/passkeys/sign-in',
    body: () => ({ response: ASSERTION }),
    ...NO_PASSKEYS,
  },
  'GET /app/api/passkeys': plainCall('/app/api/passkeys', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/passkeys/options': plainCall('/app/api/passkeys/options', NO_PASSKEYS),
  'POST /app/api/passkeys': {
    path: () => '/app/api/passkeys',
    body: () => ({
      response: { ...ASSERTION, response: { clientDataJSON: 'e30', attestationObject: 'oA' } },
    }),
    ...NO_PASSKEYS,
  },
  // Members change only their own.
  'PATCH /app/api/passkeys/:id': {
    path: ({ passkey }) => `/app/api/passkeys/${passkey}`,
    body: () => ({ name: 'red phone' }),
    owner: 404,
    member: 204,
    other: 404,
  },
  'DELETE /app/api/passkeys/:id': {
    path: ({ passkey }) => `/app/api/passkeys/${passkey}`,
    owner: 404,
    member: 204,
    other: 404,
  },
  // The tests have no identity provider.
  'POST /app/api/oidc/start': { path: () => '/app/api/oidc/start', body: () => ({}), ...NO_OIDC },
  'POST /app/api/oidc/finish': {
    path: () => '/app/api/oidc/finish',
    body: () => ({ search: '?code=x&state=y' }),
    ...NO_OIDC,
  },
  'POST /app/api/oidc/sign-up': {
    path: () => '/app/api/oidc/sign-up',
    body: () => ({ ticket: 'none', familyName: 'New', email: newEmail(), timeZone: 'UTC' }),
    ...NO_OIDC,
  },
  'POST /app/api/oidc/join': {
    path: () => '/app/api/oidc/join',
    body: () => ({ ticket: 'none', token: 'no such invitation', email: newEmail() }),
    ...NO_OIDC,
  },
  'GET /app/api/identities': plainCall('/app/api/identities', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/identities/start': plainCall('/app/api/identities/start', NO_OIDC),
  'POST /app/api/identities': {
    path: () => '/app/api/identities',
    body: () => ({ search: '?code=x&state=y' }),
    ...NO_OIDC,
  },
  'DELETE /app/api/identities/:id': {
    path: ({ identity }) => `/app/api/identities/${identity}`,
    owner: 404,
    member: 204,
    other: 404,
  },
  'POST /app/api/reauthentication/oidc/start': plainCall('/app/api/reauthentication/oidc/start', NO_OIDC),
  'POST /app/api/reauthentication/oidc': {
    path: () => '/app/api/reauthentication/oidc',
    body: () => ({ search: '?code=x&state=y' }),
    ...NO_OIDC,
  },
  'POST /app/api/reauthentication/passkey/options': plainCall(
    '/app/api/reauthentication/passkey/options',
    NO_PASSKEYS,
  ),
  'POST /app/api/reauthentication/passkey': {
    path: () => '/app/api/reauthentication/passkey',
    body: () => ({ response: ASSERTION }),
    ...NO_PASSKEYS,
  },
  'GET /app/api/session': plainCall('/app/api/session', { owner: 200, member: 200, other: 200 }),
  'GET /app/api/me': plainCall('/app/api/me', { owner: 200, member: 200, other: 200 }),
  'PUT /app/api/me/eater': {
    path: () => '/app/api/me/eater',
    body: () => ({ eaterId: EATER }),
    owner: 204,
    member: 204,
    // Every family of the tests has an eater with this id.
    other: 204,
  },
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
  'POST /app/api/family/export': plainCall('/app/api/family/export', {
    owner: 200,
    member: 403,
    other: 200,
  }),
  'DELETE /app/api/family': {
    path: () => '/app/api/family',
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
    hostile: {
      body: () => ({ id: randomUUID(), edits: largestEdits().map((edit) => ({ ...edit, before: null })) }),
    },
    owner: 200,
    member: 200,
    other: 409,
  },
  'GET /app/api/foods': plainCall('/app/api/foods?language=de', { owner: 200, member: 200, other: 200 }),
  'GET /app/api/recipes': plainCall('/app/api/recipes?search=soup', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/recipes': {
    path: () => '/app/api/recipes',
    body: () => RECIPE,
    hostile: { body: () => LARGEST_RECIPE },
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
    hostile: { body: ({ version }) => ({ ...LARGEST_RECIPE, version }) },
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
  'GET /app/api/recipes/:id/used-by': {
    path: ({ recipe }) => `/app/api/recipes/${recipe}/used-by`,
    owner: 200,
    member: 200,
    other: 404,
  },
  'GET /app/api/recipes/:id/file': {
    path: ({ recipe }) => `/app/api/recipes/${recipe}/file?format=cooklang`,
    owner: 200,
    member: 200,
    other: 404,
  },
  'PUT /app/api/recipes/:id/photo': {
    path: ({ recipe }) => `/app/api/recipes/${recipe}/photo?small=${makeJpeg().length}`,
    file: () => Buffer.concat([makeJpeg(), makeJpeg()]),
    owner: 200,
    member: 200,
    other: 404,
  },
  'DELETE /app/api/recipes/:id/photo': {
    path: ({ recipe }) => `/app/api/recipes/${recipe}/photo`,
    owner: 204,
    member: 204,
    other: 404,
  },
  'GET /app/api/photos/:hash': {
    path: ({ photo }) => `/app/api/photos/${photo}`,
    owner: 200,
    member: 200,
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
  'POST /app/api/recipes/read': {
    path: () => '/app/api/recipes/read',
    body: () => ({
      text: '<script type="application/ld+json">{"@type":"Recipe","name":"Toast","recipeIngredient":["1 egg"]}</script>',
    }),
    hostile: { body: () => ({ text: LARGEST_PAGE }) },
    owner: 200,
    member: 200,
    other: 200,
  },
  'POST /app/api/recipes/read-picture': {
    path: () => '/app/api/recipes/read-picture',
    body: () => ({ address: 'no address' }),
    owner: 422,
    member: 422,
    other: 422,
  },
  'POST /app/api/recipes/check': {
    path: () => '/app/api/recipes/check',
    body: () => ({ title: 'Lentil soup', lines: ['1 1/2 cups flour'] }),
    owner: 200,
    member: 200,
    other: 200,
  },
  'GET /app/api/imports': plainCall('/app/api/imports', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/imports/report': {
    path: () => '/app/api/imports/report?name=toast.json',
    file: () => TOAST,
    hostile: { file: () => LARGEST_FILE },
    owner: 200,
    member: 200,
    other: 200,
  },
  'POST /app/api/imports': {
    path: () => `/app/api/imports?hash=${hash('sha256', TOAST)}`,
    file: () => TOAST,
    hostile: {
      path: () => `/app/api/imports?hash=${hash('sha256', LARGEST_FILE)}`,
      file: () => LARGEST_FILE,
    },
    owner: 200,
    member: 200,
    other: 200,
  },
  'POST /app/api/imports/:id/undo': {
    path: ({ importId }) => `/app/api/imports/${importId}/undo`,
    owner: 200,
    member: 200,
    other: 404,
  },
  'GET /app/api/nutrition': {
    path: ({ recipe }) => `/app/api/nutrition?recipes=${recipe},shakshuka`,
    hostile: { path: () => `/app/api/nutrition?recipes=${LONG_RECIPES.join()}` },
    owner: 200,
    member: 200,
    other: 200,
  },
  'GET /app/api/pictures': {
    path: ({ recipe }) => `/app/api/pictures?recipes=${recipe},shakshuka`,
    hostile: { path: () => `/app/api/pictures?recipes=${LONG_RECIPES.join()}` },
    owner: 200,
    member: 200,
    other: 200,
  },
  'POST /app/api/warnings': {
    path: () => '/app/api/warnings',
    body: ({ recipe }) => ({
      meals: [{ description: 'Soup', recipeId: recipe }, { description: 'Peanut noodles' }],
    }),
    hostile: {
      body: () => ({
        meals: [...LONG_RECIPES, ...LONG_RECIPES].map((recipeId, at) => ({
          description: longText(at, 500),
          recipeId,
        })),
      }),
    },
    owner: 200,
    member: 200,
    other: 200,
  },
  'GET /app/api/lists/:week': plainCall(`/app/api/lists/${WEEK}`, { owner: 200, member: 200, other: 200 }),
  'POST /app/api/lists/:week/operations': {
    path: () => `/app/api/lists/${WEEK}/operations`,
    body: () => ({ operations: [{ opId: randomUUID(), kind: 'add', text: 'candles' }] }),
    hostile: { path: () => `/app/api/lists/${largestEdits()[0]?.week}/operations` },
    owner: 200,
    member: 200,
    other: 200,
  },
  'GET /app/api/lists/:week/costs': plainCall(`/app/api/lists/${WEEK}/costs`, {
    owner: 200,
    member: 200,
    other: 200,
  }),
  'PUT /app/api/lines': {
    path: () => '/app/api/lines',
    body: () => ({ line: '2 tbsp pixie dust', foodId: null }),
    hostile: { body: () => ({ line: '2 tbsp pixie dust '.repeat(15).trim(), foodId: null }) },
    owner: 204,
    member: 204,
    other: 204,
  },
  'DELETE /app/api/lines': {
    path: () => '/app/api/lines',
    body: () => ({ line: ANSWERED_LINE }),
    owner: 204,
    member: 204,
    other: 204,
  },
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
    hostile: { body: ({ version }) => ({ version, entries: LARGEST_PANTRY }) },
    owner: 200,
    member: 200,
    // The other family's pantry never had this version.
    other: 409,
  },
  'GET /app/api/preferences': plainCall('/app/api/preferences', { owner: 200, member: 200, other: 200 }),
  'PUT /app/api/preferences': {
    path: () => '/app/api/preferences',
    body: ({ version }) => ({ version, preferences: { ...PREFERENCES, restWeeks: 3 } }),
    hostile: { body: ({ version }) => ({ version, preferences: LARGEST_PREFERENCES }) },
    owner: 200,
    member: 200,
    // The other family's preferences never had this version.
    other: 409,
  },
  'GET /app/api/weeks/:week/exceptions': plainCall(`/app/api/weeks/${WEEK}/exceptions`, {
    owner: 200,
    member: 200,
    other: 200,
  }),
  'GET /app/api/weeks/:week/suggestions': plainCall(
    `/app/api/weeks/${WEEK}/suggestions?day=Friday&slot=dinner`,
    { owner: 200, member: 200, other: 200 },
  ),
  'PUT /app/api/weeks/:week/exceptions/:day': {
    path: () => `/app/api/weeks/${WEEK}/exceptions/Saturday`,
    body: ({ version }) => ({ version, exception: { note: 'Late', slots: { dinner: { minutes: 20 } } } }),
    owner: 200,
    member: 200,
    // The other family's week never had this version.
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
  'GET /app/api/earlier-meals': plainCall('/app/api/earlier-meals?search=dal', {
    owner: 200,
    member: 200,
    other: 200,
  }),
  'GET /app/api/recipe-notes': plainCall('/app/api/recipe-notes', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/recipe-notes': {
    path: () => '/app/api/recipe-notes',
    body: ({ recipe }) => ({ recipeId: recipe, note: { before: '', after: 'more salt' } }),
    owner: 200,
    member: 200,
    other: 404,
  },
  'GET /app/api/menus': plainCall('/app/api/menus', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/menus': {
    path: () => '/app/api/menus',
    body: ({ recipe }) => ({
      name: 'Weekend',
      meals: { Sunday: { lunch: { description: 'Soup', recipeId: recipe } } },
    }),
    owner: 200,
    member: 200,
    other: 200,
  },
  'PUT /app/api/menus/:id': {
    path: ({ menu }) => `/app/api/menus/${menu}`,
    body: () => ({ name: 'Holidays' }),
    owner: 204,
    member: 204,
    other: 404,
  },
  'DELETE /app/api/menus/:id': {
    path: ({ menu }) => `/app/api/menus/${menu}`,
    owner: 204,
    member: 204,
    other: 404,
  },
  'GET /app/api/menus/:id/weeks/:week': {
    path: ({ menu }) => `/app/api/menus/${menu}/weeks/${WEEK}`,
    owner: 200,
    member: 200,
    other: 404,
  },
  'PUT /app/api/rejected-dishes': {
    path: () => '/app/api/rejected-dishes',
    body: ({ recipe }) => ({ recipeId: recipe }),
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
  'POST /app/api/weeks/:week/repair': {
    path: () => `/app/api/weeks/${WEEK}/repair`,
    body: () => ({ place: { day: 'Friday', slot: 'dinner' }, meal: { description: 'Soup' } }),
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
  'GET /app/api/list-links': plainCall('/app/api/list-links', { owner: 200, member: 200, other: 200 }),
  'POST /app/api/list-links': {
    path: () => '/app/api/list-links',
    body: () => ({ days: 7 }),
    owner: 200,
    member: 200,
    other: 200,
  },
  'DELETE /app/api/list-links/:id': {
    path: ({ listLink }) => `/app/api/list-links/${listLink}`,
    owner: 204,
    member: 204,
    other: 404,
  },
  'GET /app/api/calendar-links': plainCall('/app/api/calendar-links', {
    owner: 200,
    member: 200,
    other: 200,
  }),
  'POST /app/api/calendar-links': {
    path: () => '/app/api/calendar-links',
    body: () => ({ slots: ['dinner'], times: null, showsWarnings: false, language: 'en' }),
    owner: 200,
    member: 200,
    other: 200,
  },
  'GET /app/api/webhooks': plainCall('/app/api/webhooks', { owner: 200, member: 403, other: 200 }),
  'POST /app/api/webhooks': {
    path: () => '/app/api/webhooks',
    // An address needs no name server, and nothing is sent to it before dinner.
    body: () => ({ name: 'Home Assistant', url: 'https://8.8.8.8/hook', types: ['dinner.today'] }),
    hostile: {
      body: () => ({
        name: longText(0, 100),
        url: `https://8.8.8.8/${'h'.repeat(1_900)}`,
        types: ['dinner.today'],
      }),
    },
    owner: 200,
    member: 403,
    other: 200,
  },
  'POST /app/api/webhooks/:id/rotate': {
    path: ({ webhook }) => `/app/api/webhooks/${webhook}/rotate`,
    body: () => ({ overlap: 'day' }),
    owner: 200,
    member: 403,
    other: 404,
  },
  // The families have no Premium.
  'POST /app/api/webhooks/:id/test': {
    path: ({ webhook }) => `/app/api/webhooks/${webhook}/test`,
    owner: 402,
    member: 403,
    other: 402,
  },
  'PATCH /app/api/webhooks/:id': {
    path: ({ webhook }) => `/app/api/webhooks/${webhook}`,
    body: () => ({ isOn: true }),
    owner: 204,
    member: 403,
    other: 404,
  },
  'DELETE /app/api/webhooks/:id': {
    path: ({ webhook }) => `/app/api/webhooks/${webhook}`,
    owner: 204,
    member: 403,
    other: 404,
  },
  'PUT /app/api/dinner-time': {
    path: () => '/app/api/dinner-time',
    body: () => ({ time: '17:30' }),
    owner: 204,
    member: 403,
    other: 204,
  },
  'DELETE /app/api/calendar-links/:id': {
    path: ({ calendarLink }) => `/app/api/calendar-links/${calendarLink}`,
    owner: 204,
    member: 204,
    other: 404,
  },
  'POST /app/api/shared-list': {
    path: () => '/app/api/shared-list',
    body: () => ({ token: 'no such link' }),
    owner: 401,
    member: 401,
    other: 401,
  },
  'POST /app/api/shared-list/events': {
    path: () => '/app/api/shared-list/events',
    body: () => ({ token: 'no such link' }),
    owner: 401,
    member: 401,
    other: 401,
  },
};

function plainCall(path: string, statuses: Pick<Case, 'owner' | 'member' | 'other'>): Case {
  return { path: () => path, ...statuses };
}
