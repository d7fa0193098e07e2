/**
 * Parses the XML of WebDAV requests into a small tree. Entities beyond the five of XML, and a document type, which
 * could declare more, are refused; so is what is deeper, has more elements or longer names than any client sends.
 */
import { SaxesParser } from 'saxes';

/** `name` is the namespace in braces and the local name: `{DAV:}prop`. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: { readonly [name: string]: string };
  readonly children: XmlElement[];
  text: string;
};

const MAX_DEPTH = 32;
/** A client may ask for a thousand events at once. */
const MAX_ELEMENTS = 1_200;
const MAX_NAMESPACE = 200;
const MAX_LOCAL_NAME = 100;

class RefusedXml extends Error {}

function fail(): never {
  throw new RefusedXml();
}

/** Undefined if it is not XML, or more than is accepted. Responses have more elements. */
export function parseXml(text: string, maxElements: number = MAX_ELEMENTS): XmlElement | undefined {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  let elements = 0;
  parser.on('error', fail);
  parser.on('doctype', fail);
  parser.on('opentag', ({ uri, local, attributes }) => {
    elements += 1;
    if (elements > maxElements || open.length > MAX_DEPTH) fail();
    if (uri.length > MAX_NAMESPACE || local.length > MAX_LOCAL_NAME) fail();
    const values = Object.values(attributes).map((attribute) => [attribute.local, attribute.value]);
    const element = {
      name: `{${uri}}${local}`,
      attributes: Object.fromEntries(values),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (more: string) => {
    const element = open.at(-1);
    if (element) element.text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    parser.write(text).close();
  } catch (error) {
    if (error instanceof RefusedXml) return undefined;
    throw error;
  }
  return root.children[0];
}

export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}
