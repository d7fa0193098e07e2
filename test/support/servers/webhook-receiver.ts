/** A receiver of webhooks on this machine, and endpoints that send to it. */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { addWebhook } from '#actions/keys-and-links/webhooks.ts';
import { EVENT_TYPES, type EventType, type FamilyEvent } from '#domain/events/event.ts';
import type { ChangeContext } from '#storage/transaction.ts';
import { accepted } from '../accepted.ts';
import type { Scope } from '../store.ts';

/** What a server needs that may send to this machine. */
export const ALLOWS_LOOPBACK = { fetch: { isOn: true, privateHosts: ['127.0.0.1'] } };

export type Received = { id: string; at: number; headers: Record<string, string>; body: string };
type Response = { status: number; headers?: Record<string, string> };

export type Receiver = {
  url: string;
  /** All requests, also those that were refused. */
  received: Received[];
  respond: (request: Received) => Response | Promise<Response>;
  /** The events of the requests that got a 2xx. */
  accepted(): FamilyEvent[];
};

export async function startReceiver(scope: Scope): Promise<Receiver> {
  const arrived: FamilyEvent[] = [];
  const receiver: Receiver = {
    url: '',
    received: [],
    respond: () => ({ status: 204 }),
    accepted: () => arrived,
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const headers = request.headers as Record<string, string>;
      const body = Buffer.concat(chunks).toString();
      const one = { id: headers['webhook-id'] ?? '', at: performance.now(), headers, body };
      receiver.received.push(one);
      const { status, headers: sent = {} } = await receiver.respond(one);
      if (status >= 200 && status < 300) arrived.push(JSON.parse(body) as FamilyEvent);
      response.writeHead(status, sent).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  scope.after(() => {
    server.close();
    server.closeAllConnections();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

export async function addEndpoint(
  context: ChangeContext,
  family: string,
  { url }: Pick<Receiver, 'url'>,
  types: readonly EventType[] = EVENT_TYPES,
) {
  return accepted(await addWebhook(context, family, { name: 'Hook', url, types }));
}

/** Throws unless the signature is right, by the package of Standard Webhooks. Its clock is that of the sender. */
export function verify(secret: string, { body, headers }: Received): unknown {
  const now = Date.now;
  Date.now = () => Number(headers['webhook-timestamp']) * 1_000;
  try {
    return new Webhook(secret).verify(body, headers);
  } finally {
    Date.now = now;
  }
}
