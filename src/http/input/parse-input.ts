/** Parses the input of a route by its schemas: path, query and body. Reports all errors at once. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

type Schemas = { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };

const NOTHING = z.strictObject({});

type InputError = { in: string; field: string; message: string };
/** A small body can have thousands of errors; the response must not grow with them. */
const MAX_ERRORS = 100;

export function parseInput(route: Schemas, request: FastifyRequest) {
  const errors: InputError[] = [];
  const parse = (part: string, schema: z.ZodType, value: unknown): unknown => {
    const { data, error } = schema.safeParse(value);
    for (const { path, message, ...issue } of error?.issues ?? []) {
      const unknown = issue.code === 'unrecognized_keys' ? issue.keys : undefined;
      if (!unknown) errors.push({ in: part, field: path.join('.'), message });
      for (const key of unknown ?? []) {
        errors.push({ in: part, field: [...path, key].join('.'), message: 'is not a field of this' });
      }
    }
    return data;
  };
  const params = parse('path', route.params ?? NOTHING, request.params);
  const query = parse('query', route.query ?? NOTHING, request.query);
  const body = parse('body', route.body ?? NOTHING, request.body ?? {});
  return errors.length > 0 ? { errors: errors.slice(0, MAX_ERRORS) } : { params, query, body };
}
