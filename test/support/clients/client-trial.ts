/** What the trial of the client (sdk/trial/trial.js) runs against: the real service, and a server that is busy. */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { addApiKey } from '#actions/keys-and-links/api-keys.ts';
import { SCOPES } from '#domain/family/scopes.ts';
import { accepted } from '../accepted.ts';
import { makeApiFamily, THIS_WEEK } from '../api-family.ts';
import { startHttpServer } from '../servers/http-server.ts';
import type { Service } from '../service.ts';
import type { Scope } from '../store.ts';

const DINNER = 'Käsespätzle 🧅';

/** What the trial returns on a runtime where the client works. */
export const EXPECTED = {
  dinner: [DINNER, DINNER],
  changed: 'Pizza night',
  conflict: 'precondition-failed',
  item: ['a/b c? 100 %', 0],
  statuses: '200 304 200 412 200 200 200',
  events: [`1 ${DINNER}`, `2 ${DINNER}`],
  stopped: 'TimeoutError',
  webhook: 'plan.changed',
  forged: true,
};

export async function prepareClientTrial(scope: Scope, service: Service) {
  const { context, family, setPlan } = await makeApiFamily(service);
  await setPlan(THIS_WEEK, { Monday: { dinner: { description: DINNER } } });
  const { key } = accepted(
    await addApiKey(context, family, { name: 'all', expiresAt: null, scopes: SCOPES }),
  );
  const secret = `whsec_${randomBytes(24).toString('base64')}`;
  const body = JSON.stringify({ type: 'plan.changed', timestamp: '', data: { version: 1 } });
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  };
  return {
    url: service.url,
    apiKey: key,
    busyUrl: await startBusyServer(scope),
    webhook: { headers, body, secret },
  };
}

/** Sends one event for each connection, in pieces of three bytes, and says to wait to all other requests. */
function startBusyServer(scope: Scope): Promise<string> {
  return startHttpServer(scope, async (request, response) => {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'X-API-Key, Last-Event-ID');
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    if (request.method === 'OPTIONS') response.writeHead(204).end();
    else if (request.url === '/api/events/v1') {
      const id = Number(request.headers['last-event-id'] ?? 0) + 1;
      const data = JSON.stringify({
        type: 'dinner.today',
        timestamp: '',
        data: { meal: { description: DINNER } },
      });
      const bytes = Buffer.from(`: beat\r\n\r\nretry: 10\nid: ${id}\r\ndata: ${data}\r\n\r\n`);
      response.setHeader('Content-Type', 'text/event-stream');
      for (let at = 0; at < bytes.length; at += 3) {
        response.write(bytes.subarray(at, at + 3));
        await new Promise(setImmediate);
      }
      response.end();
    } else response.writeHead(429, { 'Retry-After': '30' }).end();
  });
}
