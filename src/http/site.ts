/**
 * Serves the built web app and the API docs page from memory. All pages of the app are one document with a
 * client-side router; an unknown path gets the same document with status 404. The Content-Security-Policy of both
 * documents allows no other origin and nothing inline.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type PagePath, PAGES } from '#domain/pages.ts';
import { UserError } from '#domain/user-error.ts';
import { bestEncoding, type Encoding, ENCODINGS } from '#http/headers/accept.ts';
import { etagOfBytes, matchesEtag } from '#http/headers/etag.ts';
import { problem } from '#http/problems/problem.ts';
import { sendProblem } from '#http/problems/send-problem.ts';

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

/** The files with a hash in their name. */
const ASSETS = '/assets/';

const EXTENSIONS: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

const POLICY = [
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
].join('; ');

/** The docs page has no forms, workers, manifest or data: images. */
const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The documents of the build, with their paths and policies. */
const DOCUMENTS: Record<string, { paths: readonly string[]; policy: string }> = {
  'index.html': { paths: Object.keys(PAGES), policy: POLICY },
  'docs/page.html': { paths: ['/api/docs'], policy: DOCS_POLICY },
};

/** Pages that people open by a link with a secret: search engines must not list them. */
const BY_LINK: ReadonlySet<string> = new Set<PagePath>(['/display', '/join', '/reset', '/shared-list']);

const DOCUMENT_HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * The page that the bookmarklet opens from another site: with the usual policy, the two could not exchange messages. It
 * shows nothing of the family before a member has agreed, and takes no address from the site that opened it.
 */
const OPENED_BY_SITES: PagePath = '/recipes/handover';
const ALLOWS_OPENER = { 'Cross-Origin-Opener-Policy': 'unsafe-none' };

type Content = { bytes: Buffer; etag: string };
type File = {
  type: string;
  headers: Record<string, string>;
  plain: Content;
  compressed: Map<Encoding, Content>;
};

export type Site = {
  register(framework: FastifyInstance): void;
  /** Sends the app with 404 to a browser that navigates to an unknown path; returns undefined for other requests. */
  sendNotFoundPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;
};

/** Reads all files at the start: a later build does not change a running server. */
export function readSite(folder = BUILT): Site {
  if (!existsSync(join(folder, 'index.html'))) {
    throw new UserError('The web app is not built yet: run npm run build, or npm start, which does it.');
  }
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => extname(name) in TYPES);
  const files = new Map(names.map((name) => [`/${name}`, readFile(folder, name)]));
  const app = files.get('/index.html') as File;
  const pageFiles = readPageFiles(folder);

  const sendNotFoundPage: Site['sendNotFoundPage'] = (request, reply) => {
    const isPage = !/^\/(api|app)(\/|$|\?)/.test(request.url) && ['GET', 'HEAD'].includes(request.method);
    if (!isPage || !request.headers.accept?.includes('text/html')) return undefined;
    return send(request, reply.code(404), app);
  };
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) =>
    sendNotFoundPage(request, reply) ?? sendProblem(reply, problem('not-found'));

  return {
    register(framework) {
      // One route for the many files in this folder: a route of each would take a third of the time of a start.
      framework.get<{ Params: { name: string } }>(`${ASSETS}:name`, async (request, reply) => {
        const file = files.get(ASSETS + request.params.name);
        return file ? send(request, reply, file) : sendNotFound(request, reply);
      });
      for (const [name, file] of files) {
        if (name.startsWith(ASSETS)) continue;
        const paths = DOCUMENTS[name.slice(1)]?.paths ?? [name];
        for (const path of paths) {
          framework.get(path, async (request, reply) => {
            const links = file === app ? preloadLinks(path, pageFiles, request) : [];
            if (links.length > 0) reply.header('Link', links.join(', '));
            if (BY_LINK.has(path)) reply.header('X-Robots-Tag', 'noindex, nofollow');
            return send(request, reply, file, path === OPENED_BY_SITES ? ALLOWS_OPENER : {});
          });
        }
      }
    },
    sendNotFoundPage,
  };
}

/** The scripts and styles of the app, and those that a page has besides. */
type PageFiles = { app: string[]; pages: Partial<Record<string, string[]>> };

function readPageFiles(folder: string): PageFiles {
  const file = join(folder, 'page-files.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as PageFiles) : { app: [], pages: {} };
}

/** The values of the `Link` header (RFC 8288): what a browser may fetch before a script asks for it. */
function preloadLinks(path: string, { app, pages }: PageFiles, { headers }: FastifyRequest): string[] {
  const isSignedIn = /(?:^|[ -])weekfare-session=/.test(headers.cookie ?? '');
  const needsSession = path === '/' || (isSignedIn && PAGES[path as PagePath] === 'members');
  // The page for visitors; the app has that of the week.
  const files = path === '/' && isSignedIn ? [] : (pages[path] ?? []);
  return [
    ...(needsSession ? ['</app/api/session>; rel=preload; as=fetch; crossorigin'] : []),
    // Not modulepreload, for which browsers wait until the document has begun.
    ...[...app, ...files].map(
      (file) => `</${file}>; rel=preload; as=${file.endsWith('.css') ? 'style' : 'script'}; crossorigin`,
    ),
  ];
}

function readFile(folder: string, name: string): File {
  const path = join(folder, name);
  const policy = DOCUMENTS[name]?.policy;
  const compressed = ENCODINGS.filter((encoding) => existsSync(path + EXTENSIONS[encoding])).map(
    (encoding) => [encoding, withEtag(readFileSync(path + EXTENSIONS[encoding]))] as const,
  );
  return {
    type: TYPES[extname(name)] as string,
    headers: {
      ...(policy !== undefined && { ...DOCUMENT_HEADERS, 'Content-Security-Policy': policy }),
      // A worker has the policy of its own script, not that of its page.
      ...(name === 'service-worker.js' && { 'Content-Security-Policy': POLICY }),
      // Files with a hash in their name never change; browsers revalidate the others each time.
      'Cache-Control': `/${name}`.startsWith(ASSETS) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(compressed.length > 0 && { Vary: 'Accept-Encoding' }),
    },
    plain: withEtag(readFileSync(path)),
    compressed: new Map(compressed),
  };
}

function withEtag(bytes: Buffer): Content {
  return { bytes, etag: etagOfBytes(bytes) };
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, headers, plain, compressed }: File,
  more: Record<string, string> = {},
) {
  const encoding = bestEncoding(request.headers['accept-encoding'] ?? '', compressed);
  const { bytes, etag } = (encoding && compressed.get(encoding)) ?? plain;
  reply.headers({ ...headers, ...more, ETag: etag });
  const ifNoneMatch = request.headers['if-none-match'];
  if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag) && reply.statusCode === 200)
    return reply.code(304).send();
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply.type(type).send(bytes);
}
