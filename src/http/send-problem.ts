/**
 * Sends a problem through the framework, also to a client that is still sending its body. The body of a
 * refused request is never parsed, and read only as far as the connection needs it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { type Problem, PROBLEM_TYPE } from './problem.ts';

/** More than any route takes. Node's HTTP server reads and drops up to that, and keeps the connection. */
const MOST_DROPPED_BYTES = 1_000_000;
/** How long a client with more to send may read why it was refused, before the connection is closed. */
const LINGER_MS = 1_000;

export function sendProblem(
  reply: FastifyReply,
  body: Problem,
  headers: Record<string, string> = {},
): FastifyReply {
  const text = JSON.stringify(body);
  reply.code(body.status).headers(headers).header('Content-Type', PROBLEM_TYPE);
  const { raw } = reply.request;
  // The framework asks for an end of the connection where it has stopped reading a body.
  const isEnding = reply.getHeader('Connection') === 'close';
  return !raw.complete && (isEnding || isLongUpload(raw)) ? sendAndLinger(reply, text) : reply.send(text);
}

/** A body with more to come than is dropped in silence; how much a chunked one has is not known. */
function isLongUpload({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > MOST_DROPPED_BYTES;
}

/**
 * A connection closed while data is still coming in is reset, and a reset can destroy an answer that the client
 * has not read (RFC 9112, section 9.6). So the answer goes out whole, and what still comes is dropped until
 * the client stops, for a second and a megabyte at most.
 */
function sendAndLinger(reply: FastifyReply, text: string): FastifyReply {
  const { raw } = reply.hijack();
  const length = Buffer.byteLength(text);
  raw.writeHead(reply.statusCode, { ...known(reply), 'Content-Length': length, Connection: 'close' });
  if (reply.request.method !== 'HEAD') raw.write(text);
  dropRest(reply.request.raw, raw);
  return reply;
}

function known(reply: FastifyReply): Record<string, string | string[] | number> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined || name === 'connection' ? [] : [[name, value]],
    ),
  );
}

function dropRest(request: IncomingMessage, response: ServerResponse): void {
  const end = () => {
    clearTimeout(timer);
    if (!response.writableEnded) response.end();
  };
  const timer = setTimeout(end, LINGER_MS);
  let left = MOST_DROPPED_BYTES;
  request.on('data', (bytes: Buffer) => {
    left -= bytes.length;
    if (left < 0) end();
  });
  request.once('end', end).once('close', end).once('error', end);
}
