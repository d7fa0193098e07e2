/** Describes for OpenAPI what a webhook endpoint receives. */
import { eventTag } from '#http/endpoints/public-events.ts';

export function describeWebhook(schema: object) {
  return {
    operationId: 'receiveEvent',
    summary: 'An event is sent to your address',
    description: [
      'Sent to the address of a webhook endpoint, which an owner adds on the Family page. It follows Standard Webhooks 1.0: verify the signature with the secret of the endpoint, and reject an old `webhook-timestamp`.',
      'Any status from 200 to 299 within 15 seconds means that the event has arrived. Otherwise it is sent again, ten times over three days; `Retry-After` is respected, redirects are not followed, and 410 switches the endpoint off. A repeat has the same `webhook-id`. Events arrive in order, but one that was refused arrives late, and of several changes of the same thing that wait only the newest is sent. At most 10,000 wait; then the oldest are dropped. A test from the Family page has the type `test` and empty `data`.',
    ].join('\n\n'),
    tags: [eventTag.name],
    security: [],
    parameters: [
      headerParameter(
        'webhook-id',
        'Identifies the message; a repeat has the same one.',
        'msg_7Zr2mWq0XKcV4tLh_4711_0',
      ),
      headerParameter('webhook-timestamp', 'Seconds since 1970, of this attempt.', '1763481792'),
      headerParameter(
        'webhook-signature',
        'A space-separated list of signatures: `v1,` and an HMAC-SHA256 in base64. After a rotation there are two.',
        'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      ),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema,
          example: {
            type: 'plan.changed',
            timestamp: '2026-11-18T16:03:12.345Z',
            data: { weekOf: '2026-11-16T00:00:00.000Z', version: 4711 },
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'The event has arrived.' },
      410: { description: 'No more events: the endpoint is switched off.' },
    },
  };
}

function headerParameter(name: string, description: string, example: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
