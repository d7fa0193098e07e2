/** Loaded into a server: divides the timeouts of connections by ten, so that a test runs faster. */
import http, { type RequestListener, type ServerOptions } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';

const DIVISOR = 10;
const { createServer } = http;
const { setInterval: setOriginalInterval } = globalThis;

function createServerWithShortTimeouts(options: ServerOptions, listener?: RequestListener) {
  const { headersTimeout = 0, requestTimeout = 0, connectionsCheckingInterval = 0 } = options;
  return createServer(
    {
      ...options,
      headersTimeout: headersTimeout / DIVISOR,
      requestTimeout: requestTimeout / DIVISOR,
      connectionsCheckingInterval: connectionsCheckingInterval / DIVISOR,
    },
    listener,
  );
}

http.createServer = createServerWithShortTimeouts as typeof createServer;
globalThis.setInterval = ((work: () => void, ms: number) =>
  setOriginalInterval(work, ms / DIVISOR)) as typeof setInterval;
syncBuiltinESMExports();
