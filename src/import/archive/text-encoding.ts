/** Decodes text files of unknown origin. */
import { normalize } from '#domain/text/unicode.ts';

/** By the byte order mark; without one UTF-8 if it is valid, otherwise the code page of Western Windows. */
export function decodeText(bytes: Uint8Array): string {
  return normalize(decode(bytes), 'NFC').replaceAll(/\r\n?/g, '\n');
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
