/** A request to the public API, whichever way it came in: by Node's HTTP server or by the express lane. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeepAlive } from '#http/server/keep-alive.ts';
import { rawHeader } from '#http/server/raw-header.ts';

export type ApiRequest = {
  readonly method: string;
  /** The path as it was sent, or the whole address. */
  readonly url: string;
  /** `X-API-Key` and `If-None-Match`. */
  readonly key: string | undefined;
  readonly seen: string | undefined;
  /** `Accept`, to be asked for while the door decides whether to take the guest, and not later. */
  readonly accept: string | undefined;
  /** The headers as they stand on the wire; the body as its bytes, one to a character. */
  answer(status: number, headers: string, body: string): void;
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
    get seen() {
      return rawHeader(request, 'if-none-match');
    },
    get accept() {
      return rawHeader(request, 'accept');
    },
    answer(status, headers, body) {
      const list = (headers + keepAlive.chooseForNode(response, status))
        .split('\r\n')
        .slice(0, -1)
        .flatMap((line) => line.split(/: (.*)/s, 2));
      response.writeHead(status, list).end(body, 'latin1');
    },
  };
}
