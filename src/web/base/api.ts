/**
 * Sends requests to the server and reads its problem details (RFC 9457). A failure
 * is thrown as an `ApiError`; without a response its code is `no-answer`. The operations and their types come from the
 * server's endpoints, as types only.
 */
import type { Operation, RequestOf, ResponseOf } from '#http/app-api.ts';
import { takePrefetched } from './prefetch.ts';

export type FieldError = { in: string; field: string; message: string };

/** A refusal, or no response. `code` is stable; the message is English, for developers. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  /** The whole body, such as the plans of a conflict. */
  readonly body: Record<string, unknown>;
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: Record<string, unknown>, retryAfter: string | null = null) {
    super(typeof body.detail === 'string' ? body.detail : `Status ${status}`);
    this.status = status;
    this.code = typeof body.code === 'string' ? body.code : 'internal-error';
    this.errors = Array.isArray(body.errors) ? (body.errors as FieldError[]) : [];
    this.body = body;
    this.retryAfterSeconds = retryAfter === null ? undefined : Number(retryAfter) || undefined;
  }
}

/** How long to wait after a 429; undefined for other errors. */
export function rateLimitMs(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined;
  // Our server names less than a minute; a proxy may name an hour.
  return Math.min(error.retryAfterSeconds ?? 1, 60) * 1_000;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Options = {
  signal?: AbortSignal;
  keepalive?: boolean;
  headers?: Record<string, string>;
};

type Sent<O extends Operation> = RequestOf<O> & Options;

/** `await api('GET /app/api/plans/:week', { params: { week } })` */
export function api<O extends Operation>(
  operation: O,
  ...[sent]: {} extends RequestOf<O> ? [sent?: Sent<O>] : [sent: Sent<O>]
): Promise<ResponseOf<O>> {
  const { params, query, body, ...options }: Parts & Options = sent ?? {};
  const [method, path] = splitOperation(operation);
  return request(method, fillPath(path, { params, query }), body, options);
}

/** The address of an operation, for what is not a JSON request: a file, a stream, a link. */
export function addressOf<O extends Operation>(
  operation: O,
  ...[parts]: {} extends AddressParts<O> ? [parts?: AddressParts<O>] : [parts: AddressParts<O>]
): string {
  return fillPath(splitOperation(operation)[1], parts ?? {});
}

type AddressParts<O extends Operation> = Omit<RequestOf<O>, 'body'>;
type Parts = { params?: object | undefined; query?: object | undefined; body?: unknown };

function splitOperation(operation: Operation): [Method, path: string] {
  const space = operation.indexOf(' ');
  return [operation.slice(0, space) as Method, operation.slice(space + 1)];
}

function fillPath(path: string, { params = {}, query = {} }: Pick<Parts, 'params' | 'query'>): string {
  const values = new Map(Object.entries(params));
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  return given.length > 0 ? `${filled}?${new URLSearchParams(given).toString()}` : filled;
}

/** `await request<PlanResponse>('GET', '/app/api/plans/2026-11-09')` */
export async function request<Body = undefined>(
  method: Method,
  path: string,
  body?: unknown,
  options: Options = {},
): Promise<Body> {
  const response = await withReauthentication(async () => {
    const answer = await fetchResponse(path, {
      method,
      ...options,
      ...(body !== undefined && {
        headers: { ...options.headers, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return answer.ok ? answer : readError(answer);
  });
  return (await readJson(response)) as Body;
}

/** Sends a request, and once more after the member has given reauthentication that a sensitive action needs. */
export async function withReauthentication(send: () => Promise<Response | ApiError>): Promise<Response> {
  for (let isRepeated = false; ; isRepeated = true) {
    const answer = await send();
    if (!(answer instanceof ApiError)) return answer;
    const canReauthenticate = answer.code === 'reauthentication-required' && !isRepeated;
    if (!canReauthenticate || !(await reauthentication.ask?.())) throw answer;
  }
}

/** Asks the member to prove who they are, for a sensitive action. Returns whether they did. */
export const reauthentication: { ask?: () => Promise<boolean> } = {};

/** The error in a response. Notifies the listeners if nobody is signed in, or if the member was removed. */
export async function readError(response: Response): Promise<ApiError> {
  const body = ((await readJson(response)) ?? {}) as Record<string, unknown>;
  const problem = new ApiError(response.status, body, response.headers.get('Retry-After'));
  const { code } = problem;
  if (code === 'not-signed-in' || code === 'member-removed') notify(code);
  if (code === 'host-not-allowed') hostRefusal.notify?.(problem.message);
  return problem;
}

/** Called with the server's text when it accepts no changes under the host name in the address bar. */
export const hostRefusal: { notify?: (text: string) => void } = {};

type NotSignedInListener = (code: 'not-signed-in' | 'member-removed') => void;
const notSignedInListeners = new Set<NotSignedInListener>();

function notify(code: Parameters<NotSignedInListener>[0]): void {
  for (const listener of notSignedInListeners) listener(code);
}

/** The error of a response with status 200 that names no member. Notifies the listeners. */
export function notSignedIn(): ApiError {
  notify('not-signed-in');
  return new ApiError(401, { code: 'not-signed-in' });
}

/** Calls the listener whenever a response says that nobody is signed in, or that the member was removed. */
export function onNotSignedIn(listener: NotSignedInListener): () => void {
  notSignedInListeners.add(listener);
  return () => notSignedInListeners.delete(listener);
}

export async function fetchResponse(path: string, init: Options & RequestInit): Promise<Response> {
  try {
    return await ((init.method === 'GET' && takePrefetched(path, init.headers)) || fetch(path, init));
  } catch (error) {
    // Aborted on purpose.
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, { code: 'no-answer' });
  }
}

/** A proxy may respond with a page of its own, which counts as no body. */
async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
