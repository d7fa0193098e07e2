/**
 * Service worker that opens the app offline. Navigations are network-first with a timeout, so that a
 * device gets a new version as soon as the network allows; the fallback is the precached page of this
 * version. Files with a hash in their name are cache-first. Requests to the APIs bypass the worker: no
 * family data is in its caches.
 *
 * A build with `vite build --mode without-worker` unregisters the worker and deletes its caches on every device.
 */

/** Injected by the build: the name of this version and the files to precache. */
declare const BUILT: { version: string; files: string[] };

const PREFIX = 'weekfare-';
const CACHE = `${PREFIX}${BUILT.version}`;
const TIMEOUT_MS = 3_000;

// The libraries `DOM` and `WebWorker` conflict within one TypeScript project, so the few worker types are declared here.
type ExtendableEvent = Event & { waitUntil(promise: Promise<unknown>): void };
type FetchEvent = ExtendableEvent & { request: Request; respondWith(response: Promise<Response>): void };
declare const self: {
  addEventListener(name: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: 'fetch', listener: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void>; matchAll(): Promise<{ url: string; navigate(url: string): unknown }[]> };
  registration: { unregister(): Promise<boolean> };
  location: Location;
};

if (import.meta.env.MODE === 'without-worker') {
  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
  self.addEventListener('activate', (event) => event.waitUntil(deleteCachesAndUnregister()));
} else {
  // Activate immediately instead of waiting until all pages of the previous version are closed.
  self.addEventListener('install', (event) => event.waitUntil(precache().then(() => self.skipWaiting())));
  self.addEventListener('activate', (event) =>
    event.waitUntil(deleteOldCaches().then(() => self.clients.claim())),
  );
  self.addEventListener('fetch', (event) => {
    const response = handleRequest(event.request);
    if (response) event.respondWith(response);
  });
}

/** `addAll` is atomic: if one file fails, the installation fails and the previous worker stays active. */
async function precache(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(['/', ...BUILT.files].map((path) => new Request(path, { cache: 'no-cache' })));
}

/** Pages of the previous version may still be open and request files that the server no longer has, so its cache stays. */
async function deleteOldCaches(): Promise<void> {
  // `caches.keys()` lists the caches in the order of their creation.
  const otherCaches = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(otherCaches.slice(0, -1).map((name) => caches.delete(name)));
}

/** Returns undefined for a request that the browser sends without the worker. */
function handleRequest(request: Request): Promise<Response> | undefined {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || isApiPath(pathname)) return undefined;
  if (request.mode === 'navigate') return networkFirstPage(request);
  // Only files with a hash in their name are immutable. The others are the icons and the manifest.
  return pathname.startsWith('/assets/') ? cacheFirst(request) : networkFirst(request);
}

function isApiPath(path: string): boolean {
  return /^\/(api|app)(\/|$)/.test(path);
}

async function networkFirstPage(request: Request): Promise<Response> {
  const fetched = fetch(request);
  const usable = fetched.then((response) => (response.status < 500 ? response : undefined));
  const timeout = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), TIMEOUT_MS));
  const response = await Promise.race([usable, timeout]).catch(() => undefined);
  return response ?? (await matchPrecached('/')) ?? fetched;
}

async function cacheFirst(request: Request): Promise<Response> {
  return (await caches.match(request)) ?? fetch(request);
}

async function networkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const cached = await matchPrecached(request);
    if (cached) return cached;
    throw error;
  }
}

/** Searches only the cache of this version, so that a page and its files are of the same version. */
async function matchPrecached(request: Request | string): Promise<Response | undefined> {
  return (await caches.open(CACHE)).match(request);
}

async function deleteCachesAndUnregister(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(PREFIX)) await caches.delete(name);
  await self.registration.unregister();
}

export {};
