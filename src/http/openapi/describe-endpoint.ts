/** Describes an endpoint that the framework serves as an operation of OpenAPI. */
import { BASE_LANGUAGE } from '#languages/language.ts';
import { z } from 'zod';
import { readScopeOf, type Scope } from '#domain/family/scopes.ts';
import type { ProblemCode } from '#http/problems/problem.ts';
import { EVENT_EXAMPLE } from '#http/endpoints/public-events.ts';
import { readExamples } from './examples.ts';
import type { KeyEndpoint } from '#http/key-endpoint.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Descriptions and examples of parameters whose schemas have none. */
const PARAMETERS: Record<string, { description: string; example: string }> = {
  weekOf: { description: 'The Monday of the week', example: '2026-11-16' },
  day: { description: 'The day', example: 'Monday' },
  slot: { description: 'The slot', example: 'dinner' },
  from: { description: 'The Monday of the first week', example: '2026-11-16' },
  to: { description: 'The Monday of the last week', example: '2026-11-23' },
  search: { description: 'Words of the title or of the ingredients', example: 'lentil' },
  meal: { description: 'Only recipes that suit this slot', example: 'dinner' },
  diet: { description: 'Only recipes that fit this diet', example: 'vegan' },
  limit: { description: 'At most so many recipes, up to 100', example: '30' },
  language: { description: "The language of the cookbook's recipes", example: BASE_LANGUAGE },
};

/** The names under which `openapi.ts` converts the schemas of requests. */
export function requestSchemas(endpoints: readonly KeyEndpoint[]): Record<string, z.ZodType> {
  return Object.fromEntries(
    endpoints.flatMap(({ operationId, params, query, body }) =>
      Object.entries({ params, query, body }).flatMap(([part, schema]) =>
        schema ? [[`${operationId} ${part}`, schema]] : [],
      ),
    ),
  );
}

export function problemsOf({ method, params, query, body, problems = [] }: KeyEndpoint): ProblemCode[] {
  const hasInput = params ?? query ?? body;
  return [
    ...(hasInput ? (['invalid-input'] as const) : []),
    ...(body ? (['body-too-large', 'unsupported-media-type'] as const) : []),
    ...(method === 'GET' ? [] : (['idempotency-key-reused'] as const)),
    ...problems,
  ];
}

export function describeEndpoint(
  endpoint: KeyEndpoint,
  schemas: { requests: Record<string, JsonSchema>; responses: Record<string, JsonSchema> },
  common: { success: Record<string, object>; problems: object },
) {
  const { operationId, summary, description, tag, access, response, fileTypes, method, creates } = endpoint;
  const { scope } = access;
  const example = readExamples()[operationId];
  const body = schemas.requests[`${operationId} body`];
  return {
    operationId,
    summary,
    description: access.otherScopes ? description : `${description}\n\nNeeds the scope \`${scope}\`.`,
    tags: [tag.name],
    parameters: [
      ...parametersIn('path', schemas.requests[`${operationId} params`]),
      ...parametersIn('query', schemas.requests[`${operationId} query`]),
      ...(endpoint.isConditional ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
      { $ref: `#/components/parameters/${commonParameter(endpoint)}` },
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: body, example: example?.body } },
      },
    }),
    responses: {
      ...(endpoint.stream && { 200: describeStream(summary, common.success) }),
      ...(response
        ? {
            [creates === undefined ? 200 : 201]: {
              description: response.description ?? summary,
              headers: common.success,
              content: {
                'application/json': { schema: schemas.responses[operationId], example: example?.response },
              },
            },
          }
        : fileTypes
          ? {
              200: {
                description: summary,
                headers: common.success,
                // Without a schema: OpenAPI describes bytes so.
                content: Object.fromEntries(fileTypes.map((type) => [type, {}])),
              },
            }
          : !endpoint.stream && { 204: { description: 'Done.' } }),
      ...(response && endpoint.change && !creates && { 204: { description: blindText(scope) } }),
      ...(method === 'GET' &&
        !endpoint.stream && {
          304: {
            description: 'Nothing has changed since the response whose `ETag` is in `If-None-Match`.',
            headers: common.success,
          },
        }),
      ...common.problems,
    },
  };
}

function blindText(scope: Scope): string {
  return `For a key without \`${readScopeOf(scope)}\`: the request was valid. It does not say what is there now, or whether there was anything to change.`;
}

function commonParameter({ method, stream }: KeyEndpoint): string {
  if (stream) return 'LastEventId';
  return method === 'GET' ? 'IfNoneMatch' : 'IdempotencyKey';
}

function describeStream(summary: string, { ETag: _etag, ...headers }: Record<string, object>) {
  const schema = { type: 'string', description: 'Server-sent events; the `data` of each is an `Event`' };
  return {
    description: summary,
    headers,
    content: { 'text/event-stream': { schema, example: EVENT_EXAMPLE } },
  };
}

function parametersIn(place: 'path' | 'query', schema: JsonSchema | undefined) {
  const { properties = {}, required = [] } = schema ?? {};
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...rest } = property as JsonSchema;
    const known = PARAMETERS[name];
    const example = examples?.[0] ?? known?.example;
    return {
      name,
      in: place,
      ...((place === 'path' || required.includes(name)) && { required: true }),
      description: description ?? known?.description ?? '',
      schema: rest,
      ...(example !== undefined && { example }),
    };
  });
}
