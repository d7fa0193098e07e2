/**
 * The OpenAPI 3.1 description of the public API, made of the objects that the door serves and of the
 * problem table, so that it cannot say anything else than the service does. Pure: no clock, no
 * files; the same reads give the same text.
 */
import { z } from 'zod';
import { problem, type ProblemCode, PROBLEMS } from '#http/problem.ts';
import type { PublicRoute } from './read.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Named = Record<string, object>;

const INFO = {
  title: 'Weekfare API',
  version: '1.0.0',
  summary: "A family's meals, recipes and shopping lists, this week and the next",
  description: [
    "Reads a family's meal plan and shopping list for this week and for the next, and the recipes of its meals, from any screen or device in the house. Reading takes an API key and a family with Premium, and a key reads only what belongs to its own family.",
    "A week runs from Monday to Sunday on the calendar of the family's own time zone. It is named by the date of its Monday: `weekOf` is that date followed by `T00:00:00.000Z`, whatever the zone. A week without a plan is no error: `data` is then null.",
    '`HEAD` works like `GET`. Pages of any origin may call these paths. Send the `ETag` of your last answer as `If-None-Match`, and as long as nothing has changed the answer is a short 304.',
    'Whatever is not a success is a problem as in RFC 9457, with a `code` that stays the same for good.',
    'What is described here is frozen: anything new gets a new path. A version on its way out says so in the headers `Deprecation` and `Sunset`, at least twelve months ahead.',
  ].join('\n\n'),
  license: { name: 'MIT', identifier: 'MIT' },
};

const HEADERS = {
  'Cache-Control': text('Keep the answer for yourself, and ask again before using it.', 'private, no-cache'),
  ETag: text('Names this very answer; send it back as `If-None-Match`.', '"1z4-1k8xq2f"'),
  RateLimit: text(
    'Requests left to this key (`r`), and seconds until all are back (`t`). Absent where there is no limit.',
    '"key";r=599;t=1',
  ),
  'RateLimit-Policy': text(
    'Requests a key may make (`q`) within so many seconds (`w`). Absent where there is no limit.',
    '"key";q=600;w=60',
  ),
  'Retry-After': text('Seconds to wait before asking again.', '2'),
  'WWW-Authenticate': text('How to prove who is asking.', 'ApiKey realm="weekfare"'),
};

type HeaderName = keyof typeof HEADERS;

const RATE: HeaderName[] = ['RateLimit', 'RateLimit-Policy'];
const SUCCESS: HeaderName[] = ['Cache-Control', 'ETag', ...RATE];

/** The problems a read may answer with, and the headers that come with each. */
const READ_PROBLEMS: [ProblemCode, HeaderName[]][] = [
  ['invalid-api-key', ['Cache-Control', 'WWW-Authenticate']],
  ['premium-required', ['Cache-Control', ...RATE]],
  ['rate-limited', ['Cache-Control', 'Retry-After', ...RATE]],
  ['unavailable', ['Cache-Control', 'Retry-After']],
];

/** Only where the path has a parameter can there be nothing. */
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
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the answer' },
    detail: { type: 'string', description: 'What to do about it' },
    code: { type: 'string', description: 'The name of this kind of problem; it never changes' },
  },
  required: ['type', 'title', 'status', 'detail', 'code'],
  description: 'Why there is no answer, as in RFC 9457',
};

export function makeOpenApi(reads: PublicRoute[]) {
  const tags = new Map(reads.map(({ tag }) => [tag.name, tag]));
  const { answers, schemas } = answerSchemas(reads);
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...tags.values()],
    paths: Object.fromEntries(reads.map((read) => [read.path, { get: operation(read, answers) }])),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description:
            'A key of the form `wf_…`, made in the profile of a Weekfare account and shown there once. A family may have several, each with a name and, if wanted, an end. A key that is missing, mistyped, unknown, expired or revoked gets the same 401.',
        },
      },
      parameters: {
        IfNoneMatch: {
          name: 'If-None-Match',
          in: 'header',
          description:
            'The `ETag` of an answer you have; if it still holds, the answer is 304 and has no body.',
          schema: { type: 'string' },
          example: HEADERS.ETag.example,
        },
      },
      headers: HEADERS,
      responses: problemResponses(),
      schemas: { ...schemas, Problem: PROBLEM_SCHEMA },
    },
    // Every problem's `type` leads to the page that shows this description, so all of them are here.
    'x-problems': Object.entries(PROBLEMS).map(([code, entry]) => ({ code, ...entry })),
  };
}

function operation(read: PublicRoute, schemas: Record<string, JsonSchema>) {
  const { operationId, summary, description, tag, answer, examples, parameter, alternative } = read;
  const problems = parameter ? [...READ_PROBLEMS, NOT_FOUND] : READ_PROBLEMS;
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
        description: answer.description ?? summary,
        headers: headersOf(SUCCESS),
        content: {
          'application/json': { schema: schemas[operationId], examples },
          ...(alternative && {
            [alternative.type]: {
              schema: schemas[alternativeName(read)],
              examples: alternative.examples,
            },
          }),
        },
      },
      304: {
        description: 'Nothing has changed since the answer named in `If-None-Match`.',
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
 * All answers in one conversion: schemas they share become one component, and two different ones
 * under the same name are an error. As output, since these are what the server sends.
 */
function answerSchemas(reads: PublicRoute[]) {
  const all = z.object(
    Object.fromEntries(
      reads.flatMap((read) => [
        [read.operationId, read.answer],
        ...(read.alternative ? [[alternativeName(read), read.alternative.answer]] : []),
      ]),
    ) as Record<string, z.ZodType>,
  );
  const converted = z.toJSONSchema(all, { io: 'output', target: 'draft-2020-12' });
  const moved = JSON.parse(
    JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'),
  ) as typeof converted;
  return {
    answers: moved.properties as Record<string, JsonSchema>,
    schemas: moved.$defs,
  };
}

function problemResponses(): Named {
  return Object.fromEntries(
    [...READ_PROBLEMS, NOT_FOUND].map(([code, headers]) => [
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

function text(description: string, example: string) {
  return { description, schema: { type: 'string' }, example };
}
