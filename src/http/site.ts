/**
 * Serves the built web app from memory. Which address is which page is the browser's business: all
 * pages are one document, and what is no page at all gets the same one with 404, to say so kindly. Its
 * policy allows nothing from elsewhere and nothing inline.
 */
import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UserError } from '#domain/user-error.ts';

const PAGES = [
  '/',
  '/week/:week',
  '/recipes',
  '/recipes/:recipe',
  '/recipes/:recipe/edit',
  '/list',
  '/list/:week',
  '/wishes',
  '/sign-in',
  '/sign-up',
  '/join',
  '/removed',
  '/profile',
  '/display',
];

const BUILT = join(import.meta.dirname, '../../dist/web');

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** A worker obeys the policy of its own script, not that of the page. */
const POLICY = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

const PAGE_HEADERS = {
  ...POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

type Body = { bytes: Buffer; etag: string };
type File = { type: string; headers: Record<string, string>; plain: Body; packed: Map<string, Body> };

export type Site = {
  register(app: FastifyInstance): void;
  /** Answers someone who looks for a page where there is none; leaves everyone else alone. */
  sendNotFoundPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
};

/** Reads the whole app at once: a build that replaces it later does not reach a running server. */
export function readSite(folder = BUILT): Site {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new UserError('The web app is not built yet: run npm run build, or npm start, which does it.');
  }
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => extname(name) in TYPES);
  const files = new Map(names.map((name) => [`/${name}`, readFile(folder, name)]));
  const page = files.get('/index.html') as File;
  files.delete('/index.html');

  return {
    register(app) {
      for (const path of PAGES) app.get(path, async (request, reply) => send(request, reply, page));
      for (const [path, file] of files) {
        app.get(path, async (request, reply) => send(request, reply, file));
      }
    },
    sendNotFoundPage(request, reply) {
      const isPage = !/^\/(api|app)(\/|$|\?)/.test(request.url) && ['GET', 'HEAD'].includes(request.method);
      if (!isPage || !request.headers.accept?.includes('text/html')) return undefined;
      return send(request, reply.code(404), page);
    },
  };
}

function readFile(folder: string, name: string): File {
  const path = join(folder, name);
  const packed = ENCODINGS.filter(([, ending]) => existsSync(path + ending)).map(
    ([encoding, ending]) => [encoding, tagged(readFileSync(path + ending))] as const,
  );
  return {
    type: TYPES[extname(name)] as string,
    headers: {
      ...(name === 'index.html' && PAGE_HEADERS),
      ...(name === 'service-worker.js' && POLICY),
      // What has a hash in its name never changes; the rest is asked for again each time.
      'Cache-Control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(packed.length > 0 && { Vary: 'Accept-Encoding' }),
    },
    plain: tagged(readFileSync(path)),
    packed: new Map(packed),
  };
}

function tagged(bytes: Buffer): Body {
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"` };
}

function send(request: FastifyRequest, reply: FastifyReply, { type, headers, plain, packed }: File) {
  const encoding = bestEncoding(request.headers['accept-encoding'] ?? '', packed);
  const { bytes, etag } = packed.get(encoding) ?? plain;
  reply.headers({ ...headers, ETag: etag });
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known?.includes(etag) && reply.statusCode === 200) return reply.code(304).send();
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.type(type).send(bytes);
}

export function bestEncoding(accepted: string, packed: ReadonlyMap<string, unknown>): string {
  const wishes = accepted
    .toLowerCase()
    .split(',')
    .map((wish) => wish.split(';').map((part) => part.trim()));
  const isWanted = (encoding: string) =>
    wishes.some(([name, ...parameters]) => name === encoding && weightIn(parameters) > 0);
  return ENCODINGS.map(([encoding]) => encoding).find((one) => packed.has(one) && isWanted(one)) ?? '';
}

/** RFC 9110, 12.4.2. */
function weightIn(parameters: string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return weight === undefined ? 1 : Number(weight.slice(2));
}
