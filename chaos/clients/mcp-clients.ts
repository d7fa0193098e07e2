/**
 * The official clients of the Model Context Protocol use a server with an API key, and the official conformance suite
 * examines it. The newest client is a development dependency. The older one and the suite pull in a hundred packages, so
 * they are used if the variable MCP_TOOLS names a folder that has them: npm install --prefix FOLDER
 * @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/conformance@0.2.0-alpha.12
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { OPERATOR } from '#storage/actor.ts';
import { accepted } from '#test/support/accepted.ts';
import { startTarget } from '../target.ts';
import type { Trial } from '../trial.ts';
import { examine, REVISIONS } from './mcp-conformance.ts';

const FOLDER = process.env.MCP_TOOLS;
const DISH = 'Jollof rice';
const PLACE = { week: 'next', day: 'Friday', slot: 'dinner' };

type Result = { content?: unknown; structuredContent?: unknown; isError?: unknown };
/** What both generations of the client have. */
type AnyClient = {
  listTools(): Promise<{ tools: unknown[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Result>;
  close(): Promise<void>;
};
type Connection = { client: AnyClient; revision: string };
type Connect = (url: string, key: string) => Promise<Connection>;

export const mcpClients: Trial = {
  name: 'mcp-clients',
  part: 'clients',
  promise:
    'official MCP clients of both generations list the tools, read, change and undo; the conformance suite finds no fault in what the server offers',
  times: { full: 1, short: 1 },
  coveredBy: 'src/http/mcp/tools.test.ts',
  defect: {
    what: 'clients of 2025 are served as clients of 2026',
    file: 'src/http/mcp/endpoint.ts',
    from: 'if (!(await isLegacyRequest(request, message)))',
    to: 'if (isLegacyRequest !== undefined)',
  },

  async run(context) {
    const target = await startTarget(context);
    const { family } = await target.newWorld();
    const by = { store: target.store, actor: OPERATOR, nowMs: Date.now() };
    const { key } = accepted(await addApiKey(by, family, { name: 'x', expiresAt: null, scopes: SCOPES }));
    const [figures, broken]: [Record<string, string>, string[]] = [{}, []];
    const note = async (name: string, work: () => Promise<string>): Promise<void> => {
      try {
        figures[name] = await work();
      } catch (error) {
        figures[name] = 'failed';
        broken.push(`${name}: ${(error as Error).message}`);
      }
      context.report(`${name.padEnd(42)} ${figures[name]}`);
    };
    await note(`client ${versionOf('client')}`, () => use(connectNew('auto'), target.url, key));
    await note(`client ${versionOf('client')}, first era`, () => use(connectNew('legacy'), target.url, key));
    if (FOLDER === undefined) {
      figures['sdk 1.x, conformance suite'] = 'not there';
      return { figures, broken };
    }
    await note(`sdk ${versionOf('sdk', FOLDER)}`, () => use(connectOld(FOLDER), target.url, key));
    for (const revision of REVISIONS) {
      const name = `conformance ${versionOf('conformance', FOLDER)}, ${revision}`;
      await note(name, () => examine(context.scope, { url: target.url, key, folder: FOLDER, revision }));
    }
    return { figures, broken };
  },
};

function versionOf(name: string, folder = join(import.meta.dirname, '../..')): string {
  const file = join(folder, 'node_modules/@modelcontextprotocol', name, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}

function connectNew(mode: 'auto' | 'legacy'): Connect {
  return async (url, key) => {
    const client = new Client({ name: 'trial', version: '1.0.0' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { Authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
    return { client, revision: String(client.getNegotiatedProtocolVersion()) };
  };
}

type OldClient = AnyClient & { connect(transport: object): Promise<void> };
type OldModules = {
  Client: new (info: object) => OldClient;
  StreamableHTTPClientTransport: new (url: URL, options: object) => { protocolVersion?: string };
};

function connectOld(folder: string): Connect {
  const load = (file: string): Promise<Partial<OldModules>> =>
    import(pathToFileURL(join(folder, 'node_modules/@modelcontextprotocol/sdk/dist/esm/client', file)).href);
  return async (url, key) => {
    const modules = { ...(await load('index.js')), ...(await load('streamableHttp.js')) } as OldModules;
    const client = new modules.Client({ name: 'trial', version: '1.0.0' });
    const options = { requestInit: { headers: { 'X-API-Key': key } } };
    const transport = new modules.StreamableHTTPClientTransport(new URL('/mcp', url), options);
    await client.connect(transport);
    return { client, revision: String(transport.protocolVersion) };
  };
}

/** Puts a meal, finds it in the public API, and undoes it. */
async function use(connect: Connect, url: string, key: string): Promise<string> {
  const { client, revision } = await connect(url, key);
  const { tools } = await client.listTools();
  const call = async (name: string, input: Record<string, unknown>): Promise<{ changeId?: string }> => {
    const result = await client.callTool({ name, arguments: input });
    if (result.isError) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
    return result.structuredContent as { changeId?: string };
  };
  await call('read_week', {});
  const requestId = crypto.randomUUID();
  const { changeId } = await call('put_meal', { requestId, ...PLACE, description: DISH });
  if (!(await readPlan(url, key)).includes(DISH)) throw new Error('The public API does not show the meal.');
  await call('undo_change', { changeId });
  if ((await readPlan(url, key)).includes(DISH))
    throw new Error('The public API shows the meal after the undo.');
  await client.close();
  return `${revision}: listed ${tools.length} tools, read, put a meal, undid it`;
}

async function readPlan(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/api/meal-plans/v1/next`, { headers: { 'x-api-key': key } });
  if (response.status !== 200) throw new Error(`The plan returned ${response.status}.`);
  return response.text();
}
