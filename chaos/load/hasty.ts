/** Loaded into a server: divides the timeouts of connections by ten, so that a test runs faster. */
import http, { type RequestListener, type ServerOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

const HASTE = 10;
const { createServer } = http;
const { setInterval: setSlowInterval } = globalThis;

function hastyServer(options: ServerOptions, listener?: RequestListener) {
  const { headersTimeout = 0, requestTimeout = 0, connectionsCheckingInterval = 0 } = options;
  return createServer(
    {
      ...options,
      headersTimeout: headersTimeout / HASTE,
      requestTimeout: requestTimeout / HASTE,
      connectionsCheckingInterval: connectionsCheckingInterval / HASTE,
    },
    listener,
  );
}

http.createServer = hastyServer as typeof createServer;
globalThis.setInterval = ((work: () => void, ms: number) =>
  setSlowInterval(work, ms / HASTE)) as typeof setInterval;
syncBuiltinESMExports();
