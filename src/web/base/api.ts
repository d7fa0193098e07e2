/**
 * Sends requests to the server and reads its problem details (RFC 9457). A failure
 * is thrown as an `ApiError`; without a response its code is `no-answer`. The operations and their types come from the
 * server's endpoints, as types only.
 */
import type { AnyRequest, Operation, RequestOf, ResponseOf } from '#http/app-api.ts';
import { fillAddress, methodOf } from './address.ts';
import { takePrefetched } from './prefetch.ts';
import { reauthenticate } from './reauthentication.ts';

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

type Options = {
  signal?: AbortSignal;
  keepalive?: boolean;
  headers?: Record<string, string>;
};
/** What `api` takes after the operation: nothing if the operation needs nothing. */
type Arguments<O extends Operation> =
  {} extends RequestOf<O> ? [sent?: RequestOf<O> & Options] : [sent: RequestOf<O> & Options];

/** `await api('GET /app/api/plans/:week', { params: { week } })` */
export async function api<O extends Operation>(
  operation: O,
  ...[sent]: Arguments<O>
): Promise<ResponseOf<O>> {
  // Tests on the server compare every response with its schema.
  return (await request(operation, sent)) as ResponseOf<O>;
}

type Sent = AnyRequest & Options;

/** For functions that are given the operation and parse the response themselves. */
export async function request(operation: Operation, sent?: Sent): Promise<unknown> {
  return readJson(await send(operation, sent));
}

/** For an operation that responds with a file. */
export async function fetchFile<O extends Operation>(operation: O, ...[sent]: Arguments<O>): Promise<Blob> {
  const response = await send(operation, sent);
  return response.blob().catch(() => {
    throw new ApiError(0, { code: 'no-answer', detail: 'The response was incomplete.' });
  });
}

function send(operation: Operation, sent: Sent = {}): Promise<Response> {
  const { body, file, headers, signal, keepalive, ...parts } = sent;
  const type = file ? 'application/octet-stream' : body === undefined ? undefined : 'application/json';
  const init: RequestInit & Options = {
    method: methodOf(operation),
    headers: { ...headers, ...(type && { 'Content-Type': type }) },
    ...(type && { body: file ?? JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive !== undefined && { keepalive }),
  };
  return withReauthentication(() => fetchResponse(fillAddress(operation, parts), init));
}

/** Sends a request, and once more after the member has given the reauthentication that a sensitive action needs. */
async function withReauthentication(request: () => Promise<Response>): Promise<Response> {
  const response = await request();
  if (response.ok) return response;
  const problem = await readError(response);
  if (problem.code !== 'reauthentication-required' || !(await reauthenticate())) throw problem;
  const repeated = await request();
  if (repeated.ok) return repeated;
  throw await readError(repeated);
}

/** The error in a response. Tells the listeners. */
export async function readError(response: Response): Promise<ApiError> {
  const body = ((await readJson(response)) ?? {}) as Record<string, unknown>;
  return told(new ApiError(response.status, body, response.headers.get('Retry-After')));
}

/** The error of a response with status 200 that names no member. Tells the listeners. */
export function notSignedIn(): ApiError {
  return told(new ApiError(401, { code: 'not-signed-in' }));
}

type Listener = (problem: ApiError) => void;
const listeners = new Set<Listener>();

function told(problem: ApiError): ApiError {
  for (const listener of listeners) listener(problem);
  return problem;
}

/** Calls the listener with every problem that the server responds with. */
export function onProblem(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function fetchResponse(path: string, init: RequestInit & Options): Promise<Response> {
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
