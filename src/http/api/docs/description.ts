/** The API description as the page reads it: OpenAPI as far as our own description uses it. */

export type Schema = {
  $ref?: string;
  type?: string;
  anyOf?: Schema[];
  items?: Schema;
  enum?: string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  examples?: unknown[];
};
type Described = { description: string };
type Media = {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
};
export type Answer = Described & { headers?: Record<string, unknown>; content?: Record<string, Media> };
export type Reference = { $ref: string };
export type PathParameter = Described & { name: string; example: string };
export type Operation = Described & {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: (PathParameter | Reference)[];
  responses: Record<string, Answer | Reference>;
};
export type Problem = { code: string; status: number; title: string; detail: string };
export type OpenApi = {
  info: Described & { title: string; version: string; license: { name: string } };
  tags: (Described & { name: string })[];
  paths: Record<string, { get: Operation }>;
  components: {
    securitySchemes: { apiKey: Described & { name: string } };
    parameters: Record<string, Described & { name: string }>;
    headers: Record<string, Described & { example: string }>;
    responses: Record<string, Answer>;
    schemas: Record<string, Schema>;
  };
  'x-problems': Problem[];
};

export function resolve<Target>(api: OpenApi, target: Target | Reference): Target {
  if (typeof target !== 'object' || target === null || !('$ref' in target)) return target;
  const steps = target.$ref.split('/').slice(1);
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], api) as Target;
}
