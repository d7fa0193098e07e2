/** One clear sentence for whatever keeps the program from starting or a command from finishing. */
import { WrongSettings } from '#config.ts';
import { WrongDatabase } from '#storage/migrate.ts';
import { isOutage } from '#storage/outage.ts';
import type { Location } from '#storage/store.ts';

/** What an operator did wrong, in words that say so. */
export class Mistake extends Error {
  override name = 'Mistake';
}

export function describeFailure(error: unknown, location?: Location): string {
  if (error instanceof WrongSettings || error instanceof WrongDatabase || error instanceof Mistake)
    return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, address, port } = error as { code?: unknown; address?: string; port?: number };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use. Stop whatever uses it, or set PORT to another.`;
  if (code === 'EACCES' && port)
    return `Port ${port} on ${address} may not be used. Set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL')
    return `${address} is not an address of this machine. Set HOST to one that is.`;
  if (location?.kind === 'sqlite') {
    const reason = sqliteReason(error);
    if (reason) return `The database ${location.file} ${reason}. Nothing was changed.`;
  }
  if (location?.kind === 'postgres' && isOutage(error)) {
    return `PostgreSQL at ${withoutPassword(location.url)} cannot be used: ${error.message || String(code)}. Nothing was changed.`;
  }
  return error.stack ?? error.message;
}

function sqliteReason(error: Error): string | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: number };
  if (errcode !== undefined) {
    const reasons: Record<number, string> = {
      5: 'is in use by another program that does not let go',
      8: 'cannot be written to',
      10: 'cannot be read or written: the disk reports an error',
      11: 'is damaged: restore a backup',
      13: 'cannot grow: the disk is full',
      14: 'cannot be opened: check that its folder can be written to',
      26: 'is damaged, or is no database at all: restore a backup',
    };
    return reasons[errcode & 0xff];
  }
  const folders = ['EACCES', 'EEXIST', 'ENOTDIR', 'EROFS', 'EPERM', 'ENOSPC'];
  return folders.includes(String(code))
    ? `has a folder that cannot be made or written to (${String(code)})`
    : undefined;
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  return shown.toString();
}
