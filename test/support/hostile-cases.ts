/**
 * The largest request to every route of the app's API and of the public API, every method and report of CalDAV and
 * every tool of MCP. It is made from the usual calls and the schemas, so that a new operation has one; where the schema
 * does not tell, the usual call names it (`hostile`).
 */
import type { z } from 'zod';
import { APP_ENDPOINTS, KEY_ENDPOINTS } from '#http/endpoints.ts';
import { DOCUMENT_BYTES } from '#http/input/limits.ts';
import { TOOLS } from '#http/mcp/tools.ts';
import { CASES } from './app-cases.ts';
import { headersOf, HOSTILE_INPUTS, type KeyCase, keyCases, TOOL_INPUTS } from './key-cases.ts';
import { callMessage } from './clients/mcp.ts';
import { hostileDavCases } from './hostile-dav-cases.ts';
import { largestInput } from './largest-input.ts';
import type { World } from './world.ts';

export type HostileCase = {
  name: string;
  /** As the registers name it. */
  operation: string;
  method: string;
  path: string;
  body: string | Buffer | undefined;
  /** With the credentials of a member or a key. */
  headers: (secrets: { session: string; key: string }) => Record<string, string>;
};

/** Of a body; those of documents have a larger limit. */
const USUAL_BYTES = 65_000;
const LONGEST_QUERY = 3_000;

export function hostileCases(world: World): HostileCase[] {
  return [...appCases(world), ...byKey(world)];
}

function appCases(world: World): HostileCase[] {
  return APP_ENDPOINTS.map((route): HostileCase => {
    const name = `${route.method} ${route.path}`;
    const usual = CASES[name];
    if (!usual) throw new Error(`${name} has no case in app-cases.ts.`);
    const hostile = { ...usual, ...usual.hostile };
    const maxBytes = route.maxBodyBytes ?? USUAL_BYTES;
    const body =
      usual.hostile?.body?.(world) ??
      (route.body && largest(name, route.body, usual.body?.(world) ?? {}, maxBytes));
    const file = hostile.file?.();
    const type = file ? 'application/octet-stream' : 'application/json';
    return {
      name,
      operation: name,
      method: route.method,
      path: usual.hostile?.path?.(world) ?? withQuery(name, usual.path(world), route.query),
      body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
      headers: ({ session }) => ({
        cookie: `weekfare-session=${session}`,
        'sec-fetch-site': 'same-origin',
        ...((file ?? body) !== undefined && { 'content-type': type }),
      }),
    };
  });
}

function byKey(world: World): HostileCase[] {
  const cases = keyCases(world).flatMap((each): KeyCase[] => {
    const { operation } = each;
    if (each.path.startsWith('/dav/')) return [];
    const hostile = HOSTILE_INPUTS[operation]?.() ?? {};
    const tool = TOOLS.find(({ name }) => name === operation);
    if (tool) {
      const body =
        hostile.body ?? largest(operation, tool.input, TOOL_INPUTS[operation]?.input, DOCUMENT_BYTES - 1_000);
      return [{ ...each, body: callMessage(operation, body) }];
    }
    const route = KEY_ENDPOINTS.find(({ method, path }) => `${method} ${path}` === operation);
    const maxBytes = route?.maxBodyBytes ?? USUAL_BYTES;
    const body = hostile.body ?? (route?.body && largest(operation, route.body, each.body, maxBytes));
    return [{ ...each, body, path: hostile.path ?? withQuery(operation, each.path, route?.query) }];
  });
  return [...cases, ...hostileDavCases()].map((each) => ({
    name: each.name,
    operation: each.operation,
    method: each.method,
    path: each.path,
    body: each.body === undefined || typeof each.body === 'string' ? each.body : JSON.stringify(each.body),
    headers: ({ key }) => headersOf(each, key),
  }));
}

function largest(name: string, schema: z.ZodType, usual: unknown, maxBytes: number): unknown {
  const input = largestInput(schema, usual, maxBytes);
  if (input === undefined)
    throw new Error(`${name}: its schema does not tell its largest input; write it as \`hostile\`.`);
  return input;
}

function withQuery(name: string, path: string, schema: z.ZodType | undefined): string {
  if (!schema) return path;
  const [plain, query] = path.split('?', 2);
  const usual = Object.fromEntries(new URLSearchParams(query));
  const longest = largest(name, schema, usual, LONGEST_QUERY) as Record<string, string>;
  return `${plain}?${new URLSearchParams(longest).toString()}`;
}
