/**
 * The format of an API key: `wf_`, a public id of 8, `_`, a secret of 32, a checksum of 6. With the checksum,
 * scanners recognise a leaked key, and a mistyped key is refused without a query. Whether a key is valid is
 * decided elsewhere.
 */
import { crc32 } from 'node:zlib';
import { BASE62, randomText } from './secret.ts';

export const API_KEY_LENGTH = 50;
const CHECKED_LENGTH = 44;
const PATTERN = /^wf_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/;

export function mintApiKey(id = randomText(8)): { id: string; key: string } {
  const checked = `wf_${id}_${randomText(32)}`;
  return { id, key: checked + checksum(checked) };
}

/** Whether a text has the format and the checksum of a key. */
export function isApiKey(text: string): boolean {
  return text.length === API_KEY_LENGTH && PATTERN.test(text) && text.endsWith(checksum(text));
}

/** The part of a key that identifies it and is not secret. */
export function publicIdOf(key: string): string {
  return key.slice(3, 11);
}

/** The CRC32 of the text before the checksum, as six base62 digits. */
function checksum(key: string): string {
  let rest = crc32(key.slice(0, CHECKED_LENGTH));
  let digits = '';
  for (let digit = 0; digit < 6; digit += 1) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
