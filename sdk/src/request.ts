/**
 * Sends requests: with the API key, the ETag of a remembered response, an idempotency key, and again when the server is
 * busy or away for a moment.
 */
import type { RequestOptions, Result } from './operations.ts';
import { ProblemError, problemOf } from './problem.ts';
import { backOffMs, isTemporary, sleep } from './retry.ts';

export type ClientOptions = {
  /** The address of the Weekfare server, such as `https://meals.example.org`. */
  url: string;
  /** An API key of the family, `wf_…`. */
  apiKey: string;
  /** How often a request is sent again after 429, 502, 503, 504 or a failure of the network. 3 unless given. */
  maxRetries?: number | undefined;
  /** Sends the requests, instead of the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
};

export type Input = RequestOptions & {
  body?: unknown;
  ifMatch?: string | undefined;
  idempotencyKey?: string | undefined;
  [parameter: string]: unknown;
};

/** A body is text, or the bytes of a photo. */
type Remembered = { etag: string | undefined; body: string | Blob };

/** A request that would have to wait longer fails; `retryAfterSeconds` of the error says how long. */
const MAX_WAIT_SECONDS = 60;
const MAX_REMEMBERED = 200;

/** Returns a function that runs an operation, given as method and path, such as `GET /api/recipes/v1/{recipeId}`. */
export function createSender({ url, apiKey, maxRetries = 3, fetch = globalThis.fetch }: ClientOptions) {
  const memory = new Map<string, Remembered>();

  /** Returns a problem, and throws only if the network fails. `known` is what `If-None-Match` names. */
  async function attempt(
    address: string,
    init: RequestInit,
    known: Remembered | undefined,
  ): Promise<Remembered | ProblemError> {
    const response = await fetch(address, init);
    if (response.status === 304 && known) {
      remember(memory, address, known);
      return known;
    }
    if (!response.ok) return problemOf(response);
    const etag = response.headers.get('etag') ?? undefined;
    const isPhoto = response.headers.get('content-type')?.startsWith('image/');
    const read = { etag, body: await (isPhoto ? response.blob() : response.text()) };
    if (init.method === 'GET' && etag) remember(memory, address, read);
    return read;
  }

  return async function send(operation: string, input: Input = {}): Promise<Result<{ data: unknown }>> {
    const [method, template] = operation.split(' ') as [string, string];
    const { body, signal, ifMatch, idempotencyKey, ...parameters } = input;
    const address = addressOf(url, template, parameters);
    const headers = new Headers({ 'X-API-Key': apiKey });
    // A redirect would send the key to wherever it points.
    const init: RequestInit = { method, headers, signal: signal ?? null, redirect: 'manual' };
    const known = method === 'GET' ? memory.get(address) : undefined;
    if (method !== 'GET') headers.set('Idempotency-Key', idempotencyKey ?? randomKey());
    if (known?.etag) headers.set('If-None-Match', known.etag);
    if (ifMatch) headers.set('If-Match', ifMatch);
    if (body !== undefined) {
      headers.set('Content-Type', 'application/json');
      init.body = JSON.stringify(body);
    }
    for (let failures = 0; ; failures += 1) {
      const isLast = failures >= maxRetries;
      const outcome = await attempt(address, init, known).catch((error: unknown) => {
        if (signal?.aborted || isLast) throw error;
        return undefined;
      });
      const problem = outcome instanceof ProblemError ? outcome : undefined;
      if (outcome && !problem) return resultOf(outcome as Remembered);
      const waitSeconds = problem?.retryAfterSeconds ?? backOffMs(1_000, failures) / 1_000;
      if (problem && (isLast || !isTemporary(problem.status) || waitSeconds > MAX_WAIT_SECONDS))
        throw problem;
      await sleep(waitSeconds * 1_000, signal);
    }
  };
}

/** Fills the parameters into the path; the others are the query. */
export function addressOf(url: string, template: string, parameters: Record<string, unknown> = {}): string {
  const query = new Map(Object.entries(parameters));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(query.get(name));
    query.delete(name);
    return encodeURIComponent(value);
  });
  const address = new URL(url.replace(/\/$/, '') + path);
  for (const [name, value] of query) if (value !== undefined) address.searchParams.set(name, textOf(value));
  return address.href;
}

/** In addresses a week is a date. Plans, lists and events have it as an instant. */
const textOf = (value: unknown): string => String(value).replace(/T00:00:00\.000Z$/, '');

function remember(memory: Map<string, Remembered>, address: string, read: Remembered): void {
  memory.delete(address);
  memory.set(address, read);
  // The first one is the one that was read least recently.
  if (memory.size > MAX_REMEMBERED) memory.delete(memory.keys().next().value as string);
}

/** Parses a remembered body each time, since the caller may change the result. */
function resultOf({ etag, body }: Remembered): Result<{ data: unknown }> {
  if (typeof body !== 'string') return { data: body, etag };
  return body ? { ...JSON.parse(body), etag } : { data: null, etag };
}

/** Not `randomUUID`, which browsers have only on pages with https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
