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
import { KEY_ROUTES } from '#http/api/routes.ts';
import { EXAMPLE_ID, readExamples } from './examples.ts';

test('every route has an example, and the service responds as it says', async (t) => {
  const service = await startService(t, { nowMs: NOW });
  const { context, family } = await makeApiFamily(service);
  const full = { name: 'full', expiresAt: null, scopes: SCOPES };
  const { key } = accepted(await addApiKey(context, family, full));
  const examples = readExamples();
  const operations = KEY_ROUTES.map(({ operationId }) => operationId);
  deepStrictEqual(Object.keys(examples).toSorted(), operations.toSorted());
  let recipe = '';
  for (const [operation, { path, body, response }] of Object.entries(examples)) {
    const route = KEY_ROUTES.find(({ operationId }) => operationId === operation);
    if (operation === 'getRecipePhoto') accepted(await setPhoto(context, family, recipe, makePhoto(1)));
    const sent = await callApi(service, path.replace(EXAMPLE_ID, recipe), key, {
      method: route?.method ?? '',
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
    if (route?.stream) {
      // It has no end; http/api/events tests what it sends.
      strictEqual(sent.headers.get('content-type'), 'text/event-stream');
      await sent.body?.cancel();
      continue;
    }
    const text = await sent.text();
    strictEqual(
      sent.status,
      route?.creates ? 201 : route?.response || route?.fileTypes ? 200 : 204,
      `${operation}: ${text}`,
    );
    if (route?.fileTypes) continue;
    if (operation === 'addRecipe') recipe = (JSON.parse(text) as { data: { id: string } }).data.id;
    const shown = text.replaceAll(/(?<=["/:])[0-9A-Za-z]{16}(?=")/g, EXAMPLE_ID);
    deepStrictEqual(text === '' ? undefined : JSON.parse(shown), response, operation);
  }
});
