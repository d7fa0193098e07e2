/**
 * Serves the API description and the page that shows it, both made once at start. The page comes
 * from the service's own files and may load nothing else: its policy allows no other origin and
 * nothing inline.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { makeOpenApi } from './openapi.ts';
import type { PublicRead } from './read.ts';

const PAGE_HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
};

const SCRIPTS = ['page', 'description', 'elements', 'try-out'];

/** A description is for everyone's tools, in a browser too. */
const DESCRIPTION_HEADERS = { 'Access-Control-Allow-Origin': '*' };

export function registerDocs(app: FastifyInstance, reads: PublicRead[]): void {
  const description = JSON.stringify(makeOpenApi(reads));
  serve('/api/openapi.json', 'application/json', description, DESCRIPTION_HEADERS);
  serve('/api/docs', 'text/html', readOwn('page.html'), PAGE_HEADERS);
  serve('/api/docs/base.css', 'text/css', readOwn('base.css'), PAGE_HEADERS);
  serve('/api/docs/page.css', 'text/css', readOwn('page.css'), PAGE_HEADERS);
  serve('/api/docs/icon.svg', 'image/svg+xml', readOwn('icon.svg'), PAGE_HEADERS);
  for (const name of SCRIPTS) {
    serve(`/api/docs/${name}.js`, 'text/javascript', asJavaScript(readOwn(`${name}.ts`)), PAGE_HEADERS);
  }

  function serve(url: string, type: string, body: string, more: Record<string, string>): void {
    const etag = `"${hash('sha256', body, 'base64url').slice(0, 27)}"`;
    const headers = { ...more, 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-cache', ETag: etag };
    app.get(url, async (request, reply) => {
      reply.headers(headers);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(`${type}; charset=utf-8`).send(body);
    });
  }
}

function readOwn(name: string): string {
  return readFileSync(new URL(`docs/${name}`, import.meta.url), 'utf8');
}

/** TypeScript as a browser runs it: without its types, and with imports under the names served here. */
function asJavaScript(source: string): string {
  // oxlint-disable-next-line typescript/unbound-method -- it is put back as it was
  const { emitWarning } = process;
  // Node calls this function experimental, in plain text on stderr, which is the place of the JSON log.
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(source).replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'");
  } finally {
    process.emitWarning = emitWarning;
  }
}
