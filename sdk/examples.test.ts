/** Runs the examples of README.md, which are the files in examples/, and compares what they print. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { addApiKey } from '../src/actions/keys-and-links/api-keys.ts';
import { SCOPES } from '../src/domain/family/scopes.ts';
import { accepted } from '../test/support/accepted.ts';
import { makeApiFamily, NOW, THIS_WEEK } from '../test/support/api-family.ts';
import { startHttpServer } from '../test/support/servers/http-server.ts';
import { startService } from '../test/support/service.ts';
import { freshFolder } from '../test/support/store.ts';

const EXAMPLES = join(import.meta.dirname, 'examples');
const CLIENT = pathToFileURL(join(import.meta.dirname, 'src/client.ts')).href;
const WEEK_OF = `${THIS_WEEK}T00:00:00.000Z`;
const DAL = { description: 'Red lentil dal with rice' };

/** Code, and the output that follows it. */
const examples = Array.from(
  readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').matchAll(
    /```ts\n(.*?)```\n\n```text\n(.*?)```/gs,
  ),
  ([, code = '', output = '']) => ({ code, output }),
);

/** Runs an example that has this text. Its output is what it has printed until it ends or is stopped. */
function run(t: TestContext, text: string, environment: Record<string, string>) {
  const example = examples.find(({ code }) => code.includes(text));
  ok(example, `no example has ${text}`);
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  t.after(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  Object.assign(process.env, environment);
  const lines: string[] = [];
  t.mock.method(console, 'log', (...parts: unknown[]) => void lines.push(`${format(...parts)}\n`));
  const module = join(freshFolder(t), 'example.ts');
  writeFileSync(module, example.code.replace("'@weekfare/client'", `'${CLIENT}'`));
  const ended: Promise<unknown> = import(pathToFileURL(module).href);
  return { ended, printed: () => lines.join(''), expected: example.output };
}

test('every file in examples/ is in README.md, with its output', () => {
  const files = readdirSync(EXAMPLES).map((name) => readFileSync(join(EXAMPLES, name), 'utf8'));
  deepStrictEqual(examples.map(({ code }) => code).toSorted(), files.toSorted());
});

describe('README.md', async () => {
  const service = await startService({ after, before }, { nowMs: NOW });
  const { context, family, setPlan } = await makeApiFamily(service);
  const { key } = accepted(
    await addApiKey(context, family, { name: 'all', expiresAt: null, scopes: SCOPES }),
  );
  const environment = { WEEKFARE_URL: service.url, WEEKFARE_KEY: key };

  for (const text of ['getCurrentMealPlan();\nfor', 'putMeal']) {
    test(`the example with ${text.split('(')[0]}`, async (t) => {
      await setPlan(THIS_WEEK, { Monday: { dinner: DAL }, Tuesday: { lunch: { description: 'Soup' } } });
      const { ended, printed, expected } = run(t, text, environment);
      await ended;
      strictEqual(printed(), expected);
    });
  }

  test('the example with events', async (t) => {
    const events = [
      ['plan.changed', { weekOf: WEEK_OF, version: 1 }],
      ['dinner.today', { date: '2026-11-09', weekOf: WEEK_OF, meal: DAL }],
      ['reset', { version: 2 }],
    ].map(([type, data]) => `data: ${JSON.stringify({ type, timestamp: WEEK_OF, data })}\n\n`);
    let connections = 0;
    const url = await startHttpServer(t, (request, response) => {
      if (request.url !== '/api/events/v1') {
        response.end(
          `{"data":{"id":"p","weekOf":"${WEEK_OF}","meals":{"Monday":{"dinner":${JSON.stringify(DAL)}}}}}`,
        );
      } else if ((connections += 1) === 1) {
        response.setHeader('Content-Type', 'text/event-stream').end(`retry: 1\n\n${events.join('')}`);
      } else response.writeHead(401).end();
    });
    const { ended, printed, expected } = run(t, 'weekfare.events()', {
      WEEKFARE_URL: url,
      WEEKFARE_KEY: 'wf_test',
    });
    await rejects(ended, { status: 401 });
    strictEqual(printed(), expected);
  });

  test('the example with a webhook', async (t) => {
    const secret = `whsec_${randomBytes(24).toString('base64')}`;
    const opened = t.mock.method(Server.prototype, 'listen');
    const { ended, printed, expected } = run(t, 'verifyWebhook', { WEBHOOK_SECRET: secret, PORT: '0' });
    await ended;
    const server = opened.mock.calls[0]?.this as Server;
    t.after(() => server.close());
    if (!server.listening) await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const body = JSON.stringify({
      type: 'plan.changed',
      timestamp: WEEK_OF,
      data: { weekOf: WEEK_OF, version: 1 },
    });
    const now = new Date();
    const headers = {
      'webhook-id': 'msg_2mQ7',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('msg_2mQ7', now, body),
      connection: 'close',
    };
    const send = async (sent: string) =>
      (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: sent })).status;
    deepStrictEqual([await send(body), await send(body.replace('1', '2'))], [204, 400]);
    strictEqual(printed(), expected);
  });
});
