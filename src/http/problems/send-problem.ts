/**
 * Sends a problem through the framework, also to a client that is still sending its body. The body of a refused
 * request is never parsed, and read only as far as necessary to keep the connection usable.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { type Problem, PROBLEM_TYPE } from './problem.ts';

/** More than any route but those of pages and files accepts. Up to this, Node discards the body and keeps the connection. */
const MAX_DISCARDED_BYTES = 1_000_000;
/** Grace period for a client that is still sending to read the response, before the connection is closed. */
const LINGER_MS = 1_000;

export function sendProblem(
  reply: FastifyReply,
  body: Problem,
  headers: Record<string, string> = {},
): FastifyReply {
  return sendRefusal(reply.code(body.status).headers(headers), PROBLEM_TYPE, JSON.stringify(body));
}

/** The same for clients that expect another type than that of problems. */
export function sendRefusal(reply: FastifyReply, type: string, text: string): FastifyReply {
  reply.header('Content-Type', type);
  const { raw } = reply.request;
  // The framework sets this where it has stopped reading a body.
  const isClosing = reply.getHeader('Connection') === 'close';
  return !raw.complete && (isClosing || isLongUpload(raw)) ? sendAndLinger(reply, text) : reply.send(text);
}

/** A body longer than is discarded with the connection open; the length of a chunked body is unknown. */
function isLongUpload({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > MAX_DISCARDED_BYTES
  );
}

/**
 * Closing a connection while data still arrives resets it, and a reset can destroy a response that the client has
 * not read (RFC 9112, section 9.6). So this sends the whole response and then discards what arrives until the client
 * stops, for at most a second and a megabyte.
 */
function sendAndLinger(reply: FastifyReply, text: string): FastifyReply {
  const { raw } = reply.hijack();
  const length = Buffer.byteLength(text);
  raw.writeHead(reply.statusCode, { ...headersOf(reply), 'Content-Length': length, Connection: 'close' });
  if (reply.request.method !== 'HEAD') raw.write(text);
  discardRest(reply.request.raw, raw);
  return reply;
}

function headersOf(reply: FastifyReply): Record<string, string | string[] | number> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined || name === 'connection' ? [] : [[name, value]],
    ),
  );
}

function discardRest(request: IncomingMessage, response: ServerResponse): void {
  const end = () => {
    clearTimeout(timer);
    if (!response.writableEnded) response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  let left = MAX_DISCARDED_BYTES;
  request.on('data', (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) end();
  });
  request.once('end', end).once('close', end).once('error', end);
}
