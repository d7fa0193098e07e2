/**
 * Generates the OpenAPI 3.1 description of the public API from the route objects that the handler serves and from
 * the problem table, so that it cannot differ from the service. Pure: the same routes give the same text.
 */
import { z } from 'zod';
import { problem, type ProblemCode, PROBLEMS } from '#http/problem.ts';
import type { PublicRoute } from './public-route.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Named = Record<string, object>;

const INFO = {
  title: 'Weekfare API',
  version: '1.0.0',
  summary: "A family's meals, recipes and shopping lists, this week and the next",
  description: [
    "Reads a family's meal plan and shopping list for this week and for the next, and the recipes of its meals, from any screen or device in the house. Reading needs an API key and a family with Premium. A key reads only the data of its own family.",
    "A week runs from Monday to Sunday on the calendar of the family's own time zone. `weekOf` is the date of its Monday followed by `T00:00:00.000Z`, whatever the time zone. A week without a plan is not an error: `data` is null.",
    '`HEAD` works like `GET`. Web pages of any origin may call these paths. Send the `ETag` of your last response as `If-None-Match`: as long as nothing has changed, the response is 304 without a body.',
    'Every error is a problem as in RFC 9457, with a `code` that never changes.',
    'This version is frozen: changes get a new path. A version that will be removed announces it in the headers `Deprecation` and `Sunset`, at least twelve months ahead.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
};

const HEADERS = {
  'Cache-Control': header(
    'Only the client may cache the response, and it must revalidate it before use.',
    'private, no-cache',
  ),
  ETag: header('Identifies this version of the response; send it back as `If-None-Match`.', '"1z4-1k8xq2f"'),
  RateLimit: header(
    'Requests left to this key (`r`), and seconds until the limit is fully restored (`t`). Absent where there is no limit.',
    '"key";r=599;t=1',
  ),
  'RateLimit-Policy': header(
    'Requests a key may make (`q`) within so many seconds (`w`). Absent where there is no limit.',
    '"key";q=600;w=60',
  ),
  'Retry-After': header('Seconds to wait before the next request.', '2'),
  'WWW-Authenticate': header('How to authenticate.', 'ApiKey realm="weekfare"'),
};

type HeaderName = keyof typeof HEADERS;

const RATE: HeaderName[] = ['RateLimit', 'RateLimit-Policy'];
const SUCCESS: HeaderName[] = ['Cache-Control', 'ETag', ...RATE];

/** The problems that any public route may return, with the headers of each. */
const ROUTE_PROBLEMS: [ProblemCode, HeaderName[]][] = [
  ['invalid-api-key', ['Cache-Control', 'WWW-Authenticate']],
  ['premium-required', ['Cache-Control', ...RATE]],
  ['rate-limited', ['Cache-Control', 'Retry-After', ...RATE]],
  ['unavailable', ['Cache-Control', 'Retry-After']],
];

/** Only routes with a path parameter return it. */
const NOT_FOUND: [ProblemCode, HeaderName[]] = ['not-found', ['Cache-Control', ...RATE]];

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
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
  description: 'An error, as in RFC 9457',
};

export function makeOpenApi(routes: PublicRoute[]) {
  const tags = new Map(routes.map(({ tag }) => [tag.name, tag]));
  const { responses, components } = responseSchemas(routes);
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...tags.values()],
    paths: Object.fromEntries(routes.map((route) => [route.path, { get: operation(route, responses) }])),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'A key of the form `wf_…`, made in the profile of a Weekfare account and shown there once. A family may have several, each with a name and optionally an expiry. A key that is missing, mistyped, unknown, expired or revoked gets the same 401.',
        },
      },
      parameters: {
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description:
            'The `ETag` of a response you have; if it is still current, the response is 304 without a body.',
          schema: { type: 'string' },
          example: HEADERS.ETag.example,
        },
      },
      headers: HEADERS,
      responses: problemResponses(),
      schemas: { ...components, Problem: PROBLEM_SCHEMA },
    },
    // The `type` of every problem links to the page that shows this description, so all of them are listed.
    'x-problems': Object.entries(PROBLEMS).map(([code, entry]) => ({ code, ...entry })),
  };
}

function operation(route: PublicRoute, schemas: Record<string, JsonSchema>) {
  const { operationId, summary, description, tag, schema, examples, parameter, alternative } = route;
  const problems = parameter ? [...ROUTE_PROBLEMS, NOT_FOUND] : ROUTE_PROBLEMS;
  return {
    operationId,
    summary,
    description,
    tags: [tag.name],
    parameters: [
      ...(parameter ? [pathParameter(parameter)] : []),
      { $ref: '#/components/parameters/IfNoneMatch' },
    ],
    responses: {
      200: {
        description: schema.description ?? summary,
        headers: headersOf(SUCCESS),
        content: {
          'application/json': { schema: schemas[operationId], examples },
          ...(alternative && {
            [alternative.type]: {
              schema: schemas[alternativeName(route)],
              examples: alternative.examples,
            },
          }),
        },
      },
      304: {
        description: 'Nothing has changed since the response whose `ETag` is in `If-None-Match`.',
        headers: headersOf(SUCCESS),
      },
      ...Object.fromEntries(
        problems.map(([code]) => [PROBLEMS[code].status, { $ref: `#/components/responses/${code}` }]),
      ),
    },
  };
}

function alternativeName({ operationId }: PublicRoute): string {
  return `${operationId}Alternative`;
}

function pathParameter({ name, description, pattern, example }: NonNullable<PublicRoute['parameter']>) {
  return {
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string', pattern: pattern.source },
    example,
  };
}

/**
 * Converts all response schemas at once: a schema that several responses share becomes one component, and two
 * different schemas with the same name are an error.
 */
function responseSchemas(routes: PublicRoute[]) {
  const all = z.object(
    Object.fromEntries(
      routes.flatMap((route) => [
        [route.operationId, route.schema],
        ...(route.alternative ? [[alternativeName(route), route.alternative.schema]] : []),
      ]),
    ) as Record<string, z.ZodType>,
  );
  const converted = z.toJSONSchema(all, { io: 'output', target: 'draft-2020-12' });
  const moved = JSON.parse(
    JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as typeof converted;
  return {
    responses: moved.properties as Record<string, JsonSchema>,
    components: moved.$defs,
  };
}

function problemResponses(): Named {
  return Object.fromEntries(
    [...ROUTE_PROBLEMS, NOT_FOUND].map(([code, headers]) => [
      code,
      {
        description: `${PROBLEMS[code].title}. ${PROBLEMS[code].detail}`,
        headers: headersOf(headers),
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            example: problem(code),
          },
        },
      },
    ]),
  );
}

function headersOf(names: HeaderName[]): Named {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function header(description: string, example: string) {
  return { description, schema: { type: 'string' }, example };
}
