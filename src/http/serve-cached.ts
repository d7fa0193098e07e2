/**
 * Serves the endpoints of the public API whose responses are cached, before the web framework: a cached response costs
 * little more than writing its bytes (docs/decisions/0002-public-api-before-the-framework.md).
 *
 * The order of checks is fixed: path, method, then those of key-access.ts.
 * When the database is unavailable the response is 503: never 401 or 402, which are about the key.
 */
import { API_KEY_LENGTH, isApiKey } from '#auth/api-key.ts';
import { newId } from '#auth/secret.ts';
import { type Scope, scopeBits } from '#domain/family/scopes.ts';
import { isOutage } from '#storage/outage.ts';
import { currentWork, withDeadline } from '#storage/deadline.ts';
import { TooMuchWork } from '#storage/work-budget.ts';
import { type ApiRequest, pathOf } from '#http/server/api-request.ts';
import { problem, type Problem, type ProblemCode, PROBLEM_TYPE, PROBLEMS } from '#http/problems/problem.ts';
import { headerLines, securityHeaders } from '#http/headers/security-headers.ts';
import type { Services } from './services.ts';
import { prefers } from '#http/headers/accept.ts';
import { etagOf, matchesEtag } from '#http/headers/etag.ts';
import type { CachedResponse } from './cache.ts';
import { type CachedEndpoint, isCached, type KeyEndpoint } from './key-endpoint.ts';
import type { CachedKey, Usage } from '#http/access/key-access.ts';
import { EXPOSED_HEADERS } from '#http/access/rate-headers.ts';

type HandlerServices = Pick<
  Services,
  'store' | 'cache' | 'keyAccess' | 'config' | 'clock' | 'metrics' | 'log'
>;

type RequestContext = Usage & {
  request: ApiRequest;
  route: CompiledRoute;
  /** The value of the path parameter; empty where the route has none. */
  pathParameter: string;
  startedAt: number;
};

/** A route in one of its representations, with its constant headers as text. */
type CompiledRoute = {
  path: string;
  scope: Scope;
  scopeBit: number;
  changes: readonly string[];
  representation: Pick<CachedEndpoint['cached'], 'resource' | 'argument' | 'read'>;
  notModifiedHeaders: string;
  okHeaders: string;
  alternative: (CompiledRoute & { type: string }) | undefined;
};

type StaticResponse = { headers: string; body: string };

/** Requests that may wait for the database; the next one gets 503, so that the queue has a bound. */
const MAX_WAITING = 1_000;

const METHODS = 'GET, HEAD, OPTIONS';
const RETRY_LATER = headerLines({ 'Retry-After': '2' });

const EXPOSED = headerLines({ 'Access-Control-Expose-Headers': EXPOSED_HEADERS });

const PREFLIGHT = headerLines({
  Allow: METHODS,
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'X-API-Key, If-None-Match',
  'Access-Control-Max-Age': '86400',
});

export class PublicApiHandler {
  readonly #services: HandlerServices;
  readonly #routesByPath = new Map<string, CompiledRoute>();
  /** The methods that the framework serves. */
  readonly #methodsByPath = new Map<string, readonly string[]>();
  /** Routes with a path parameter, by the path before it. */
  readonly #routesByPrefix = new Map<string, CompiledRoute>();
  readonly #securityHeaders: string;
  readonly #problemResponses = new Map<string, StaticResponse>();
  #waiting = 0;

  constructor(endpoints: readonly KeyEndpoint[], services: HandlerServices) {
    this.#services = services;
    this.#securityHeaders = headerLines(securityHeaders(services.config.publicUrl, 'cross-origin'));
    for (const { path, method } of endpoints.filter((endpoint) => !isCached(endpoint)))
      this.#methodsByPath.set(path, [...this.#methodsOf(path), method]);
    for (const endpoint of endpoints.filter((each) => isCached(each))) {
      const { path, cached } = endpoint;
      const compiled = compileRoute(endpoint, this.#methodsOf(path), this.#securityHeaders);
      if (cached.parameter === undefined) this.#routesByPath.set(path, compiled);
      else this.#routesByPrefix.set(prefixOf(path), compiled);
    }
  }

  /** Returns false, without a response, if the path is not part of the public API. */
  handle(request: ApiRequest): boolean {
    const path = pathOf(request.url);
    const exact = this.#routesByPath.get(path);
    const context = exact ? contextOf(request, exact, '') : this.#findWithParameter(request, path);
    if (context === undefined) return false;
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') this.#read(context);
    else if (this.#isForFramework(context, path)) return false;
    else if (method === 'OPTIONS') this.#respond(context, 204, PREFLIGHT + this.#securityHeaders, '');
    else this.#refuse(context, 'method-not-allowed', this.#allowHeader(context));
    return true;
  }

  /** A path such as `/api/recipes/v1/import` has the form of one with a parameter. */
  #isForFramework({ request: { method }, route }: RequestContext, path: string): boolean {
    const changes = [...route.changes, ...this.#methodsOf(path)];
    return method === 'OPTIONS' ? changes.length > 0 : changes.includes(method);
  }

  #methodsOf(path: string): readonly string[] {
    return this.#methodsByPath.get(path) ?? [];
  }

  #findWithParameter(request: ApiRequest, path: string): RequestContext | undefined {
    const prefix = prefixOf(path);
    const route = this.#routesByPrefix.get(prefix);
    if (route === undefined || path.length === prefix.length) return undefined;
    const { alternative } = route;
    const isAlternative = alternative && prefers(request.accept, alternative.type, 'application/json');
    return contextOf(request, isAlternative ? alternative : route, copyOf(path.slice(prefix.length)));
  }

  #read(context: RequestContext): void {
    const apiKey = context.request.key;
    if (apiKey?.length !== API_KEY_LENGTH) return this.#refuse(context, 'invalid-api-key');
    const { keyAccess, cache, clock } = this.#services;
    const nowMs = clock();
    const key = keyAccess.findCurrent(apiKey, context.startedAt);
    if (key === undefined) {
      if (!isApiKey(apiKey)) return this.#refuse(context, 'invalid-api-key');
      return this.#wait(context, () => this.#loadKey(context, apiKey, nowMs));
    }
    if (!this.#authorise(context, key, nowMs)) return;
    const { representation } = context.route;
    const argument = representation.argument(key, nowMs, context.pathParameter);
    const cached = cache.findResponse(key.family, representation.resource, argument);
    if (cached === undefined) return this.#wait(context, () => this.#load(context, key, argument));
    cache.hits += 1;
    this.#send(context, cached);
  }

  /** Whether this key may read now; if not, the request has its response. */
  #authorise(context: RequestContext, key: CachedKey | undefined, nowMs: number): key is CachedKey {
    const code = this.#services.keyAccess.check(key, context.route, nowMs, context);
    if (code === undefined) return true;
    if (code === 'invalid-api-key') this.#refuse(context, code);
    else {
      const retry = code === 'rate-limited' ? headerLines({ 'Retry-After': context.retrySeconds }) : '';
      this.#refuse(context, code, retry + this.#rateHeaders(context));
    }
    return false;
  }

  async #loadKey(context: RequestContext, apiKey: string, nowMs: number): Promise<void> {
    const key = await this.#services.keyAccess.load(apiKey, nowMs);
    if (!this.#authorise(context, key, nowMs)) return;
    await this.#load(context, key, context.route.representation.argument(key, nowMs, context.pathParameter));
  }

  async #load(context: RequestContext, key: CachedKey, argument: string): Promise<void> {
    const { cache, store } = this.#services;
    const { representation } = context.route;
    cache.misses += 1;
    currentWork()?.chargeTo(key.family);
    const asOf = cache.now;
    const loaded = await representation.read(store, key, argument);
    if (loaded === undefined) return this.#refuse(context, 'not-found', this.#rateHeaders(context));
    if ('problem' in loaded) return this.#respondProblem(context, loaded.problem);
    const { resource } = representation;
    const body = Buffer.from(loaded.text).toString('latin1');
    const response = { etag: etagOf(loaded), body };
    cache.addResponse(key.family, asOf, resource, argument, response);
    this.#send(context, response);
  }

  #wait(context: RequestContext, work: () => Promise<void>): void {
    if (this.#waiting >= MAX_WAITING) return this.#refuse(context, 'unavailable', RETRY_LATER);
    this.#waiting += 1;
    withDeadline(work)
      .catch((error: unknown) => this.#fail(context, error))
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  #fail(context: RequestContext, error: unknown): void {
    const requestId = newId();
    if (error instanceof TooMuchWork) return this.#refuse(context, 'too-much-work', RETRY_LATER);
    const outage = isOutage(error);
    // The feed logs an outage once; a line for each request would fill the log.
    this.#services.log[outage ? 'debug' : 'error'](
      { requestId, path: context.route.path, err: error },
      'read failed',
    );
    const id = headerLines({ 'X-Request-Id': requestId });
    if (outage) this.#refuse(context, 'unavailable', RETRY_LATER + id);
    else this.#refuse(context, 'internal-error', id);
  }

  #send(context: RequestContext, { body, etag }: CachedResponse): void {
    const { ifNoneMatch } = context.request;
    const { notModifiedHeaders, okHeaders } = context.route;
    const headers = `${this.#rateHeaders(context)}ETag: ${etag}\r\n`;
    if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag))
      this.#respond(context, 304, headers + notModifiedHeaders, '');
    else this.#respond(context, 200, `${headers}${okHeaders}Content-Length: ${body.length}\r\n`, body);
  }

  #allowHeader({ route: { changes } }: RequestContext): string {
    return headerLines({ Allow: ['GET', 'HEAD', 'OPTIONS', ...changes].join(', ') });
  }

  #respondProblem(context: RequestContext, shown: Problem): void {
    const body = Buffer.from(JSON.stringify(shown)).toString('latin1');
    const type = headerLines({ 'Content-Type': PROBLEM_TYPE, 'Content-Length': body.length });
    const headers = type + commonHeaders('X-API-Key') + this.#securityHeaders + this.#rateHeaders(context);
    this.#respond(context, shown.status, headers + EXPOSED, body);
  }

  #refuse(context: RequestContext, code: ProblemCode, moreHeaders = ''): undefined {
    const { headers, body } = this.#problemResponse(code, context.route.scope);
    const allHeaders = moreHeaders === '' ? headers : headers + moreHeaders + EXPOSED;
    this.#respond(context, PROBLEMS[code].status, allHeaders, body);
  }

  #problemResponse(code: ProblemCode, scope: Scope): StaticResponse {
    const name = code === 'missing-scope' ? `${code} ${scope}` : code;
    let response = this.#problemResponses.get(name);
    if (response === undefined) {
      const { status } = PROBLEMS[code];
      const shown = problem(code, code === 'missing-scope' ? { scope } : {});
      const body = Buffer.from(JSON.stringify(shown)).toString('latin1');
      const type = headerLines({ 'Content-Type': PROBLEM_TYPE, 'Content-Length': body.length });
      const challenge = status === 401 ? headerLines({ 'WWW-Authenticate': 'ApiKey realm="weekfare"' }) : '';
      const headers = type + commonHeaders('X-API-Key') + this.#securityHeaders + challenge;
      response = { headers, body };
      this.#problemResponses.set(name, response);
    }
    return response;
  }

  #respond({ request, route, startedAt }: RequestContext, status: number, headers: string, body: string) {
    request.respond(status, headers, body);
    this.#services.metrics.observe(route.path, status, performance.now() - startedAt);
  }

  #rateHeaders(context: RequestContext): string {
    return headerLines(this.#services.keyAccess.rateHeaders(context));
  }
}

function contextOf(request: ApiRequest, route: CompiledRoute, pathParameter: string): RequestContext {
  return { request, route, pathParameter, startedAt: performance.now(), tokensLeft: 0, retrySeconds: 0 };
}

function compileRoute(
  { path, access: { scope }, cached }: CachedEndpoint,
  changes: readonly string[],
  security: string,
): CompiledRoute {
  const { alternative } = cached;
  const scopeBit = scopeBits([scope]);
  const notModifiedHeaders =
    commonHeaders(alternative ? 'X-API-Key, Accept' : 'X-API-Key') + security + EXPOSED;
  const okHeaders = (type: string) =>
    notModifiedHeaders + headerLines({ 'Content-Type': `${type}; charset=utf-8` });
  return {
    path,
    scope,
    scopeBit,
    changes,
    representation: cached,
    notModifiedHeaders,
    okHeaders: okHeaders('application/json'),
    alternative: alternative && {
      path,
      scope,
      scopeBit,
      changes,
      representation: alternative,
      type: alternative.type,
      notModifiedHeaders,
      okHeaders: okHeaders(alternative.type),
      alternative: undefined,
    },
  };
}

function commonHeaders(vary: string): string {
  return headerLines({
    'Cache-Control': 'private, no-cache',
    Vary: vary,
    'Access-Control-Allow-Origin': '*',
  });
}

/** V8 keeps a string alive as long as a slice of it is used: a cached argument must not retain its request. */
function copyOf(slice: string): string {
  return Buffer.from(slice, 'latin1').toString('latin1');
}

/** The path up to and including its last slash. */
function prefixOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
