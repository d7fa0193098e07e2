/** The iterator over events, with a real server that sends odd pieces, ends connections and refuses. */
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { startHttpServer } from '../../test/support/servers/http-server.ts';
import { createClient, type WeekfareEvent } from './client.ts';
import { readEvents } from './events.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

const RETRY = 'retry: 5\n\n';
const WEEK_OF = '2026-11-16T00:00:00.000Z';

/** Answers the connections in turn; the last answer is repeated. */
async function start(t: TestContext, answers: Answer[]) {
  const requests: IncomingMessage[] = [];
  const url = await startHttpServer(t, (request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)] as Answer;
    requests.push(request);
    answer(response, request);
  });
  const options = { url, apiKey: 'wf_test' };
  const lastEventIds = () => requests.map(({ headers }) => headers['last-event-id']);
  return { client: createClient(options), options, requests, lastEventIds };
}

function stream(response: ServerResponse, text = '') {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  response.write(RETRY + text);
  return response;
}

function written(id: number, type = 'plan.changed', data: object = { weekOf: WEEK_OF, version: id }): string {
  const json = JSON.stringify({ type, timestamp: '2026-11-18T07:00:00.000Z', data });
  return `id: ${id}\nevent: ${type}\ndata: ${json}\n\n`;
}

async function take(events: AsyncIterable<WeekfareEvent>, count: number): Promise<WeekfareEvent[]> {
  const taken: WeekfareEvent[] = [];
  for await (const event of events) if (taken.push(event) === count) break;
  return taken;
}

test('yields events whose bytes come three at a time, with heartbeats between them', async (t) => {
  const dinner = { date: '2026-11-18', weekOf: WEEK_OF, meal: { description: 'Käsespätzle 🧅' } };
  const text = `: beat\r\n\r\n${written(7).replaceAll('\n', '\r\n')}: beat\n\n${written(8, 'dinner.today', dinner)}`;
  const { client, requests } = await start(t, [
    async (response) => {
      stream(response);
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; at += 3) {
        response.write(bytes.subarray(at, at + 3));
        await new Promise(setImmediate);
      }
    },
  ]);
  const [plan, today] = await take(client.events(), 2);
  deepStrictEqual(plan, {
    id: '7',
    type: 'plan.changed',
    timestamp: '2026-11-18T07:00:00.000Z',
    data: { weekOf: WEEK_OF, version: 7 },
  });
  ok(today?.type === 'dinner.today');
  strictEqual(today.data.meal.description, 'Käsespätzle 🧅');
  const { headers, url } = requests[0] as IncomingMessage;
  deepStrictEqual(
    [url, headers['x-api-key'], headers.accept, headers['last-event-id']],
    ['/api/events/v1', 'wf_test', 'text/event-stream', undefined],
  );
});

test('connects again after an end, a broken connection and 503, and continues after the last complete event', async (t) => {
  const { client, lastEventIds } = await start(t, [
    (response) => stream(response, written(1)).end(),
    (response) => stream(response, `${written(2)}id: 3\ndata: {`).write('', () => response.destroy()),
    (response) => response.writeHead(503, { 'Retry-After': '0' }).end(),
    (response) => response.socket?.destroy(),
    (response) => stream(response, written(3) + written(4)),
  ]);
  let connections = 0;
  const onConnect = () => void (connections += 1);
  const events = await take(client.events({ lastEventId: '0', onConnect }), 4);
  strictEqual(connections, 3);
  deepStrictEqual(
    events.map(({ id }) => id),
    ['1', '2', '3', '4'],
  );
  deepStrictEqual(lastEventIds(), ['0', '1', '2', '2', '2']);
});

test('closes the connection when the caller stops', async (t) => {
  const closed = Promise.withResolvers<void>();
  const { client, requests } = await start(t, [
    (response) => {
      response.on('close', closed.resolve);
      stream(response, written(1) + written(2));
    },
  ]);
  await take(client.events(), 1);
  await closed.promise;
  strictEqual(requests.length, 1);
});

test('throws the reason of the signal while it reads, and while it waits', async (t) => {
  const controller = new AbortController();
  const { client } = await start(t, [
    (response) => stream(response, written(1)),
    (response) => {
      response.writeHead(503, { 'Retry-After': '600' }).end();
      // By then the client waits.
      response.on('finish', () => setTimeout(() => controller.abort(new Error('enough')), 20));
    },
  ]);
  const reading = client.events({ signal: controller.signal });
  strictEqual((await reading.next()).value?.id, '1');
  const [next, waiting] = [reading.next(), client.events({ signal: controller.signal }).next()];
  await rejects(next, { message: 'enough' });
  await rejects(waiting, { message: 'enough' });
  strictEqual((await reading.next()).done, true);
});

test('throws a problem that another attempt cannot solve', async (t) => {
  const problem = {
    type: '/p',
    title: 'No',
    status: 403,
    code: 'missing-scope',
    detail: '',
    scope: 'plans:read',
  };
  const { client, requests } = await start(t, [
    (response) => response.writeHead(403).end(JSON.stringify(problem)),
  ]);
  await rejects(take(client.events(), 1), { name: 'ProblemError', status: 403, code: 'missing-scope' });
  strictEqual(requests.length, 1);
});

test('throws if the address has something else than events, or an event is not JSON', async (t) => {
  const page = await start(t, [
    (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Welcome'),
  ]);
  await rejects(take(page.client.events(), 1), /not a stream of events/);
  const broken = await start(t, [(response) => stream(response, 'id: 1\ndata: {\n\n')]);
  await rejects(take(broken.client.events(), 1), SyntaxError);
  strictEqual(page.requests.length + broken.requests.length, 2);
});

test('connects again after a silence that is too long', async (t) => {
  const { options, lastEventIds } = await start(t, [
    (response) => stream(response, written(1)),
    (response) => stream(response, written(2)),
  ]);
  const events = await take(readEvents(options, {}, 200), 2);
  deepStrictEqual(
    events.map(({ id }) => id),
    ['1', '2'],
  );
  deepStrictEqual(lastEventIds(), [undefined, '1']);
});
