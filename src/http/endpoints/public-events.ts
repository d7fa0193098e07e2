/** `/api/events/v1`: a stream of events by key. The same events are sent to webhook endpoints. */
import { z } from 'zod';
import { EVENT_TYPES, type EventFields, EVENTS, type EventType } from '#domain/events/event.ts';
import { STREAM_SCOPES } from '#http/streams/key-event-streams.ts';
import { weekOfField } from '#http/endpoints/plan/week-parameter.ts';
import { keyEndpoint } from '#http/key-endpoint.ts';

const FIELDS: { [Field in keyof EventFields]: z.ZodType<EventFields[Field]> } = {
  weekOf: weekOfField,
  version: z.int().min(0).meta({ description: 'The number of the change; it only grows' }),
  recipeId: z.string(),
  date: z.iso.date().meta({ description: 'Today in the family’s time zone' }),
  meal: z.strictObject({
    description: z.string(),
    recipeId: z.string().optional().meta({ description: 'Absent where the meal has no recipe' }),
  }),
};

function schemaOf(type: EventType) {
  const { data, description } = EVENTS[type];
  const name = type.replaceAll(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase());
  return z
    .strictObject({
      type: z.enum([type]),
      timestamp: z.iso.datetime().meta({ description: 'The instant of the change' }),
      data: z.strictObject(Object.fromEntries(data.map((field) => [field, FIELDS[field]]))),
    })
    .meta({ id: `${name}Event`, description });
}

/** As `data` of the stream, and as the body of a webhook. */
export const eventSchema = z
  .union(EVENT_TYPES.map(schemaOf))
  .meta({ id: 'Event', description: 'Something that has changed. Read the thing itself afterwards.' });

export const eventTag = {
  name: 'Events',
  description:
    'What has changed, as it happens. Owners can also have events sent to an address of their own: webhooks are made on the Family page and follow Standard Webhooks 1.0.',
};

const scopeList = Object.entries(EVENTS)
  .map(([type, { scope }]) => `\`${type}\` needs \`${scope}\``)
  .join(', ');

export const EVENT_EXAMPLE = [
  'id: 4711',
  'event: plan.changed',
  'data: {"type":"plan.changed","timestamp":"2026-11-18T16:03:12.345Z","data":{"weekOf":"2026-11-16T00:00:00.000Z","version":4711}}',
  '',
  '',
].join('\n');

export const publicEventEndpoints = [
  keyEndpoint({
    method: 'GET',
    path: '/api/events/v1',
    access: { scope: 'plans:read', otherScopes: STREAM_SCOPES.filter((scope) => scope !== 'plans:read') },
    operationId: 'streamEvents',
    summary: 'Events as they happen',
    description: [
      'A stream of server-sent events that stays open. The `data` of each event is an `Event`, and `event` is its type. A key gets the types that its scopes allow: ' +
        `${scopeList}; one of these scopes is enough.`,
      'When the connection breaks, send the last `id` as `Last-Event-ID`: the stream continues after that event, and no event is lost. An event can be sent twice. An `id` is an opaque text. An event of the type `reset`, with `{"version":…}` as its `data`, means that the id is unknown or too old, or that the operator has restored a backup: read everything again.',
      'A comment is sent every 20 seconds. The stream ends within a second after the key or Premium has ended. A key can have 5 streams, a family 20; when one more is opened, the oldest ends.',
    ].join('\n\n'),
    tag: eventTag,
    uses: ['keyEventStreams'],
    cost: 10,
    stream: ({ key, keyEventStreams, address, lastEventId }) =>
      keyEventStreams.open({ family: key.family, id: key.id, rights: key }, address, lastEventId),
  }),
];
