/** Prepares a page for sending: only what a recipe can be read from, so that large pages become small. */

/** The starts and ends of what no recipe is in. */
const USELESS = /<(?:script|style|svg|iframe|canvas|video|audio|!--)/gi;
const ENDS: Readonly<Record<string, RegExp>> = {
  '<script': /<\/script/gi,
  '<style': /<\/style/gi,
  '<svg': /<\/svg/gi,
  '<iframe': /<\/iframe/gi,
  '<canvas': /<\/canvas/gi,
  '<video': /<\/video/gi,
  '<audio': /<\/audio/gi,
  '<!--': /--/g,
};

/**
 * Not with a parser: a document would apply its styles, which our policy refuses and reports. Text that is no page
 * stays as it is. Linear, because the search for an end that is missing is not repeated.
 */
export function pageText(page: string): string {
  const text = page.toWellFormed().replaceAll('\0', '');
  const parts: string[] = [];
  const withoutEnd = new Set<string>();
  let at = 0;
  USELESS.lastIndex = 0;
  for (let found = USELESS.exec(text); found; found = USELESS.exec(text)) {
    const start = found[0].toLowerCase();
    if (withoutEnd.has(start) || (start === '<script' && isData(text, found.index))) continue;
    const end = endOf(text, start, found.index + start.length);
    if (end === undefined) withoutEnd.add(start);
    else {
      parts.push(text.slice(at, found.index));
      USELESS.lastIndex = end;
      at = end;
    }
  }
  return parts.join('') + text.slice(at);
}

/** Most recipes are in a script of JSON. */
function isData(text: string, from: number): boolean {
  const [tag = ''] = text.slice(from, from + 300).split('>');
  return tag.toLowerCase().includes('json');
}

function endOf(text: string, start: string, from: number): number | undefined {
  const pattern = ENDS[start];
  if (!pattern) return undefined;
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  const end = found ? text.indexOf('>', found.index) : -1;
  return end < 0 ? undefined : end + 1;
}

/** A file of a browser, an editor or another app; most are UTF-8. */
export async function fileText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** An address as people type it: `soups.example/leek`. Undefined for other text. */
export function typedAddress(text: string): string | undefined {
  const typed = text.trim();
  if (typed === '' || /\s/.test(typed)) return undefined;
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  const url = URL.parse(address);
  return url && (url.hostname.includes('.') || url.hostname.includes(':')) ? url.href : undefined;
}

/** What another app has shared: an address, perhaps within a text, or a text. */
export function sharedPage(search: string): { address: string } | { text: string } | undefined {
  const parameters = new URLSearchParams(search);
  const [title, text, url] = ['title', 'text', 'url'].map((name) => parameters.get(name) ?? '');
  // Android puts the address into the text.
  const address = typedAddress(url ?? '') ?? /https?:\/\/\S+/.exec(`${text} ${title}`)?.[0];
  if (address !== undefined) return { address };
  return text?.trim() ? { text: `${title}\n\n${text}` } : undefined;
}
