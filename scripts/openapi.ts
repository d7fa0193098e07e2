/**
 * Writes the API description to docs/openapi.json, and from it the types of the client to sdk/src/operations.ts; tests
 * fail when one of them is out of date.
 */
import { writeFileSync } from 'node:fs';
import { makeOpenApi } from '#http/openapi/openapi.ts';
import { KEY_ENDPOINTS } from '#http/endpoints.ts';
import { makeClientOperations } from './client-operations.ts';

const text = `${JSON.stringify(makeOpenApi(KEY_ENDPOINTS), null, 2)}\n`;
writeFileSync(new URL('../docs/openapi.json', import.meta.url), text);
writeFileSync(new URL('../sdk/src/operations.ts', import.meta.url), makeClientOperations(JSON.parse(text)));
