/** Sends single requests to the web app's API with full control over their headers. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer as readBytes } from 'node:stream/consumers';
import { unpack } from '../exports/unpack.ts';
import type { Reply, Service } from '../service.ts';
import { TIMEOUT_MS } from '../until.ts';

type TestRequest = {
  method: string;
  path: string;
  token?: string;
  body?: unknown;
  headers?: OutgoingHeaders;
  /** After this time without a response, the request fails. */
  timeoutMs?: number;
};
type OutgoingHeaders = Record<string, string | undefined>;

/** Sends a request without the headers that `fetch` adds. The default `Origin` is the service's own. */
export async function send(
  service: Pick<Service, 'url'>,
  { method, path, token, body, headers, timeoutMs = TIMEOUT_MS }: TestRequest,
): Promise<Reply> {
  const isEncoded = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
  const text = isEncoded ? body : JSON.stringify(body);
  const requestHeaders: OutgoingHeaders = {
    origin: service.url,
    ...(token !== undefined && { cookie: `weekfare-session=${token}` }),
    ...(text !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
    ...headers,
  };
  const sentHeaders = Object.fromEntries(
    Object.entries(requestHeaders).filter(([, value]) => value !== undefined),
  );
  const call = request(service.url + path, { method, headers: sentHeaders, agent: false });
  const responded = once(call, 'response', { signal: AbortSignal.timeout(timeoutMs) });
  call.end(text);
  const [response] = (await responded) as [IncomingMessage];
  // An event stream does not end; its headers are enough.
  const isStream = response.headers['content-type']?.startsWith('text/event-stream');
  if (isStream) response.destroy();
  const isHtml = response.headers['content-type']?.startsWith('text/html');
  const bytes = isStream ? Buffer.alloc(0) : await readBytes(response);
  const responseHeaders = new Headers(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  return {
    status: response.statusCode as number,
    headers: responseHeaders,
    // A proxy responds with HTML.
    body: bytes.length > 0 && !isHtml ? await bodyOf(response, bytes) : undefined,
  };
}

/** The files of an export by name, the bytes of a picture, otherwise JSON. */
async function bodyOf({ headers }: IncomingMessage, bytes: Buffer): Promise<unknown> {
  if (headers['content-type'] === 'application/zip') return unpack(bytes);
  if (headers['content-type']?.startsWith('image/')) return bytes;
  const text = bytes.toString();
  return headers['content-type']?.startsWith('text/plain') ? text : JSON.parse(text);
}
