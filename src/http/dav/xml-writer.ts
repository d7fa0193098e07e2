/**
 * Writes the XML of WebDAV responses. Text is always escaped; names are ours, or come from the parser. Namespaces are
 * declared at the root, once: a client may ask for a property of its own of a thousand events.
 */
import { hash } from 'node:crypto';

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
  /** The namespaces of clients that the text uses; most texts use none. */
  readonly foreign: ReadonlySet<string> | undefined;
  constructor(text: string, foreign?: ReadonlySet<string>) {
    this.text = text;
    this.foreign = foreign;
  }
}

type Content = string | Xml | readonly Xml[];

/** `name` is the namespace in braces and the local name, as xml-reader.ts has it. */
export function element(name: string, content: Content = [], attributes: Record<string, string> = {}): Xml {
  const end = name.indexOf('}');
  const [namespace, local] = [name.slice(1, end), name.slice(end + 1)];
  const tag = namespace === '' ? local : `${PREFIXES[namespace] ?? foreignPrefix(namespace)}:${local}`;
  const others = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const children = typeof content === 'string' ? [] : [content].flat();
  const inner = typeof content === 'string' ? escapeXml(content) : children.map(({ text }) => text).join('');
  const foreign = new Set(children.flatMap((child) => [...(child.foreign ?? [])]));
  if (namespace !== '' && PREFIXES[namespace] === undefined) foreign.add(namespace);
  const start = `<${tag}${others.join('')}`;
  return new Xml(
    inner === '' ? `${start}/>` : `${start}>${inner}</${tag}>`,
    foreign.size > 0 ? foreign : undefined,
  );
}

/** The same for the same namespace, so that elements can be written before the document that holds them is known. */
function foreignPrefix(namespace: string): string {
  return `X${hash('sha256', namespace).slice(0, 16)}`;
}

export function href(path: string): Xml {
  return element('{DAV:}href', path);
}

/** A whole document, with all namespaces declared at its root. */
export function documentOf(root: Xml): string {
  const foreign = Array.from(
    root.foreign ?? [],
    (namespace) => ` xmlns:${foreignPrefix(namespace)}="${escapeXml(namespace)}"`,
  );
  const text = root.text.replace(/^<[A-Z]+:[a-z-]+/, (tag) => tag + DECLARATIONS + foreign.join(''));
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
