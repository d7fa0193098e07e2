/** Lines of an iCalendar file (RFC 5545, section 3.1): folded after 75 octets, and texts escaped. */

const MAX_OCTETS = 75;

export function contentLine(name: string, value: string): string {
  return foldLine(`${name}:${value}`);
}

/** Ends with CRLF. A code point is never divided: readers that unfold after decoding would lose it. */
export function foldLine(line: string): string {
  // A UTF-16 unit has at most three octets.
  if (line.length * 3 <= MAX_OCTETS) return `${line}\r\n`;
  let folded = '';
  let start = 0;
  let octets = 0;
  for (let at = 0; at < line.length;) {
    const codePoint = line.codePointAt(at) as number;
    const size = octetsOf(codePoint);
    if (octets + size > MAX_OCTETS) {
      folded += `${line.slice(start, at)}\r\n `;
      start = at;
      // The space at the beginning counts.
      octets = 1;
    }
    octets += size;
    at += codePoint > 0xffff ? 2 : 1;
  }
  return `${folded}${line.slice(start)}\r\n`;
}

function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

/** A value of the type TEXT (section 3.3.11). It must not contain controls other than tab and line feed. */
export function escapeText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?/g, '\n')
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
      .replace(/[\\;,]/g, '\\$&')
      .replaceAll('\n', '\\n')
  );
}
