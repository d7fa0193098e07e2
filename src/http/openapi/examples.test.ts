/** The examples of the API description are real: each is sent to the service, which responds as it says. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { setPhoto } from '#actions/recipe/photos.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { accepted } from '#test/support/accepted.ts';
import { callApi, makeApiFamily, NOW } from '#test/support/api-family.ts';
import { makePhoto } from '#test/support/photos.ts';
import { startService } from '#test/support/service.ts';
import { KEY_ENDPOINTS } from '#http/endpoints.ts';
import { isCached } from '#http/key-endpoint.ts';
import { EXAMPLE_ID, readExamples } from './examples.ts';

test('every endpoint without a cache has an example, and the service responds as it says', async (t) => {
  const service = await startService(t, { nowMs: NOW });
  const { context, family } = await makeApiFamily(service);
  const full = { name: 'full', expiresAt: null, scopes: SCOPES };
  const { key } = accepted(await addApiKey(context, family, full));
  const examples = readExamples();
  const endpoints = KEY_ENDPOINTS.filter((endpoint) => !isCached(endpoint));
  const operations = endpoints.map(({ operationId }) => operationId);
  deepStrictEqual(Object.keys(examples).toSorted(), operations.toSorted());
  let recipe = '';
  for (const [operation, { path, body, response }] of Object.entries(examples)) {
    const endpoint = endpoints.find(({ operationId }) => operationId === operation);
    if (operation === 'getRecipePhoto') accepted(await setPhoto(context, family, recipe, makePhoto(1)));
    const sent = await callApi(service, path.replace(EXAMPLE_ID, recipe), key, {
      method: endpoint?.method ?? '',
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    if (endpoint?.stream) {
      // It has no end; http/api/events tests what it sends.
      strictEqual(sent.headers.get('content-type'), 'text/event-stream');
      await sent.body?.cancel();
      continue;
    }
    const text = await sent.text();
    strictEqual(
      sent.status,
      endpoint?.creates ? 201 : endpoint?.response || endpoint?.fileTypes ? 200 : 204,
      `${operation}: ${text}`,
    );
    if (endpoint?.fileTypes) continue;
    if (operation === 'addRecipe') recipe = (JSON.parse(text) as { data: { id: string } }).data.id;
    const shown = text.replaceAll(/(?<=["/:])[0-9A-Za-z]{16}(?=")/g, EXAMPLE_ID);
    deepStrictEqual(text === '' ? undefined : JSON.parse(shown), response, operation);
  }
});
