/** The generated part of the client is up to date, and the whole client is small. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { clientBuild } from '../../scripts/client-build.ts';
import { makeClientOperations } from '../../scripts/client-operations.ts';
import { OPERATIONS } from './operations.ts';

const MAX_BYTES = 4_000;
const api = JSON.parse(readFileSync('docs/openapi.json', 'utf8'));

test('sdk/src/operations.ts is up to date (run npm run openapi)', () => {
  strictEqual(readFileSync('sdk/src/operations.ts', 'utf8'), makeClientOperations(api));
});

test('there is a method for every operation of the description but the stream of events', () => {
  const described = Object.values<Record<string, { operationId: string }>>(api.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => !JSON.stringify(operation).includes('text/event-stream'))
    .map(({ operationId }) => operationId);
  ok(described.length >= 24);
  deepStrictEqual(Object.keys(OPERATIONS).toSorted(), described.toSorted());
});

test('a parameter with the name of an option is refused, since its value would be lost', () => {
  const [path = ''] = Object.keys(api.paths);
  const operation = { ...api.paths[path].get, parameters: [{ in: 'query', name: 'signal', schema: {} }] };
  let message = '';
  try {
    makeClientOperations({ ...api, paths: { [path]: { get: operation } } });
  } catch (error) {
    ({ message } = error as Error);
  }
  strictEqual(message, 'A parameter is named signal');
});

test(`the client has at most ${MAX_BYTES} bytes, compressed, and imports nothing`, async () => {
  const [bundle] = (await build(clientBuild())) as [Rolldown.RolldownOutput];
  const [{ code, imports }, ...others] = bundle.output;
  deepStrictEqual([imports, others], [[], []]);
  const { length } = gzipSync(code, { level: 9 });
  ok(length > 1_000 && length <= MAX_BYTES, `${length} bytes`);
});
