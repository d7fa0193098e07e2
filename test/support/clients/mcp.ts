/** Clients of the MCP endpoint for tests: the official one, and raw messages. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { type Scope, SCOPES } from '#domain/family/scopes.ts';
import { DEFAULT_PREFERENCES, type Eater } from '#domain/preferences/preferences.ts';
import { savePreferences } from '#storage/tables/plan/preferences.ts';
import { accepted } from '../accepted.ts';
import { makeApiFamily } from '../api-family.ts';
import type { Service } from '../service.ts';

const MIA: Eater = { id: 'mia', name: 'Mia', diets: [], allergens: ['milk'], dislikes: [] };

/** A family with an eater who must not have milk, and a key. */
export async function makeMcpFamily(service: Service, scopes: readonly Scope[] = SCOPES) {
  const made = await makeApiFamily(service);
  const { context, family } = made;
  const preferences = { ...DEFAULT_PREFERENCES, eaters: [MIA] };
  const stored = { version: 1, preferences, dueAt: null, language: 'en' } as const;
  await service.store.db.transaction().execute((tx) => savePreferences(tx, family, stored));
  const { id, key } = accepted(await addApiKey(context, family, { name: 'agent', expiresAt: null, scopes }));
  return { ...made, key, keyId: id };
}

/** `mode`: `auto` is the revision of 2026-07-28, `legacy` the newest that begins with `initialize`. */
export async function connectMcp({ url }: Pick<Service, 'url'>, key: string, mode: 'auto' | 'legacy') {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${key}` };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  await client.connect(transport);
  // The client checks results against the schemas of the tools that it has listed.
  const { tools } = await client.listTools();
  const call = async (name: string, input: Record<string, unknown> = {}) => {
    const result = await client.callTool({ name, arguments: input });
    const [content] = result.content as { text?: string }[];
    return {
      isError: result.isError === true,
      text: content?.text ?? '',
      // oxlint-disable-next-line typescript/no-explicit-any
      data: result.structuredContent as any,
    };
  };
  return { client, tools, call };
}

export type McpClient = Awaited<ReturnType<typeof connectMcp>>;

/** Sends a message as a client of 2025 does; `headers` and `body` replace the usual ones. */
export function sendMcp(
  { url }: Pick<Service, 'url'>,
  key: string | undefined,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

export function callMessage(name: string, input: unknown = {}, id: string | number = 1) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } };
}
