/** Writes the XML of WebDAV responses. Text is always escaped; names are ours, or come from the parser. */

const PREFIXES: { readonly [namespace: string]: string } = {
  'DAV:': 'D',
  'urn:ietf:params:xml:ns:caldav': 'C',
  'http://calendarserver.org/ns/': 'CS',
  'http://apple.com/ns/ical/': 'A',
};
const DECLARATIONS = Object.entries(PREFIXES)
  .map(([namespace, prefix]) => ` xmlns:${prefix}="${namespace}"`)
  .join('');

/** XML that is written already, so that text and markup cannot be confused. */
export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | Xml | readonly Xml[];

/** `name` is the namespace in braces and the local name, as xml-reader.ts has it. */
export function element(name: string, content: Content = [], attributes: Record<string, string> = {}): Xml {
  const end = name.indexOf('}');
  const [namespace, local] = [name.slice(1, end), name.slice(end + 1)];
  const prefix = PREFIXES[namespace];
  const tag = prefix === undefined ? (namespace === '' ? local : `X:${local}`) : `${prefix}:${local}`;
  const declared = prefix === undefined && namespace !== '' ? ` xmlns:X="${escapeXml(namespace)}"` : '';
  const others = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const inner = contentText(content);
  const start = `<${tag}${declared}${others.join('')}`;
  return new Xml(inner === '' ? `${start}/>` : `${start}>${inner}</${tag}>`);
}

function contentText(content: Content): string {
  if (typeof content === 'string') return escapeXml(content);
  return content instanceof Xml ? content.text : content.map(({ text }) => text).join('');
}

export function href(path: string): Xml {
  return element('{DAV:}href', path);
}

/** A whole document, with all namespaces declared at its root. */
export function documentOf(root: Xml): string {
  const text = root.text.replace(/^<[A-Z]+:[a-z-]+/, (tag) => tag + DECLARATIONS);
  return `<?xml version="1.0" encoding="utf-8"?>\n${text}`;
}

/** A carriage return is written as a reference: parsers would read CRLF as LF. XML has no other controls. */
function escapeXml(text: string): string {
  return (
    text
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\r', '&#13;')
  );
}
