/** A request to the public API, from Node's HTTP server or from the fast path. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeepAlive } from './keep-alive.ts';
import { rawHeader } from './raw-header.ts';

export type ApiRequest = {
  readonly method: string;
  /** As it was sent: a path with its query, or an absolute URL. */
  readonly url: string;
  /** `X-API-Key`. */
  readonly key: string | undefined;
  /** `If-None-Match`. */
  readonly ifNoneMatch: string | undefined;
  /** `Accept`; available only while the handler is called, not after it returns. */
  readonly accept: string | undefined;
  /** `headers` are lines as on the wire; `body` is its bytes as a latin1 string. */
  respond(status: number, headers: string, body: string): void;
};

export function apiRequestFromNode(
  request: IncomingMessage,
  response: ServerResponse,
  keepAlive: KeepAlive,
): ApiRequest {
  return {
    method: request.method as string,
    url: request.url as string,
    get key() {
      return rawHeader(request, 'x-api-key');
    },
    get ifNoneMatch() {
      return rawHeader(request, 'if-none-match');
    },
    get accept() {
      return rawHeader(request, 'accept');
    },
    respond(status, headers, body) {
      const namesAndValues = (headers + keepAlive.chooseForNode(response, status))
        .split('\r\n')
        .slice(0, -1)
        .flatMap((line) => line.split(/: (.*)/s, 2));
      response.writeHead(status, namesAndValues).end(body, 'latin1');
    },
  };
}

/** Ignores the query. A proxy may send an absolute URL (RFC 9112, section 3.2.2). */
export function pathOf(url: string): string {
  if (!url.startsWith('/')) return URL.parse(url)?.pathname ?? url;
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
}
