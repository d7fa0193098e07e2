/** The SDK and the tools are loaded at the first request, so a server that no assistant uses costs what it did. */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const SRC = fileURLToPath(new URL('../../', import.meta.url));
const IMPORT = /^(?:import|export) (?!type\b)[^;]*? from '([^']+)'|^import '([^']+)'/gm;

/** The modules of the program that are loaded with this one, and the packages that they import. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, from, alone] of readFileSync(join(SRC, file), 'utf8').matchAll(IMPORT)) {
    const name = from ?? alone ?? '';
    const path = name.startsWith('#') ? name.slice(1) : name.startsWith('.') ? join(dirname(file), name) : '';
    if (path !== '' && existsSync(join(SRC, path))) loadedWith(path, seen);
    else seen.add(name);
  }
  return seen;
}

test('a start loads neither the SDK nor the tools', () => {
  const atStart = loadedWith('main.ts');
  ok(atStart.has('http/mcp/register.ts') && atStart.has('fastify'), 'the imports are followed');
  const ofMcp = [...atStart].filter(
    (name) => name.includes('modelcontextprotocol') || name.startsWith('http/mcp/'),
  );
  deepStrictEqual(ofMcp.toSorted(), ['http/mcp/message.ts', 'http/mcp/register.ts']);
  ok(loadedWith('http/mcp/endpoint.ts').has('@modelcontextprotocol/server'));
});
