/** Turns an error that stops the program or a command into one sentence for the operator. */
import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from './domain/user-error.ts';
import { isDamage, isOutage } from '#storage/outage.ts';
import type { Location } from '#storage/store.ts';

export function describeFailure(error: unknown, location?: Location): string {
  if (error instanceof UserError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const {
    code,
    address,
    hostname,
    port,
    path,
    settingPrefix = '',
  } = error as Partial<
    Record<'code' | 'address' | 'hostname' | 'path' | 'settingPrefix', string> & { port: number }
  >;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use. Stop whatever uses it, or set ${settingPrefix}PORT to another.`;
  if (code === 'EACCES' && port)
    return `Port ${port} on ${address} may not be used. Set ${settingPrefix}PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL')
    return `${address} is not an address of this machine. Set ${settingPrefix}HOST to one that is.`;
  // Only HOST, METRICS_HOST and PostgreSQL have host names to resolve.
  if (hostname && !(location?.kind === 'postgres' && new URL(location.url).hostname === hostname))
    return `${hostname} is not an address of this machine. Set ${settingPrefix}HOST to one that is.`;
  if (location && isDamage(error)) return describeDamage(error, location);
  if (location?.kind === 'sqlite') {
    const reason = sqliteReason(error, location.file);
    if (reason) return `The database ${location.file} ${reason}. Nothing was changed.`;
  }
  if (location?.kind === 'postgres' && isOutage(error)) {
    return `PostgreSQL at ${withoutPassword(location.url)} cannot be used: ${error.message || String(code)}. Nothing was changed.`;
  }
  if (typeof code === 'string' && path) {
    const named = path.replace(/\.\w+\.partial$/, '');
    return code === 'ENOENT'
      ? `There is no ${named}, or its folder does not exist.`
      : `${named} cannot be read or written (${code}).`;
  }
  return error.stack ?? error.message;
}

function describeDamage(error: Error, location: Location): string {
  if (location.kind === 'postgres')
    return `PostgreSQL at ${withoutPassword(location.url)} is damaged (${error.message}): restore a backup.`;
  const isDatabase = 'errcode' in error && error.errcode !== 26;
  const fault = isDatabase ? `is damaged (${error.message})` : 'is damaged, or is no database at all';
  return `The database ${location.file} ${fault}: move it away and restore a backup.`;
}

function sqliteReason(error: Error, file: string): string | undefined {
  const { code, errcode, syscall, path } = error as Partial<
    Record<'code' | 'syscall' | 'path', string> & { errcode: number }
  >;
  if (errcode !== undefined) {
    const reasons: Record<number, string> = {
      5: 'is locked by another program',
      8: 'cannot be written to',
      10: 'cannot be read or written: the disk reports an error',
      13: 'cannot grow: the disk is full',
      14: describeOwner(file) ?? 'cannot be opened: check that its folder can be written to',
    };
    return reasons[errcode & 0xff];
  }
  const isDenied = code === 'EACCES' && (syscall === 'mkdir' || path?.startsWith(file));
  const owner = isDenied ? describeOwner(file) : undefined;
  if (owner !== undefined) return owner;
  if (path?.startsWith(file)) return `cannot be opened: check that its folder can be written to (${code})`;
  return syscall === 'mkdir' ? `has a folder that cannot be made or written to (${String(code)})` : undefined;
}

/** Names the user who may write the database, if it is another one: a container runs as the user it was started with. */
export function describeOwner(file: string, user = process.getuid?.()): string | undefined {
  let path = file;
  while (!existsSync(path)) path = dirname(path);
  const { uid, mode } = statSync(path);
  const isOpenToAll = (mode & 0o002) !== 0;
  if (user === undefined || user === 0 || uid === user || isOpenToAll) return undefined;
  return `cannot be opened: Weekfare runs as user ${user}, but ${path} belongs to user ${uid}. Run it as that user, or change the owner`;
}

/** The URL of a database without its password, for messages. */
export function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  shown.searchParams.delete('password');
  return shown.toString();
}
