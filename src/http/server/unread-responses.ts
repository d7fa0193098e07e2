/**
 * Closes connections of clients that send requests and do not read the responses. Node has no limit for them: its
 * timeouts are about silence, and such a client may keep sending. What counts here is whether any bytes leave.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const CHECK_EVERY_MS = 500;
/** Consecutive checks at which bytes wait and none have left. */
const MAX_STALLED_CHECKS = 10;

type Watched = { progress: number; stalledChecks: number };

export function closeStalledConnections(server: Server): void {
  const connections = new Map<Socket, Watched>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { progress: 0, stalledChecks: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, watched] of connections) check(socket, watched);
  }, CHECK_EVERY_MS).unref();
  server.once('close', () => clearInterval(timer));
}

function check(socket: Socket, watched: Watched): void {
  const progress = progressOf(socket);
  const isStalled = socket.writableLength > 0 && progress === watched.progress;
  watched.progress = progress;
  watched.stalledChecks = isStalled ? watched.stalledChecks + 1 : 0;
  // `end` would wait until the client has read everything.
  if (watched.stalledChecks >= MAX_STALLED_CHECKS) socket.resetAndDestroy();
}

/**
 * A number that changes when any bytes leave. `bytesWritten` counts a chunk when all of it has left, and a whole
 * export is one chunk; only the handle knows how much of the current chunk is left, and no public API shows it.
 */
function progressOf(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): number {
  const sentChunks = socket.bytesWritten - socket.writableLength;
  // oxlint-disable-next-line no-underscore-dangle
  return sentChunks - (socket._handle?.writeQueueSize ?? 0);
}
