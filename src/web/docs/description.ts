/** Types of the API description: the part of OpenAPI that our description uses. */

export type Schema = {
  $ref?: string;
  type?: string | string[];
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
export type Header = Described;
export type Media = {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary: string; value: unknown }>;
};
export type Response = Described & { headers?: Record<string, unknown>; content?: Record<string, Media> };
export type Reference = { $ref: string };
export type PathParameter = Described & { name: string; in?: string; example?: string };
export type Operation = Described & {
  operationId: string;
  summary: string;
  tags: string[];
  parameters: (PathParameter | Reference)[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Response | Reference>;
};
export type Problem = { code: string; status: number; title: string; detail: string };
export type OpenApi = {
  info: Described & { title: string; version: string; license: { name: string } };
  tags: (Described & { name: string })[];
  /** By path and method. */
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: { apiKey: Described & { name: string } };
    parameters: Record<string, Described & { name: string }>;
    headers: Record<string, Described & { example: string }>;
    responses: Record<string, Response>;
    schemas: Record<string, Schema>;
  };
  'x-problems': Problem[];
};

export function resolve<Target>(api: OpenApi, target: Target | Reference): Target {
  if (typeof target !== 'object' || target === null || !('$ref' in target)) return target;
  const names = target.$ref.split('/').slice(1);
  return names.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], api) as Target;
}
