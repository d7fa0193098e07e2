/**
 * Connections whose request may take longer than others to arrive, because it is a file. Node has one limit for all
 * requests of a server, and reports each connection that exceeds it once; the listener ignores it for these. The caller
 * of `allowSlowBody` must limit the time of the body itself.
 */
import type { Duplex } from 'node:stream';

const sockets = new WeakSet<Duplex>();

/** Returns a function that ends the permission. */
export function allowSlowBody(socket: Duplex): () => void {
  sockets.add(socket);
  return () => void sockets.delete(socket);
}

export function hasSlowBody(socket: Duplex): boolean {
  return sockets.has(socket);
}
