/**
 * Writes the API description to docs/openapi.json, from it the types of the client to sdk/src/operations.ts, and the table
 * of events in README.md; tests fail when one of them is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { makeOpenApi } from '#http/openapi/openapi.ts';
import { KEY_ENDPOINTS } from '#http/endpoints.ts';
import { makeClientOperations } from './client-operations.ts';
import { withEventTable } from './event-table.ts';

const text = `${JSON.stringify(makeOpenApi(KEY_ENDPOINTS), null, 2)}\n`;
writeFileSync(new URL('../docs/openapi.json', import.meta.url), text);
writeFileSync(new URL('../sdk/src/operations.ts', import.meta.url), makeClientOperations(JSON.parse(text)));

const readme = new URL('../README.md', import.meta.url);
writeFileSync(readme, withEventTable(readFileSync(readme, 'utf8')));
