/** A request and a response of CalDAV, apart from the framework. */
import type { DavContext, DavResource } from './resources.ts';
import type { XmlElement } from './xml-reader.ts';
import { documentOf, element, type Xml } from './xml-writer.ts';

export type DavRequest = {
  method: string;
  resource: DavResource;
  depth: string | undefined;
  contentType: string | undefined;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
  body: string;
  context: DavContext;
  /** For changes: the key as their author. */
  actor: string;
};

export type DavResponse = {
  status: number;
  headers?: Record<string, string>;
  body?: { type: string; text: string | Buffer };
};

export const XML_TYPE = 'application/xml; charset=utf-8';

export const METHODS = 'OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT';

function xmlResponse(status: number, root: Xml): DavResponse {
  return { status, body: { type: XML_TYPE, text: documentOf(root) } };
}

/** An error that names the condition that is not met (RFC 4918, section 16). */
export function precondition(status: number, name: string, content: readonly Xml[] = []): DavResponse {
  return xmlResponse(status, element('{DAV:}error', element(name, content)));
}

/** Every client has its own properties; the longest list that is known has thirty. */
const MAX_NAMES = 100;

/** The properties that are named, each with its empty element. Undefined if they are too many. */
export function namesIn(props: readonly XmlElement[]): ReadonlyMap<string, Xml> | undefined {
  const names = new Set(props.flatMap(({ children }) => children.map(({ name }) => name)));
  return names.size > MAX_NAMES ? undefined : new Map(Array.from(names, (name) => [name, element(name)]));
}

/** More than a request may ask for: the work is refused before it begins. */
export function tooMuch(): DavResponse {
  return precondition(507, '{DAV:}number-of-matches-within-limits');
}
