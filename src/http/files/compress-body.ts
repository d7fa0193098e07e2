/**
 * Compresses the JSON that a page reads: a shopping list has 32 kB, and 3 compressed. Only GET: a response to a
 * change can have a secret, and its compressed length beside text of the request would tell about it (BREACH).
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bestEncoding, type Encoding, ENCODINGS } from '#http/headers/accept.ts';

/** A shorter body fits into one packet anyway. */
const MIN_CHARACTERS = 1_400;
/** A tenth larger than at the highest quality, in a hundredth of the time. */
const QUALITY = 4;

const COMPRESS: Record<Encoding, (text: string) => Promise<Buffer>> = {
  br: (text) => compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
  gzip: (text) => compressGzip(text, { level: QUALITY }),
};
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];
const AVAILABLE = new Set(ENCODINGS);

/** A hook of the framework, called before a body is sent. */
export async function compressBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: unknown,
): Promise<unknown> {
  if (request.method !== 'GET' || typeof body !== 'string' || body.length < MIN_CHARACTERS) return body;
  reply.header('Vary', 'Accept-Encoding');
  const encoding = bestEncoding(request.headers['accept-encoding'] ?? '', AVAILABLE);
  if (!encoding) return body;
  const compressed = await COMPRESS[encoding](body);
  reply.header('Content-Encoding', encoding).removeHeader('Content-Length');
  return compressed;
}
