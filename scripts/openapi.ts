/** Writes the API description to docs/openapi.json; a test fails when the file is out of date. */
import { writeFileSync } from 'node:fs';
import { makeOpenApi } from '#http/api/openapi.ts';
import { KEY_ROUTES, PUBLIC_ROUTES } from '#http/api/routes.ts';

const file = new URL('../docs/openapi.json', import.meta.url);
writeFileSync(file, `${JSON.stringify(makeOpenApi(PUBLIC_ROUTES, KEY_ROUTES), null, 2)}\n`);
