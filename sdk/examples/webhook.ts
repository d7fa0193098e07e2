import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook, WebhookError } from '@weekfare/client';

const { WEBHOOK_SECRET = '', HOST = '127.0.0.1', PORT = '8080' } = process.env;

createServer(async (request, response) => {
  try {
    const body = await buffer(request);
    const event = await verifyWebhook({ headers: request.headers, body }, WEBHOOK_SECRET);
    console.log(`${event.type} ${event.id}`);
    response.writeHead(204).end();
  } catch (error) {
    response.writeHead(error instanceof WebhookError ? 400 : 500).end();
  }
}).listen(Number(PORT), HOST);
