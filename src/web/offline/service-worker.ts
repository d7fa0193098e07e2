/**
 * Opens the app without network. A page comes from the network if that answers soon, so nobody is left
 * on an old version; else it is the one of this version, with all its files. What has a hash in its name
 * comes from here first. Everything else, the APIs above all, goes past: nothing of a family is kept.
 *
 * Built with `vite build --mode without-worker` it takes itself and all it kept off every device.
 */

/** Put in by the build: this version's name, and every file it is made of. */
declare const BUILT: { version: string; files: string[] };

const PREFIX = 'weekfare-';
const CACHE = `${PREFIX}${BUILT.version}`;
const TIMEOUT_MS = 3_000;

// The types of a page and of a worker do not go together in one project; this is all that is needed.
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Extendable & { request: Request; respondWith(answer: Promise<Response>): void };
declare const self: {
  addEventListener(name: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(name: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(): Promise<{ url: string; navigate(url: string): unknown }[]> };
  registration: { unregister(): Promise<boolean> };
  location: Location;
};

if (import.meta.env.MODE === 'without-worker') {
  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
  self.addEventListener('activate', (event) => event.waitUntil(retire()));
} else {
  // At once, without waiting for the last page of the old version to close.
  self.addEventListener('install', (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())));
  self.addEventListener('activate', (event) => event.waitUntil(dropOld().then(() => self.clients.claim())));
  self.addEventListener('fetch', (event) => {
    const answer = answerTo(event.request);
    if (answer) event.respondWith(answer);
  });
}

/** All or nothing: if one file cannot be had, the worker before stays. */
async function keepAll(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(['/', ...BUILT.files].map((path) => new Request(path, { cache: 'no-cache' })));
}

/** One version back is kept: its pages may be open still, and ask for files the server no longer has. */
async function dropOld(): Promise<void> {
  const ours = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  // In the order in which they were made.
  await Promise.all(ours.slice(0, -1).map((name) => caches.delete(name)));
}

function answerTo(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || isForServer(pathname)) return undefined;
  if (request.mode === 'navigate') return page(request);
  // Only what has a hash in its name is the same for ever.
  return pathname.startsWith('/assets/') ? asset(request) : small(request);
}

function isForServer(path: string): boolean {
  return /^\/(api|app)(\/|$)/.test(path);
}

async function page(request: Request): Promise<Response> {
  const asked = fetch(request);
  const heard = asked.then((response) => (response.status < 500 ? response : undefined));
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIMEOUT_MS));
  const soon = await Promise.race([heard, tooLate]).catch(() => undefined);
  return soon ?? (await kept('/')) ?? asked;
}

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

/** The icon, the manifest. */
async function small(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept(request);
    if (found) return found;
    throw error;
  }
}

/** Of this version, so that a page finds its files. */
async function kept(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(request);
}

async function retire(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name);
  await self.registration.unregister();
}

export {};
