/**
 * One valid call of every operation by key: routes of the public API, methods of CalDAV, tools of MCP. The tests that
 * iterate over all of them use these calls, and fail for an operation without a case.
 */
import { type Scope, SCOPES } from '#domain/family/scopes.ts';
import { EXAMPLE_ID, readExamples } from '#http/openapi/examples.ts';
import { KEY_ENDPOINTS } from '#http/endpoints.ts';
import { isCached } from '#http/key-endpoint.ts';
import { callMessage } from './clients/mcp.ts';
import { LARGEST_PAGE, LARGEST_RECIPE, largestEdits, PANTRY_LINES } from './largest-family.ts';
import { ID_MARK } from './largest-input.ts';
import { MEALS, multigetBody, propfindBody, queryBody, SHOPPING, syncBody, todoOf } from './clients/dav.ts';

/** A request; `body` is JSON, or the text of CalDAV. */
export type KeyCase = {
  /** Unique, and beginning with the name of the operation. */
  name: string;
  operation: string;
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** All that the key needs: one of these sets. */
  scopes: readonly (readonly Scope[])[];
};

/** What the calls are about: a recipe of the family, a change by MCP and the name of a to-do. */
type Subject = { recipe: string; changeId?: string; todo?: string };

const place = { week: 'next', day: 'Friday', slot: 'dinner' };
const PLAN: readonly Scope[] = ['plans:read', 'plans:write'];

/** A call of each tool, in the order in which they can be called. `scopes` as in KeyCase. */
export const TOOL_INPUTS: Record<string, { scopes: KeyCase['scopes']; input: object }> = {
  put_meal: {
    scopes: [['plans:write']],
    input: { requestId: 'callers-request', ...place, description: 'Secret pie' },
  },
  read_week: { scopes: [['plans:read']], input: { week: 'next' } },
  move_meal: {
    scopes: [PLAN],
    input: { requestId: 'callers-move', ...place, toDay: 'Sunday', toSlot: 'lunch' },
  },
  propose_week: { scopes: [PLAN], input: { week: '1999-01-04' } },
  accept_proposal: {
    scopes: [PLAN],
    // Refused because of the basis: a call by the right key gets further than its scope.
    input: { requestId: 'callers-accept', week: 'next', basis: 'x.0', meals: [{ ...place, title: 'Pie' }] },
  },
  find_alternatives: { scopes: [PLAN], input: { ...place, week: '1999-01-04' } },
  edit_shopping_list: {
    scopes: [['lists:write']],
    input: { requestId: 'callers-list', week: 'next', add: ['secret candles'] },
  },
  read_shopping_list: { scopes: [['lists:read']], input: { week: 'next' } },
  add_recipe: {
    scopes: [['recipes:write']],
    input: {
      requestId: 'callers-recipe',
      title: 'Secret stew',
      servings: 2,
      ingredients: ['1 onion', '1 batch shakshuka'],
      references: [{ line: '1 batch shakshuka', recipeId: 'shakshuka' }],
    },
  },
  find_recipes: { scopes: [['recipes:read']], input: { search: 'secret stew' } },
  read_recipe: { scopes: [['recipes:read']], input: { recipeId: 'shakshuka' } },
  undo_change: {
    scopes: [['plans:write'], ['lists:write'], ['recipes:write']],
    input: { changeId: '00000000-0000-8000-8000-000000000000' },
  },
};

const { about: _, ...LARGEST_BODY } = LARGEST_RECIPE;

/** The most work that an operation can be asked for, where `largestInput` does not find it. */
export const HOSTILE_INPUTS: Record<string, () => { path?: string; body?: object }> = {
  'GET /api/meal-plans/v1': () => ({ path: '/api/meal-plans/v1?from=2026-05-18&to=2027-05-17' }),
  'POST /api/meal-plans/v1/edits': () => ({
    body: {
      edits: largestEdits().map(({ week, day, slot, after }) => ({ weekOf: week, day, slot, meal: after })),
    },
  }),
  'POST /api/recipes/v1': () => ({ body: LARGEST_BODY }),
  'PUT /api/recipes/v1/:recipeId': () => ({ body: LARGEST_BODY }),
  'POST /api/recipes/v1/import': () => ({ body: { text: LARGEST_PAGE } }),
  'POST /api/pantry/v1': () => ({ body: { lines: PANTRY_LINES } }),
  'PUT /api/pantry/v1/:foodId': () => ({ body: { quantity: '999 g', bestBefore: '2026-12-31' } }),
  add_recipe: () => ({ body: { ...LARGEST_BODY, requestId: `${ID_MARK}-recipe` } }),
};

/** In an order in which most of them succeed: what deletes comes last. */
export function keyCases(subject: Subject): KeyCase[] {
  const all = [...apiCases(subject), ...davCases(subject), ...toolCases(subject)];
  const isDeleting = ({ method, path }: KeyCase) => method === 'DELETE' && path.startsWith('/api/');
  return [...all.filter((operation) => !isDeleting(operation)), ...all.filter(isDeleting)];
}

function apiCases({ recipe }: Subject): KeyCase[] {
  const examples = readExamples();
  const reads = KEY_ENDPOINTS.filter((each) => isCached(each)).map(({ path, access, cached }): KeyCase => {
    const { parameter } = cached;
    const example = parameter?.name === 'recipeId' ? recipe : (parameter?.example ?? '');
    return {
      name: `GET ${path}`,
      operation: `GET ${path}`,
      method: 'GET',
      path: parameter ? path.replace(`:${parameter.name}`, example) : path,
      scopes: [[access.scope]],
    };
  });
  const uncached = KEY_ENDPOINTS.filter((each) => !isCached(each));
  const others = uncached.map(({ method, path, operationId, access }): KeyCase => {
    const { scope, otherScopes = [] } = access;
    const example = examples[operationId];
    return {
      name: `${method} ${path}`,
      operation: `${method} ${path}`,
      method,
      path: example?.path.replace(EXAMPLE_ID, recipe) ?? path,
      body: example?.body,
      scopes: [scope, ...otherScopes].map((enough) => [enough]),
    };
  });
  return [...reads, ...others];
}

const UPDATE =
  '<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:displayname>x</D:displayname></D:prop></D:set></D:propertyupdate>';

function davCases({ todo = 'row.ics' }: Subject): KeyCase[] {
  const object = `${SHOPPING}${todo}`;
  const list: KeyCase['scopes'] = [['lists:read']];
  const any: KeyCase['scopes'] = [['plans:read'], ['lists:read']];
  const dav = (
    method: string,
    path: string,
    scopes: KeyCase['scopes'],
    { body, ...headers }: { body?: string; depth?: string; 'content-type'?: string } = {},
  ): KeyCase => ({
    name: `${method} ${path} ${body?.slice(0, 30) ?? ''}`,
    operation: `${method} /dav/*`,
    method,
    path,
    headers,
    body,
    scopes,
  });
  const all = { depth: '1', body: propfindBody('D:displayname', 'D:getetag', 'C:calendar-data') };
  const calendars = [
    [MEALS, 'VEVENT', [['plans:read']]],
    [SHOPPING, 'VTODO', list],
  ] as const;
  return [
    dav('PROPFIND', '/dav/calendars/', any, all),
    dav('OPTIONS', '/dav/calendars/', [[]]),
    ...calendars.flatMap(([path, component, scopes]) => [
      dav('PROPFIND', path, scopes, all),
      dav('REPORT', path, scopes, { body: queryBody(component) }),
      dav('REPORT', path, scopes, { body: syncBody('') }),
      dav('REPORT', path, scopes, { body: multigetBody([`${path}2026-11-13-dinner.ics`]) }),
      dav('PROPPATCH', path, scopes, { body: UPDATE }),
    ]),
    dav('PUT', object, [['lists:read', 'lists:write']], {
      body: todoOf({ uid: 'row', summary: 'a row' }),
      'content-type': 'text/calendar',
    }),
    dav('GET', object, list),
    dav('HEAD', object, list),
    dav('POST', object, list, { body: 'x' }),
    dav('PATCH', object, list, { body: 'x' }),
    ...['MKCALENDAR', 'MKCOL', 'COPY', 'MOVE'].map((method) => dav(method, object, list)),
    dav('DELETE', object, [['lists:read', 'lists:write']]),
  ];
}

function toolCases({ recipe, changeId }: Subject): KeyCase[] {
  return Object.entries(TOOL_INPUTS).map(([name, { scopes, input }]) => {
    const own = {
      ...(name === 'read_recipe' && { recipeId: recipe }),
      ...(name === 'undo_change' && changeId !== undefined && { changeId }),
    };
    return {
      name,
      operation: name,
      method: 'POST',
      path: '/mcp',
      body: callMessage(name, { ...input, ...own }),
      headers: { accept: 'application/json, text/event-stream' },
      scopes,
    };
  });
}

/** The headers with which a program sends the key, and says what the body is. */
export function headersOf({ path, body, headers }: KeyCase, key: string): Record<string, string> {
  return {
    ...(path.startsWith('/dav/')
      ? { authorization: `Basic ${Buffer.from(`phone:${key}`).toString('base64')}` }
      : { 'x-api-key': key }),
    ...(body !== undefined && {
      'content-type': typeof body === 'string' ? 'application/xml' : 'application/json',
    }),
    ...headers,
  };
}

/** Whether a key with these scopes may call it. */
export function isAllowed({ scopes }: KeyCase, has: readonly Scope[] = SCOPES): boolean {
  return scopes.some((needed) => needed.every((scope) => has.includes(scope)));
}
