/** The bytes of a request to the public API, and a parser for the response. */

const CRLF = '\r\n';

export const CURRENT = '/api/meal-plans/v1/current';

export type WireResponse = { status: number; head: string; body: Buffer };

export function requestText(key: string, etag?: string, path = CURRENT): Buffer {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'Host: 127.0.0.1:3000',
    `X-API-Key: ${key}`,
    'Accept: */*',
    'User-Agent: bench',
    ...(etag ? [`If-None-Match: ${etag}`] : []),
  ];
  return Buffer.from(lines.join(CRLF) + CRLF + CRLF);
}

/** The response when it is complete. One request is in flight, so nothing can follow it. */
export function readResponse(data: Buffer): WireResponse | undefined {
  const end = data.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = data.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const at = Math.max(head.indexOf('Content-Length: '), head.indexOf('content-length: '));
  const length = status === 304 || at < 0 ? 0 : Number.parseInt(head.slice(at + 16, at + 24), 10);
  if (data.length > end + 4 + length)
    throw new Error(`The response is longer than its Content-Length: ${head}`);
  return data.length === end + 4 + length ? { status, head, body: data.subarray(end + 4) } : undefined;
}
