/** Serves the OpenAPI description. It is generated at the first request: most servers never need it. */
import type { FastifyInstance } from 'fastify';
import { etagOfBytes, matchesEtag } from '#http/headers/etag.ts';
import { makeOpenApi } from './openapi.ts';
import { KEY_ENDPOINTS } from '#http/endpoints.ts';

export function registerOpenApi(app: FastifyInstance): void {
  let description: { body: string; etag: string } | undefined;
  app.get('/api/openapi.json', async (request, reply) => {
    description ??= withEtag(JSON.stringify(makeOpenApi(KEY_ENDPOINTS)));
    const { body, etag } = description;
    reply.headers({
      // Tools in web pages of any origin may read it.
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'no-cache',
      ETag: etag,
    });
    const ifNoneMatch = request.headers['if-none-match'];
    if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(body);
  });
}

function withEtag(body: string): { body: string; etag: string } {
  return { body, etag: etagOfBytes(body) };
}
