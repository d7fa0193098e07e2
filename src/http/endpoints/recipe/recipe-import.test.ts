/** The import page's routes: read a page by its address or as a text, and check a recipe before it is kept. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { recipeSourceSchema } from '#domain/recipe/recipe-source.ts';
import { RecipeImport } from '#jobs/import/recipe-import.ts';
import { makeJpeg } from '#test/support/photos.ts';
import { signUp, startService } from '#test/support/service.ts';

const RECIPE = {
  '@context': 'https://schema.org',
  '@type': 'Recipe',
  name: 'Peanut noodles',
  recipeYield: '2 servings',
  totalTime: 'PT25M',
  author: { '@type': 'Person', name: 'Mai' },
  recipeIngredient: ['200 g noodles', '3 tbsp peanut butter', '1 tbsp soy sauce'],
  recipeInstructions: [
    { '@type': 'HowToSection', name: 'Sauce', itemListElement: [{ '@type': 'HowToStep', text: 'Whisk.' }] },
  ],
};
const html = (recipe: object) =>
  `<!doctype html><html lang="en"><script type="application/ld+json">${JSON.stringify(recipe)}</script>`;

const site = createServer((request, response) => {
  if (request.url === '/noodles.jpg') {
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(makeJpeg());
    return;
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  if (request.url !== '/slow') response.end(request.url === '/empty' ? '<p>Hello' : html(RECIPE));
});
site.listen(0, '127.0.0.2');
await once(site, 'listening');
const address = (path: string) => `http://127.0.0.2:${(site.address() as AddressInfo).port}${path}`;
after(() => {
  site.closeAllConnections();
  site.close();
});

const service = await startService(
  { after, before },
  { config: { fetch: { isOn: true, privateHosts: ['127.0.0.2'] } } },
);
const { browser } = await signUp(service);
const read = (body: object) => browser.call('POST', '/app/api/recipes/read', body);

test('reads the recipe at an address, which can then be kept', async () => {
  const { status, body } = await read({ address: address('/noodles#top') });
  strictEqual(status, 200, JSON.stringify(body));
  const { source } = body;
  deepStrictEqual(
    [source.title, source.servings, source.totalMinutes, source.ingredients, source.steps],
    ['Peanut noodles', 2, 25, RECIPE.recipeIngredient, ['Sauce:', 'Whisk.']],
  );
  deepStrictEqual([source.about.author, source.about.source], ['Mai', address('/noodles')]);
  deepStrictEqual(recipeSourceSchema.parse(source), source);
  const saved = await browser.call('POST', '/app/api/recipes', source);
  strictEqual(saved.status, 200);
  const { body: check } = await browser.call('POST', '/app/api/recipes/check', {
    title: 'PEANUT  noodles!',
    lines: source.ingredients,
  });
  deepStrictEqual(check.duplicates, [{ id: saved.body.recipe.id, title: 'Peanut noodles' }]);
});

test('reads a pasted page, and says where it is from', async () => {
  const pasted = await read({ text: html(RECIPE), address: 'https://noodles.example/peanut' });
  strictEqual(pasted.body.source.about.source, 'https://noodles.example/peanut');
  for (const image of ['https://noodles.example/a.jpg', '//noodles.example/a.jpg']) {
    const { body } = await read({ text: html({ ...RECIPE, image }) });
    deepStrictEqual(body.source.about.picture, { address: 'https://noodles.example/a.jpg' }, image);
  }
});

test('reads a pasted text', async () => {
  const lines = [
    'Toast',
    '',
    'Ingredients',
    '1 slice bread',
    '10 g butter',
    '',
    'Method',
    '1. Toast the bread.',
  ];
  const { body } = await read({ text: lines.join('\n') });
  deepStrictEqual(body.source?.ingredients, ['1 slice bread', '10 g butter'], JSON.stringify(body));
});

test('fetches the picture of a page as bytes, and nothing that is no picture or not public', async () => {
  const found = await fetchPicture(address('/noodles.jpg'));
  deepStrictEqual(
    [found.status, ...['content-type', 'x-content-type-options'].map((name) => found.headers.get(name))],
    [200, 'application/octet-stream', 'nosniff'],
  );
  ok(makeJpeg().equals(Buffer.from(await found.arrayBuffer())));
  for (const [from, code] of [
    [address('/noodles'), 'page-not-text'],
    ['http://127.0.0.1:1/noodles.jpg', 'address-private'],
  ] as const) {
    const response = await fetchPicture(from);
    deepStrictEqual([response.status, ((await response.json()) as { code: string }).code], [422, code]);
  }
});

const refused: [body: object, code: string][] = [
  [{ address: 'http://127.0.0.1:1/' }, 'address-private'],
  [{ address: 'noodles' }, 'address-invalid'],
  [{}, 'address-invalid'],
  [{ address: address('/empty') }, 'no-recipe'],
  [{ text: 'Hello' }, 'no-recipe'],
];
for (const [body, code] of refused) {
  test(`refuses ${JSON.stringify(body)} with ${code}`, async () => {
    const reply = await read(body);
    deepStrictEqual([reply.status, reply.body.code], [422, code]);
  });
}

test('a family reads two pages at a time', async () => {
  const leaving = new AbortController();
  const imports = new RecipeImport({ ...service.config.fetch, userAgent: 'test' });
  const slow = Array.from({ length: 2 }, () =>
    imports.read('a', { address: address('/slow') }, leaving.signal),
  );
  deepStrictEqual(await imports.read('a', { text: 'Hello' }, leaving.signal), { refused: 'import-busy' });
  deepStrictEqual(await imports.read('b', { text: 'Hello' }, leaving.signal), { refused: 'no-recipe' });
  leaving.abort();
  deepStrictEqual(await Promise.all(slow), [
    { refused: 'page-unreachable' },
    { refused: 'page-unreachable' },
  ]);
  deepStrictEqual(await imports.read('a', { text: 'Hello' }, new AbortController().signal), {
    refused: 'no-recipe',
  });
  await imports.stop();
});

test('a long page does not block the service, and one that takes too long is given up', async () => {
  const large = html(RECIPE) + '<div><p>Lorem <b>ipsum</b></p></div>'.repeat(30_000);
  const imports = new RecipeImport({ ...service.config.fetch, userAgent: 'test' });
  const { signal } = new AbortController();
  await imports.read('a', { text: 'Hello' }, signal);
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const found = await imports.read('a', { text: large }, signal);
  clearInterval(timer);
  ok('source' in found && found.source.title === 'Peanut noodles');
  ok(turns > 20, `the service had ${turns} turns meanwhile`);
  await imports.stop();
  const impatient = new RecipeImport({ ...service.config.fetch, userAgent: 'test' }, { timeoutMs: 1 });
  deepStrictEqual(await impatient.read('a', { text: large }, signal), { refused: 'no-recipe' });
  await impatient.stop();
});

function fetchPicture(from: string): Promise<Response> {
  return fetch(`${service.url}/app/api/recipes/read-picture`, {
    method: 'POST',
    headers: {
      cookie: Array.from(browser.cookies, (pair) => pair.join('=')).join('; '),
      origin: service.url,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ address: from }),
  });
}
