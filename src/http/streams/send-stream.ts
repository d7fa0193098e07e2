/** Sends a stream as the body of a response. A HEAD request gets the headers of it. */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

export function sendEvents(request: FastifyRequest, reply: FastifyReply, events: Readable): FastifyReply {
  // Keeps nginx from buffering, which would delay the events.
  return sendStream(request, reply.type('text/event-stream').header('X-Accel-Buffering', 'no'), events);
}

export function sendStream(request: FastifyRequest, reply: FastifyReply, stream: Readable): FastifyReply {
  if (request.method !== 'HEAD') return reply.send(stream);
  stream.destroy();
  return reply.send('');
}
