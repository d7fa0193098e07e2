/**
 * Lets go of clients that ask and do not fetch. Node has no limit for them: its timeouts are about silence,
 * and such a client may go on sending. What counts here is whether anything leaves.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_EVERY_MS = 500;
/** So many looks in a row at which answers wait and none has left. */
const MOST_LOOKS = 10;

type Watched = { progress: number; looks: number };

export function closeStalledConnections(server: Server): void {
  const open = new Map<Socket, Watched>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { progress: 0, looks: 0 });
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, watched] of open) look(socket, watched);
  }, LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(timer));
}

function look(socket: Socket, watched: Watched): void {
  const progress = progressOf(socket);
  const isStuck = socket.writableLength > 0 && progress === watched.progress;
  watched.progress = progress;
  watched.looks = isStuck ? watched.looks + 1 : 0;
  // Not a polite end, which would wait for all the rest to be fetched.
  if (watched.looks >= MOST_LOOKS) socket.resetAndDestroy();
}

/**
 * Changes when anything leaves. A stream counts a piece when all of it is gone, and a whole export is one
 * piece; how much of the piece under way is gone only the handle knows, to which there is no public way.
 */
function progressOf(socket: Socket & { _handle?: { writeQueueSize?: number } | null }): number {
  const whole = socket.bytesWritten - socket.writableLength;
  // oxlint-disable-next-line no-underscore-dangle
  return whole - (socket._handle?.writeQueueSize ?? 0);
}
