/** Fetches pages and pictures at addresses that members set, through the guard. Redirects are checked in the same way. */
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type Refusal, refuse } from '#domain/refusal.ts';
import { FetchFailure, type FetchSettings, Guard, open } from './guard.ts';

type FetchOptions = {
  accept: keyof typeof MEDIA_TYPES;
  /** Ends the fetch when nobody waits for it any more. */
  signal?: AbortSignal;
  limits?: Partial<typeof LIMITS>;
};

export type Fetched = {
  /** After redirects, without a fragment. */
  address: string;
  /** The value of `Content-Type`. */
  contentType: string;
  bytes: Buffer;
};

const LIMITS = { bytes: 5_000_000, totalMs: 10_000, redirects: 3, headerBytes: 32_768, addressLength: 2_000 };
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MEDIA_TYPES = {
  text: /^(text\/[\w.+-]+|application\/(xhtml\+xml|xml|json|ld\+json))$/,
  image: /^image\/(jpeg|png|webp|avif|gif)$/,
} as const;
const ACCEPT = {
  text: 'text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.1',
  image: 'image/webp,image/jpeg,image/png;q=0.9,*/*;q=0.1',
};
const DECODERS = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
};

export async function fetchGuarded(
  address: string,
  settings: FetchSettings,
  { accept, signal, limits }: FetchOptions,
): Promise<Fetched | Refusal> {
  if (!settings.isOn) return refuse('fetch-off');
  const limit = { ...LIMITS, ...limits };
  const deadline = AbortSignal.timeout(limit.totalMs);
  const ended = signal ? AbortSignal.any([deadline, signal]) : deadline;
  const guard = new Guard(settings);
  try {
    let url = guard.parse(address, limit.addressLength);
    for (let redirects = 0; ; redirects += 1) {
      const response = await open(url, await guard.resolve(url, ended), {
        signal: ended,
        maxHeaderSize: limit.headerBytes,
        headers: {
          'user-agent': settings.userAgent,
          accept: ACCEPT[accept],
          'accept-encoding': 'gzip, br',
        },
      });
      const { location } = response.headers;
      if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) {
        const contentType = checkHead(response, MEDIA_TYPES[accept], limit.bytes);
        return { address: url.href, contentType, bytes: await readBody(response, limit.bytes, ended) };
      }
      response.destroy();
      if (redirects >= limit.redirects) throw new FetchFailure(refuse('page-unreachable'));
      url = guard.parse(URL.parse(location, url)?.href ?? '', limit.addressLength);
    }
  } catch (error) {
    if (error instanceof FetchFailure) return error.refusal;
    if (deadline.aborted) return refuse('page-too-slow');
    // Whatever a foreign server does wrong is its failure, not ours: no connection, TLS, malformed HTTP, bad gzip.
    return refuse('page-unreachable');
  }
}

/** Throws unless a body of the wanted type and size follows. Returns the content type. */
function checkHead(response: IncomingMessage, wanted: RegExp, maxBytes: number): string {
  const { statusCode, headers } = response;
  const contentType = headers['content-type'] ?? '';
  const [mediaType = ''] = contentType.toLowerCase().split(';');
  const refusal =
    statusCode !== 200
      ? refuse('page-refused')
      : !wanted.test(mediaType.trim())
        ? refuse('page-not-text')
        : Number(headers['content-length'] ?? 0) > maxBytes
          ? refuse('page-too-large')
          : undefined;
  if (!refusal) return contentType;
  response.destroy();
  throw new FetchFailure(refusal);
}

async function readBody(response: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  const coding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) chunks.push(chunk);
  };
  const limit = () => limitBytes(maxBytes);
  if (coding === 'identity') {
    await pipeline(response, limit(), collect, { signal });
  } else if (coding in DECODERS) {
    const decoder = DECODERS[coding as keyof typeof DECODERS]();
    // Before too: compressed data can go on for ever without a byte of content.
    await pipeline(response, limit(), decoder, limit(), collect, { signal });
  } else {
    response.destroy();
    throw new FetchFailure(refuse('page-unreachable'));
  }
  return Buffer.concat(chunks);
}

function limitBytes(maxBytes: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of source) {
      size += chunk.length;
      if (size > maxBytes) throw new FetchFailure(refuse('page-too-large'));
      yield chunk;
    }
  };
}
