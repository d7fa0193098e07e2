/**
 * Serves the API description and the page that shows it, each part made when it is first asked
 * for: most services never are, and start faster and smaller so. The page comes from the service's
 * own files and may load nothing else: its policy allows no other origin and nothing inline.
 */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { makeOpenApi } from './openapi.ts';
import type { PublicRoute } from './public-route.ts';

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
};

const SCRIPTS = ['page', 'description', 'elements', 'try-out'];

/** A description is for everyone's tools, in a browser too. */
const DESCRIPTION_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export function registerDocs(app: FastifyInstance, reads: PublicRoute[]): void {
  serve(
    '/api/openapi.json',
    'application/json',
    () => JSON.stringify(makeOpenApi(reads)),
    DESCRIPTION_HEADERS,
  );
  serve('/api/docs', 'text/html', () => readOwn('page.html'));
  serve('/api/docs/base.css', 'text/css', () => readOwn('base.css'));
  serve('/api/docs/page.css', 'text/css', () => readOwn('page.css'));
  serve('/api/docs/icon.svg', 'image/svg+xml', () => readOwn('icon.svg'));
  for (const name of SCRIPTS) {
    serve(`/api/docs/${name}.js`, 'text/javascript', () => asJavaScript(readOwn(`${name}.ts`)));
  }

  function serve(
    url: string,
    type: string,
    make: () => string,
    more: Record<string, string> = PAGE_HEADERS,
  ): void {
    let made: { body: string; etag: string } | undefined;
    app.get(url, async (request, reply) => {
      made ??= tagged(make());
      const { body, etag } = made;
      reply.headers({ ...more, 'Cache-Control': 'no-cache', ETag: etag });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(`${type}; charset=utf-8`).send(body);
    });
  }
}

function tagged(body: string): { body: string; etag: string } {
  return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 27)}"` };
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
