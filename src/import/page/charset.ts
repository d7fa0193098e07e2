/** Decodes the bytes of a page: by its byte order mark, the given charset, or what the document says itself. */

/** Browsers look for the declaration in this many bytes; some sites have it after their scripts. */
const SEARCHED_BYTES = 16_384;
const MAX_TAG = 300;
const IN_HEADER = /charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/i;
const CHARSET = /^ ?= ?["']?([\w-]{2,40})/;

/**
 * `contentType` is the header, if there is one. Bytes that are valid UTF-8 are UTF-8, whatever is
 * declared: a page that somebody has saved or a proxy has changed keeps its old declaration, and text in another
 * charset is hardly ever valid UTF-8 by chance.
 */
export function decodePage(bytes: Uint8Array, contentType = ''): string {
  const marked = byteOrderMark(bytes);
  if (marked !== undefined) return decode(bytes, marked) ?? '';
  // ISO 8859-1 maps every byte to a character, so ASCII can be searched in any charset.
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SEARCHED_BYTES)).toString(
    'latin1',
  );
  const given = IN_HEADER.exec(contentType)?.[1];
  const names = [given, declaredCharset(start.toLowerCase())].filter((name) => name !== undefined);
  const utf8 = names.some((name) => ESCAPED.test(name)) ? undefined : decode(bytes, 'utf-8', true);
  if (utf8 !== undefined) return utf8;
  for (const name of names) {
    // Of bytes that are not quite UTF-8, the declaration decides.
    const text = decode(bytes, name);
    if (text !== undefined) return text;
  }
  return decode(bytes, 'windows-1252') ?? '';
}

/** In <meta charset="…">, in <meta http-equiv="Content-Type" content="…; charset=…">, or in <?xml encoding="…"?>. */
function declaredCharset(start: string): string | undefined {
  if (start.startsWith('<?xml')) return CHARSET.exec(start.split('encoding', 2)[1] ?? '')?.[1];
  for (let at = start.indexOf('<meta'); at >= 0; at = start.indexOf('<meta', at + 1)) {
    const [tag = ''] = start.slice(at, at + MAX_TAG).split('>', 1);
    const found = CHARSET.exec(tag.split('charset', 2)[1] ?? '')?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Charsets whose texts consist of ASCII characters. */
const ESCAPED = /^(?:iso-2022|hz-gb|utf-?7)/i;

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function decode(bytes: Uint8Array, charset: string, fatal = false): string | undefined {
  try {
    return new TextDecoder(charset, { fatal }).decode(bytes);
  } catch {
    // An unknown charset, or bytes that are invalid in it.
    return undefined;
  }
}
