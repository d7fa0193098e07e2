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
  body?: { type: string; text: string };
};

/** Other requests are served after so many members: a family may have planned for years. */
export const MEMBERS_PER_TURN = 50;

export const METHODS = 'OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT';

export function xmlResponse(status: number, root: Xml): DavResponse {
  return { status, body: { type: 'application/xml; charset=utf-8', text: documentOf(root) } };
}

/** An error that names the condition that is not met (RFC 4918, section 16). */
export function precondition(status: number, name: string, content: readonly Xml[] = []): DavResponse {
  return xmlResponse(status, element('{DAV:}error', element(name, content)));
}

export function namesIn(prop: XmlElement): string[] {
  return [...new Set(prop.children.map(({ name }) => name))];
}
