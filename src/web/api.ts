/**
 * Asks the service and understands its refusals (RFC 9457). Whatever is not a success is thrown as a
 * `Problem`; no answer at all is one too, with the code `no-answer`. Knows no routes and no pages.
 */
import { takePrefetched } from './prefetch.ts';

export type FieldError = { in: string; field: string; message: string };

/** A refusal, or no answer. `code` is stable, `detail` is English for those who look closer. */
export class ApiError extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  /** Everything the service said, such as the plans of a conflict. */
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

/** How long to wait before asking again, where the service said that it was asked too often; else undefined. */
export function rateLimitMs(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined;
  // Our service names less than a minute; something in between may name an hour.
  return Math.min(error.retryAfterSeconds ?? 1, 60) * 1_000;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Options = {
  signal?: AbortSignal;
  keepalive?: boolean;
  headers?: Record<string, string>;
};

/** `await request<PlanResponse>('GET', '/app/api/plans/2026-11-09')` */
export async function request<Body = undefined>(
  method: Method,
  path: string,
  body?: unknown,
  options: Options = {},
): Promise<Body> {
  const response = await fetchResponse(path, {
    method,
    ...options,
    ...(body !== undefined && {
      headers: { ...options.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw await readError(response);
  return (await readJson(response)) as Body;
}

/** The problem in a response. Tells the listeners if nobody is signed in, or if the member was removed. */
export async function readError(response: Response): Promise<ApiError> {
  const body = ((await readJson(response)) ?? {}) as Record<string, unknown>;
  const problem = new ApiError(response.status, body, response.headers.get('Retry-After'));
  const { code } = problem;
  if (code === 'not-signed-in' || code === 'member-removed') {
    for (const listener of notSignedInListeners) listener(code);
  }
  if (code === 'host-not-allowed') hostRefusal.notify?.(problem.message);
  return problem;
}

/** Told what the service says when it takes no changes under the name in the address bar. */
export const hostRefusal: { notify?: (text: string) => void } = {};

type NotSignedInListener = (code: 'not-signed-in' | 'member-removed') => void;
const notSignedInListeners = new Set<NotSignedInListener>();

/** Called whenever the service says that nobody is signed in (any more), or that the member was removed. */
export function onNotSignedIn(listener: NotSignedInListener): () => void {
  notSignedInListeners.add(listener);
  return () => notSignedInListeners.delete(listener);
}

export async function fetchResponse(path: string, init: Options & RequestInit): Promise<Response> {
  try {
    return await ((init.method === 'GET' && takePrefetched(path, init.headers)) || fetch(path, init));
  } catch (error) {
    // Stopped on purpose is not the service's silence.
    if (init.signal?.aborted) throw error;
    throw new ApiError(0, { code: 'no-answer' });
  }
}

/** Something in between may answer with a page of its own; that is as good as no body. */
async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
