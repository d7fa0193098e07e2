/** ETags of responses, and the conditions of requests on them (RFC 9110, section 13). */
import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The body of a response as JSON text, and a number that changes with it. */
export type Loaded = { text: string; version: number };

/** The checksum is for databases restored from a backup, where versions start again at an earlier number. */
export function etagOf({ text, version }: Loaded): string {
  return `"${version.toString(36)}-${crc32(text).toString(36)}"`;
}

/** Of a response that has no version. */
export function etagOfBytes(bytes: Buffer | string): string {
  return `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"`;
}

/** Weak comparison, as section 13.1.2 requires for `If-None-Match`. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some((part) => {
    const tag = part.trim();
    return tag === '*' || tag.replace(/^W\//, '') === etag;
  });
}

/** Strong comparison, as section 13.1.1 requires for `If-Match`. `*` means that there is something to change. */
export function allowsChange(ifMatch: string | undefined, etag: string, exists: boolean): boolean {
  if (ifMatch === undefined) return true;
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  return tags.includes(etag) || (exists && tags.includes('*'));
}
