/**
 * The largest input that a schema accepts: lists and texts as long as allowed, optional fields set. It is made from a
 * usual input, which has the values that a schema cannot describe, such as the ids of what exists.
 */
import { z } from 'zod';

/** Part of every id, so that a load test can replace it by another one in each request. */
export const ID_MARK = 'f00dfeed';

type JsonSchema = {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  maxItems?: number;
  maxLength?: number;
  maximum?: number;
};
type Fields = Record<string, unknown>;
/** `isFull`: with fields that the usual input does not have. `at`: the position in the list around it. */
type Options = { maxLength: number; isFull: boolean; at: number };

/** Of texts, the longest first: all together must fit into the body. */
const LENGTHS = [2_000_000, 300_000, 60_000, 20_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 20];

/** Undefined if the schema refuses everything that was tried. */
export function largestInput(schema: z.ZodType, usual: unknown, maxBytes: number): unknown {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  for (const isFull of [true, false]) {
    for (const maxLength of LENGTHS) {
      const input = enlarge(json, usual, { maxLength, isFull, at: 0 });
      if (Buffer.byteLength(JSON.stringify(input) ?? '') > maxBytes) continue;
      const repaired = withoutErrors(schema, input, usual);
      if (repaired !== undefined) return repaired;
      break;
    }
  }
  return undefined;
}

/** Where the schema refuses what was made, the usual value; none if there is none. */
function withoutErrors(schema: z.ZodType, input: unknown, usual: unknown): unknown {
  let repaired = input;
  for (let round = 0; round < 5; round += 1) {
    const { error } = schema.safeParse(repaired);
    if (!error) return repaired;
    if (error.issues.some(({ path }) => path.length === 0)) return undefined;
    for (const { path } of error.issues) repaired = withUsual(repaired, usual, path.map(String));
  }
  return undefined;
}

function withUsual(input: unknown, usual: unknown, [name, ...rest]: string[]): unknown {
  if (name === undefined || input === null || typeof input !== 'object') return usual;
  const inner = Array.isArray(usual) ? usual[0] : (usual as Fields | undefined)?.[name];
  const value = withUsual((input as Fields)[name], inner, rest);
  if (Array.isArray(input)) return input.with(Number(name), value);
  const { [name]: _, ...others } = input as Fields;
  return value === undefined ? others : { ...others, [name]: value };
}

function enlarge(schema: JsonSchema, usual: unknown, options: Options): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return enlarge(choices.find((choice) => isFor(choice, usual)) ?? choices[0] ?? {}, usual, options);
  if ('const' in schema) return schema.const;
  if (schema.enum) return usual ?? schema.enum[options.at % schema.enum.length];
  if (schema.type === 'object') return enlargeObject(schema, usual, options);
  if (schema.type === 'array') return enlargeArray(schema, usual, options);
  if (schema.type === 'string') return enlargeText(schema, usual, options);
  if (usual !== undefined) return usual;
  return schema.type === 'boolean' ? true : schema.maximum;
}

function isFor(schema: JsonSchema, value: unknown): boolean {
  if (typeof value !== 'object' || value === null)
    return schema.type === (value === null ? 'null' : typeof value);
  const { properties = {}, required = [] } = schema;
  const has = (name: string) => Object.hasOwn(value, name);
  const isSame = ([name, { const: only }]: [string, JsonSchema]) =>
    only === undefined || only === (value as Fields)[name];
  return required.every(has) && Object.entries(properties).every(isSame);
}

function enlargeObject({ properties, required = [] }: JsonSchema, usual: unknown, options: Options): unknown {
  if (!properties) return usual;
  const fields = (usual ?? {}) as Fields;
  // Lists often refuse the same place or day twice: each element has its own combination.
  let { at } = options;
  const entries = Object.entries(properties).flatMap(([name, schema]) => {
    const isWanted = options.isFull || required.includes(name) || name in fields;
    const isPlace = options.at > 0 && schema.enum !== undefined;
    const value = isWanted
      ? enlarge(schema, isPlace ? undefined : fields[name], { ...options, at })
      : undefined;
    if (schema.enum) at = Math.floor(at / schema.enum.length);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function enlargeArray({ items = {}, maxItems }: JsonSchema, usual: unknown, options: Options): unknown[] {
  const known = (usual ?? []) as unknown[];
  const length = Math.min(maxItems ?? known.length, items.enum?.length ?? Infinity);
  return Array.from({ length: Math.max(length, known.length) }, (_, at) =>
    enlarge(items, items.enum ? undefined : (known[at] ?? known[0]), { ...options, at }),
  );
}

function enlargeText(
  { pattern, format, maxLength = Infinity }: JsonSchema,
  usual: unknown,
  options: Options,
) {
  const { at } = options;
  const length = Math.min(maxLength, options.maxLength);
  if (pattern === undefined && format === undefined) return longText(at, length);
  const long = 'x'.repeat(maxLength > 1_000 && maxLength < Infinity ? maxLength : 0);
  if (long !== '' && new RegExp(pattern ?? '').test(long)) return long;
  // An id or another text of a certain form.
  if (usual !== undefined && at === 0) return usual;
  const ids = [`${ID_MARK}-0000-8000-8000-${String(at).padStart(12, '0')}`, `${ID_MARK}${at}`];
  return ids.find((id) => pattern !== undefined && new RegExp(pattern).test(id)) ?? usual;
}

const WORDS = '2 (14-oz) cans red onions, chopped; or 1 1/2 cups tomatoes and garlic (optional) ';

/** Of words that the parsers look up, beginning differently in each place. */
export function longText(at: number, length: number): string {
  const start = `${at + 1} g `;
  return (start + WORDS.repeat(Math.ceil(length / WORDS.length))).slice(0, length).trimEnd();
}
