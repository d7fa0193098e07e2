/** Reads CSV (RFC 4180) as spreadsheets and apps write it: quotes, line ends in values, commas, semicolons or tabs. */

/** Each row by the names of the header. Rows without a value are left out. */
export function parseCsv(text: string): Record<string, string>[] {
  const rows = parseRows(text, delimiterOf(text));
  const header = rows.next().value?.map((name) => name.trim()) ?? [];
  return [...rows]
    .filter((row) => row.some((value) => value.trim() !== ''))
    .map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])));
}

export function csvHeader(text: string): string[] {
  const first = parseRows(text, delimiterOf(text)).next().value ?? [];
  return first.map((name) => name.trim());
}

const DELIMITERS = [',', ';', '\t'] as const;

/** The one that is most frequent in the first line. */
function delimiterOf(text: string): string {
  const end = text.indexOf('\n');
  const line = end < 0 ? text : text.slice(0, end);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** A quote opens a quoted value only at its beginning; a quote that is never closed ends with the text. */
function* parseRows(text: string, delimiter: string): Generator<string[], undefined> {
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const { value, end } = text[at] === '"' ? quotedValue(text, at + 1) : { value: '', end: at };
    const rest = endOfValue(text, end, delimiter);
    row.push(value + text.slice(end, rest));
    at = rest + 1;
    if (text[rest] === delimiter) {
      if (at === text.length) row.push('');
      continue;
    }
    yield row;
    row = [];
  }
  if (row.length > 0) yield row;
}

function quotedValue(text: string, start: number): { value: string; end: number } {
  const pieces: string[] = [];
  let from = start;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { value: pieces.join('') + text.slice(from), end: text.length };
    if (text[quote + 1] !== '"') return { value: pieces.join('') + text.slice(from, quote), end: quote + 1 };
    pieces.push(text.slice(from, quote + 1));
    from = quote + 2;
  }
}

function endOfValue(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n') at += 1;
  return at;
}
