/** The TypeScript client in a page of another origin than the service. */
import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { build, type Rolldown } from 'vite';
import { clientBuild } from '../../scripts/client-build.ts';
import { EXPECTED, prepareClientTrial } from '../support/clients/client-trial.ts';
import { startHttpServer } from '../support/servers/http-server.ts';
import { startService } from '../support/service.ts';
import { startBrowser } from './support/browser.ts';

const service = await startService({ after, before });
const browser = await startBrowser({ after });

test('reads, changes, follows events and verifies webhooks in a page of another origin', async (t) => {
  const task = await prepareClientTrial(t, service);
  const [bundle] = (await build(clientBuild())) as [Rolldown.RolldownOutput];
  const files: Record<string, string> = {
    '/client.js': bundle.output[0].code,
    '/trial.js': readFileSync('sdk/trial/trial.js', 'utf8'),
  };
  const url = await startHttpServer(t, ({ url: path = '' }, response) => {
    const type = path in files ? 'text/javascript' : 'text/html';
    response.setHeader('Content-Type', `${type}; charset=utf-8`).end(files[path] ?? '<title>Page</title>');
  });
  const page = await browser.newPage();
  t.after(() => page.close());
  await page.goto(url);
  const script = `Promise.all([import('/client.js'), import('/trial.js')])
    .then(([client, { tryClient }]) => tryClient(client, ${JSON.stringify(task)}))`;
  deepStrictEqual(await page.evaluate(script), EXPECTED);
});
