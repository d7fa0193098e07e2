/**
 * Runs the official conformance suite of the Model Context Protocol against a server. Most of its scenarios call tools,
 * prompts and resources of a test server by name; those that need none of them must pass. Every message that the server
 * sends is compared with the JSON schema of the specification, in all scenarios.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { freshFolder, type Scope } from '#test/support/store.ts';

export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
type Revision = (typeof REVISIONS)[number];

/** The scenarios that are about the protocol itself, or about tools. */
const SCENARIOS: { readonly [revision in Revision]: readonly string[] } = {
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'caching',
    'http-header-validation',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
  ],
  '2025-11-25': [
    'server-initialize',
    'ping',
    'tools-list',
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
    'server-session-lifecycle',
  ],
};
/** A check of something that the server does not have: a tool of the test server, prompts, resources. */
const NOT_OFFERED = /^Not testable|^(?:prompts|resources)\/\S+ returned JSON-RPC error -32601/;

type Check = { id: string; status: string; errorMessage?: string };
type Examined = { url: string; key: string; folder: string; revision: Revision };

/** Throws if a check that applies has failed. */
export async function examine(scope: Scope, { url, key, folder, revision }: Examined): Promise<string> {
  const output = freshFolder(scope);
  const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const address = await startKeyProxy(scope, url, key);
  const args = [program, 'server', '--url', `${address}/mcp`, '--requirements', revision, '-o', output];
  await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'close');
  const checks = readdirSync(output).flatMap((name) => {
    const scenario = /^server-(.*)-\d{4}-\d{2}-\d{2}T/.exec(name)?.[1] ?? '';
    const found = JSON.parse(readFileSync(join(output, name, 'checks.json'), 'utf8')) as Check[];
    return found.map((check) => ({ ...check, scenario }));
  });
  const wanted = SCENARIOS[revision];
  const missing = wanted.filter((name) => !checks.some(({ scenario }) => scenario === name));
  if (missing.length > 0) throw new Error(`The suite did not run ${missing.join(', ')}.`);
  const applied = checks.filter(
    ({ scenario, id }) => wanted.includes(scenario) || id === 'wire-schema-valid',
  );
  const failed = applied.filter(
    ({ status, errorMessage = '' }) => status === 'FAILURE' && !NOT_OFFERED.test(errorMessage),
  );
  if (failed.length > 0)
    throw new Error(
      failed.map(({ scenario, id, errorMessage }) => `${scenario} ${id}: ${errorMessage}`).join('; '),
    );
  const passed = applied.filter(({ status }) => status === 'SUCCESS');
  const schema = passed.filter(({ id }) => id === 'wire-schema-valid').length;
  const notOffered = applied.filter(({ status }) => status === 'FAILURE').length;
  return `${wanted.length} scenarios, ${passed.length - schema} checks passed, ${notOffered} of what is not offered, messages of ${schema} scenarios valid`;
}

/** The suite sends no key. */
async function startKeyProxy(scope: Scope, url: string, key: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const onward = request({ hostname, port, path: incoming.url, method: incoming.method, headers });
    onward.once('response', (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.once('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.after(() => server.close().closeAllConnections());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}
