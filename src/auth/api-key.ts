/**
 * The form of an API key: `wf_`, a public id of 8, `_`, a secret of 32, a checksum of 6. The
 * checksum lets scanners find a leaked key and lets a mistyped one be refused without a look-up.
 * Decides nothing about whether a key is valid.
 */
import { BASE62, randomText } from './secret.ts';

export const API_KEY_LENGTH = 50;
const CHECKED_LENGTH = 44;
const FORM = /^wf_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/;

export function mintApiKey(id = randomText(8)): { id: string; key: string } {
  const checked = `wf_${id}_${randomText(32)}`;
  return { id, key: checked + checksum(checked) };
}

/** Whether a text has the form and the checksum of a key. */
export function isApiKey(text: string): boolean {
  return text.length === API_KEY_LENGTH && FORM.test(text) && text.endsWith(checksum(text));
}

/** The part of a key that names it. */
export function publicIdOf(key: string): string {
  return key.slice(3, 11);
}

const CRC_TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});

/** CRC32 of the part before the checksum, in six base62 digits. `zlib.crc32` takes twice as long on text this short. */
function checksum(key: string): string {
  let crc = -1;
  for (let at = 0; at < CHECKED_LENGTH; at += 1) {
    crc = (CRC_TABLE[(crc ^ key.charCodeAt(at)) & 0xff] as number) ^ (crc >>> 8);
  }
  let rest = ~crc >>> 0;
  let digits = '';
  for (let digit = 0; digit < 6; digit += 1) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
