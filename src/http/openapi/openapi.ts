/**
 * Generates the OpenAPI 3.1 description of the public API from the endpoints that are served and from the
 * problem table, so that it cannot differ from the service. Pure: the same endpoints give the same text.
 */
import { z } from 'zod';
import { RATE_HEADER_NAMES, RATE_HEADERS } from '#http/access/rate-headers.ts';
import { problem, type ProblemCode, PROBLEMS } from '#http/problems/problem.ts';
import { describeWebhook } from './webhook-description.ts';
import { eventSchema } from '#http/endpoints/public-events.ts';
import { describeEndpoint, problemsOf, requestSchemas } from './describe-endpoint.ts';
import { type CachedEndpoint, isCached, type KeyEndpoint } from '#http/key-endpoint.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Named = Record<string, object>;

const INFO = {
  title: 'Weekfare API',
  version: '1.0.0',
  summary: "A family's meals, recipes, shopping lists and pantry",
  description: [
    "Reads and changes a family's meal plans, shopping lists, recipes and pantry, from any screen or device in the house. It needs an API key and a family with Premium. A key reaches only the data of its own family, and only what its scopes allow.",
    "A week runs from Monday to Sunday on the calendar of the family's own time zone. `weekOf` is the date of its Monday followed by `T00:00:00.000Z`, whatever the time zone; in a path it is the date alone. A week without a plan is not an error: `data` is null.",
    '`HEAD` works like `GET`. Web pages of any origin may call these paths. Send the `ETag` of your last response as `If-None-Match`: as long as nothing has changed, the response is 304 without a body.',
    'Send the `ETag` as `If-Match` with a change that is based on what you read: if it has changed since, the response is 412 and nothing happens. Send an `Idempotency-Key` with a change that you may have to repeat: within 90 days, a repeat changes nothing and the response shows what is there. The same key with another body, path or method gets 422 and changes nothing. A refused change is not remembered: it may be repeated, changed or not, with the same key.',
    'The order of refusals is 401, 429, 402, 403. Every error is a problem as in RFC 9457, with a `code` that never changes.',
    'The plans of `current` and `next` are frozen: changes get a new path. Other resources may gain fields. A version that will be removed announces it in the headers `Deprecation` and `Sunset`, at least twelve months ahead.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
};

const HEADERS = {
  'Cache-Control': {
    description: 'Only the client may cache the response, and it must revalidate it before use.',
    example: 'private, no-cache',
  },
  ETag: {
    description: 'Identifies this version of the response; send it back as `If-None-Match`.',
    example: '"1z4-1k8xq2f"',
  },
  ...RATE_HEADERS,
  'Retry-After': { description: 'Seconds to wait before the next request.', example: '2' },
  'WWW-Authenticate': { description: 'How to authenticate.', example: 'ApiKey realm="weekfare"' },
};

type HeaderName = keyof typeof HEADERS;

const RATE: HeaderName[] = RATE_HEADER_NAMES;
const SUCCESS: HeaderName[] = ['Cache-Control', 'ETag', ...RATE];

/** The problems that any public route may return, with the headers of each. */
const ROUTE_PROBLEMS: [ProblemCode, HeaderName[]][] = [
  ['invalid-api-key', ['Cache-Control', 'WWW-Authenticate']],
  ['premium-required', ['Cache-Control', ...RATE]],
  ['missing-scope', ['Cache-Control', ...RATE]],
  ['rate-limited', ['Cache-Control', 'Retry-After', ...RATE]],
  ['unavailable', ['Cache-Control', 'Retry-After']],
];

const OTHER_HEADERS: HeaderName[] = ['Cache-Control', ...RATE];

const PROBLEM_SCHEMA = {
  type: 'object',
  properties: {
    type: {
      type: 'string',
      format: 'uri-reference',
      description: 'Where this kind of problem is described',
    },
    title: { type: 'string', description: 'The kind of problem, in a few words' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the response' },
    detail: { type: 'string', description: 'What to do about it' },
    code: { type: 'string', description: 'The name of this kind of problem; it never changes' },
    scope: { type: 'string', description: 'Of `missing-scope`: the scope that the key lacks' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: {}, description: 'Where (`in`, `field`) and what (`message`)' },
      description: 'Of `invalid-input`: what is wrong',
    },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
  description: 'An error, as in RFC 9457',
};

const SECURITY_SCHEMES = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'A key of the form `wf_…`, made on the Family page of Weekfare and shown there once. A family may have several, each with a name, scopes and optionally an expiry. A key that is missing, mistyped, unknown, expired or revoked gets the same 401.',
  },
};

const PARAMETERS = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of a response you have; if it is still current, the response is 304 without a body.',
    schema: { type: 'string' },
    example: HEADERS.ETag.example,
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of what the change is based on; if it is not current any more, the response is 412. `*` means that there must be something to change.',
    schema: { type: 'string' },
    example: HEADERS.ETag.example,
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The `id` of the last event that you have received; the stream continues after it.',
    schema: { type: 'string' },
    example: '4711',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Up to 255 characters of your choice, new for each change. A request with the same key is not applied again; another one with the same key gets 422.',
    schema: { type: 'string', maxLength: 255 },
    example: '8e03978e-40d5-43dd-bc93-6894a57f9324',
  },
};

export function makeOpenApi(endpoints: readonly KeyEndpoint[]) {
  const tags = new Map(endpoints.map(({ tag }) => [tag.name, tag]));
  const { responses, components } = responseSchemas(endpoints);
  const inputs = convert(requestSchemas(endpoints), 'input');
  const paths: Record<string, Named> = {};
  for (const endpoint of endpoints) {
    const path = describedPath(endpoint.path);
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = isCached(endpoint)
      ? describeCached(endpoint, responses)
      : describeEndpoint(
          endpoint,
          { requests: inputs.converted, responses },
          {
            success: headersOf(SUCCESS),
            problems: problemReferences([...ROUTE_PROBLEMS.map(([code]) => code), ...problemsOf(endpoint)]),
          },
        );
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...tags.values()],
    paths,
    webhooks: { event: { post: describeWebhook(responses[EVENT] ?? {}) } },
    components: {
      securitySchemes: SECURITY_SCHEMES,
      parameters: PARAMETERS,
      headers: describeHeaders(),
      responses: problemResponses(endpoints, JSON.stringify(paths)),
      schemas: mergeSchemas(components, inputs.components, { Problem: PROBLEM_SCHEMA }),
    },
    // The `type` of every problem links to the page that shows this description, so all of them are listed.
    'x-problems': Object.entries(PROBLEMS).map(([code, entry]) => ({ code, ...entry })),
  };
}

/** The path as OpenAPI writes parameters. */
export function describedPath(path: string): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

function describeCached(endpoint: CachedEndpoint, schemas: Record<string, JsonSchema>) {
  const { operationId, summary, tag, response, access } = endpoint;
  const { examples, parameter, alternative } = endpoint.cached;
  const own: ProblemCode[] = parameter ? [parameter.isChecked ? 'invalid-input' : 'not-found'] : [];
  const problems = [...ROUTE_PROBLEMS.map(([code]) => code), ...own];
  return {
    operationId,
    summary,
    description: `${endpoint.description}\n\nNeeds the scope \`${access.scope}\`.`,
    tags: [tag.name],
    parameters: [
      ...(parameter ? [pathParameter(parameter)] : []),
      { $ref: '#/components/parameters/IfNoneMatch' },
    ],
    responses: {
      200: {
        description: response.description ?? summary,
        headers: headersOf(SUCCESS),
        content: {
          'application/json': { schema: schemas[operationId], examples },
          ...(alternative && {
            [alternative.type]: {
              schema: schemas[alternativeName(endpoint)],
              examples: alternative.examples,
            },
          }),
        },
      },
      304: {
        description: 'Nothing has changed since the response whose `ETag` is in `If-None-Match`.',
        headers: headersOf(SUCCESS),
      },
      ...problemReferences(problems),
    },
  };
}

function alternativeName({ operationId }: KeyEndpoint): string {
  return `${operationId}Alternative`;
}

function pathParameter({
  name,
  description,
  pattern,
  format,
  example,
}: NonNullable<CachedEndpoint['cached']['parameter']>) {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', pattern: pattern.source, ...(format && { format }) },
    example,
  };
}

/** The name under which the schema of events is converted. */
const EVENT = 'event';

function responseSchemas(endpoints: readonly KeyEndpoint[]) {
  const all: Record<string, z.ZodType> = {};
  for (const endpoint of endpoints) {
    const { operationId, response, cached } = endpoint;
    if (response) all[operationId] = response;
    if (cached?.alternative) all[alternativeName(endpoint)] = cached.alternative.response;
  }
  all[EVENT] = eventSchema;
  const { converted: responses, components } = convert(all, 'output');
  return { responses, components };
}

/**
 * Converts all schemas at once: a schema that several share becomes one component, and two different schemas with the
 * same name are an error.
 */
function convert(all: Record<string, z.ZodType>, io: 'input' | 'output') {
  const json = z.toJSONSchema(z.object(all), { io, target: 'draft-2020-12' });
  const moved = JSON.parse(
    JSON.stringify(json).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as typeof json;
  return { converted: moved.properties as Record<string, JsonSchema>, components: moved.$defs ?? {} };
}

/** The same name for two different schemas, one of a request and one of a response, is an error. */
function mergeSchemas(...all: Record<string, object>[]): Named {
  const merged: Named = {};
  for (const [name, schema] of all.flatMap((schemas) => Object.entries(schemas))) {
    if (merged[name] && JSON.stringify(merged[name]) !== JSON.stringify(schema))
      throw new Error(`Two schemas are called ${name}.`);
    merged[name] = schema;
  }
  return merged;
}

/** By status. Where several problems have the same one, the response describes all of them. */
function problemReferences(codes: readonly ProblemCode[]): Named {
  const byStatus = Map.groupBy(new Set(codes), (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, [first, ...others]]) => [
      status,
      others.length === 0
        ? { $ref: `#/components/responses/${first}` }
        : describeProblems([first as ProblemCode, ...others]),
    ]),
  );
}

/** Those that `paths` refers to. */
function problemResponses(endpoints: readonly KeyEndpoint[], paths: string): Named {
  const codes = new Set<ProblemCode>([
    'not-found',
    'invalid-input',
    ...endpoints.filter((endpoint) => !isCached(endpoint)).flatMap(problemsOf),
  ]);
  for (const [code] of ROUTE_PROBLEMS) codes.add(code);
  const isUsed = (code: ProblemCode) => paths.includes(`"#/components/responses/${code}"`);
  return Object.fromEntries([...codes].filter(isUsed).map((code) => [code, describeProblems([code])]));
}

function exampleOf(code: ProblemCode) {
  return problem(code, code === 'missing-scope' ? { scope: 'plans:write' } : {});
}

function describeProblems(codes: ProblemCode[]) {
  const [code, ...others] = codes as [ProblemCode, ...ProblemCode[]];
  const headers = ROUTE_PROBLEMS.find(([listed]) => listed === code)?.[1] ?? OTHER_HEADERS;
  return {
    description: codes.map((code) => `${PROBLEMS[code].title}. ${PROBLEMS[code].detail}`).join('\n\n'),
    headers: headersOf(headers),
    content: {
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        ...(others.length === 0
          ? { example: exampleOf(code) }
          : { examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])) }),
      },
    },
  };
}

function headersOf(names: HeaderName[]): Named {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function describeHeaders(): Named {
  const entries = Object.entries(HEADERS).map(([name, { description, example }]) => [
    name,
    { description, schema: { type: 'string' }, example },
  ]);
  return Object.fromEntries(entries);
}
