/** Tells the work for a request when its client is gone, so that it can stop. */
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A client that has closed its half of the connection counts as gone: closing all of it looks the same. */
export function disconnectSignal(
  { raw: { socket } }: FastifyRequest,
  { raw: response }: FastifyReply,
): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  socket.once('end', abort);
  response.once('close', () => {
    socket.off('end', abort);
    abort();
  });
  if (socket.readableEnded) abort();
  return controller.signal;
}
