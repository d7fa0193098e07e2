/**
 * Writes the client's types and its table of operations, sdk/src/operations.ts, from the API description. Our own,
 * because openapi-typescript needs the programming interface of TypeScript 5, and because the methods of the client,
 * with their documentation, are written too.
 */

// oxlint-disable-next-line typescript/no-explicit-any -- the description is JSON
type Json = any;

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Headers that a caller sets. `If-None-Match` is set by the client. */
const HEADER_INPUTS: Record<string, string> = { 'If-Match': 'ifMatch', 'Idempotency-Key': 'idempotencyKey' };
const RESERVED = ['body', 'signal', ...Object.values(HEADER_INPUTS)];
/** `events` of the client reads it. */
const EVENT_STREAM = 'text/event-stream';

/** Of every operation. */
const COMMON_TYPES = `export type RequestOptions = {
  /** Cancels the request, and the wait before a retry. */
  signal?: AbortSignal | undefined;
};

/** The body of a response and its ETag, which is the \`ifMatch\` of a change. */
export type Result<Body> = Body & { etag: string | undefined };`;

export function makeClientOperations(api: Json): string {
  const operations = operationsOf(api);
  return [
    '/** Generated from docs/openapi.json by `npm run openapi`; do not edit. */',
    COMMON_TYPES,
    ...Object.entries<Json>(api.components.schemas).map(
      ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema)};`,
    ),
    ...operations
      .filter((operation) => bodyOf(operation) && !bodyOf(operation).$ref)
      .map((operation) => `export type ${bodyTypeOf(operation)} = ${typeOf(bodyOf(operation))};`),
    `/** The codes of problems that the operations have today; later versions may have more. */
export type ProblemCode = ${problemCodes(api).map(quote).join(' | ')};`,
    `/** All operations of the API. */
export type Operations = {
${operations.map((operation) => signatureOf(operation, api)).join('\n')}
};`,
    `/** Method and path of each operation. */
export const OPERATIONS = {
${operations.map(({ id, method, path }) => `  ${id}: '${method.toUpperCase()} ${path}',`).join('\n')}
} as const;
`,
  ].join('\n\n');
}

type Operation = { id: string; method: string; path: string; description: Json };

function operationsOf(api: Json): Operation[] {
  return Object.entries<Json>(api.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => method in methods)
      .map((method) => ({
        id: methods[method].operationId as string,
        method,
        path,
        description: methods[method],
      }))
      .filter(({ description }) => !(EVENT_STREAM in (successOf(description).content ?? {}))),
  );
}

function signatureOf(operation: Operation, api: Json): string {
  const { id, description } = operation;
  const fields = inputFields(operation, api);
  const isOptional = fields.every((field) => field.isOptional);
  const own = fields.length > 0 ? `{ ${fields.map(({ text }) => text).join('; ')} } & ` : '';
  const about = comment(`${description.summary}. ${description.description}`, '  ');
  return `${about}  ${id}(input${isOptional ? '?' : ''}: ${own}RequestOptions): Promise<Result<${resultOf(description)}>>;`;
}

type Field = { text: string; isOptional: boolean };

function inputFields(operation: Operation, api: Json): Field[] {
  const fields: Field[] = [];
  for (const reference of operation.description.parameters ?? []) {
    const parameter = resolve(reference, api);
    if (parameter.in === 'header') {
      const name = HEADER_INPUTS[parameter.name];
      if (name) fields.push(field(name, 'string', false));
      continue;
    }
    if (RESERVED.includes(parameter.name)) throw new Error(`A parameter is named ${parameter.name}`);
    const type = parameter.in === 'query' ? queryTypeOf(parameter.schema) : typeOf(parameter.schema);
    fields.push(field(parameter.name, type, parameter.required === true));
  }
  if (bodyOf(operation)) fields.push(field('body', bodyTypeOf(operation), true));
  return fields;
}

function bodyOf({ description }: Operation): Json {
  return description.requestBody?.content['application/json'].schema;
}

/** The name of the schema, or one made from the operation's: `AddItemsBody`. */
function bodyTypeOf(operation: Operation): string {
  const schema = bodyOf(operation);
  return schema.$ref ? typeOf(schema) : `${operation.id.replace(/^./, (first) => first.toUpperCase())}Body`;
}

/** A caller may pass undefined, such as the ETag of a response without one. */
function field(name: string, type: string, isRequired: boolean): Field {
  return {
    text: `${propertyName(name)}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'}`,
    isOptional: !isRequired,
  };
}

/** In a query everything is text; callers may write numbers and booleans. */
function queryTypeOf(schema: Json): string {
  if (schema.enum?.join() === 'true,false') return 'boolean';
  return /^\^\\d\{\d,\d\}\$$/.test(schema.pattern) ? 'number' : typeOf(schema);
}

function successOf({ responses }: Json): Json {
  return Object.entries<Json>(responses).find(([status]) => status.startsWith('2'))?.[1] ?? {};
}

function resultOf(description: Json): string {
  const { content } = successOf(description);
  if (!content) return '{ data: null }';
  const schema = content['application/json']?.schema;
  return schema ? typeOf(schema) : '{ data: Blob }';
}

function typeOf(schema: Json): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  if (schema.anyOf) return union(schema.anyOf.map(typeOf));
  if (schema.enum) return union(schema.enum.map(quote));
  if ('const' in schema) return quote(schema.const);
  if (Array.isArray(schema.type))
    return union(schema.type.map((type: string) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case 'integer':
      return 'number';
    case 'array':
      return `${inBrackets(typeOf(schema.items))}[]`;
    case 'object':
      return objectOf(schema);
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Json): string {
  const names = Object.keys(properties);
  if (names.length === 0) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const lines = names.map((name) => {
    const mark = required.includes(name) ? '' : '?';
    const type = typeOf(properties[name]).replaceAll('\n', '\n  ');
    const line = `  ${propertyName(name)}${mark}: ${type};`;
    return comment(properties[name].description, '  ') + line;
  });
  return `{\n${lines.join('\n')}\n}`;
}

/** Every problem of an operation has an example. */
function problemCodes({ paths, components }: Json): string[] {
  const codes = new Set<string>();
  JSON.stringify([paths, components], (_, value) => {
    if (typeof value?.code === 'string' && typeof value.status === 'number') codes.add(value.code);
    return value;
  });
  return [...codes].toSorted();
}

function resolve(json: Json, api: Json): Json {
  if (!json.$ref) return json;
  return json.$ref
    .slice(2)
    .split('/')
    .reduce((found: Json, name: string) => found[name], api);
}

function comment(text: string | undefined, indent = ''): string {
  return text ? `${indent}/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')} */\n` : '';
}

function union(types: string[]): string {
  const isText = types.includes('string');
  return [...new Set(types)].filter((type) => !isText || !type.startsWith("'")).join(' | ');
}

const inBrackets = (type: string): string => (type.includes(' | ') ? `(${type})` : type);
const quote = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
const propertyName = (name: string): string => (/^\w+$/.test(name) ? name : quote(name));
