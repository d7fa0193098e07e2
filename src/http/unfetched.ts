/**
 * Lets go of clients that ask and do not fetch. Node has no limit for them: its timeouts are about silence,
 * and such a client may go on sending. What counts here is whether anything leaves.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const LOOK_EVERY_MS = 1_000;
/** So many looks in a row at which answers wait and none has left. */
const MOST_LOOKS = 6;

type Stuck = { sent: number; looks: number };

export function dropUnfetched(server: Server): void {
  const open = new Map<Socket, Stuck>();
  server.on('connection', (socket: Socket) => {
    open.set(socket, { sent: 0, looks: 0 });
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => {
    for (const [socket, stuck] of open) look(socket, stuck);
  }, LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(timer));
}

function look(socket: Socket, stuck: Stuck): void {
  const sent = socket.bytesWritten - socket.writableLength;
  const isStuck = socket.writableLength > 0 && sent === stuck.sent;
  stuck.sent = sent;
  stuck.looks = isStuck ? stuck.looks + 1 : 0;
  // Not a polite end, which would wait for all the rest to be fetched.
  if (stuck.looks >= MOST_LOOKS) socket.resetAndDestroy();
}
