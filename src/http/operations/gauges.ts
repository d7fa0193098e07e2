/** What `/metrics` shows of the parts of the server, besides its requests. */
import { countWaitingPasswords } from '#auth/password.ts';
import { isCookbookOpen } from '#jobs/cookbook-opening.ts';
import type { Listener } from '#http/server/listener.ts';
import type { Services } from '#http/services.ts';

export function registerGauges(services: Services, listener: Listener): void {
  const { metrics, cache, exports, uploads, freeDisk, streams, keyEventStreams, feed, store, planner } =
    services;
  const { limit } = listener;
  metrics.gauge('cache_values', 'Keys, links and responses in the cache.', () => cache.size.values);
  metrics.gauge('cache_bytes', 'Bytes of the cache.', () => cache.size.bytes);
  metrics.counter('cache_hits_total', 'Reads from the cache.', () => cache.hits);
  metrics.counter('cache_misses_total', 'Reads from the database.', () => cache.misses);
  metrics.gauge('cookbook_open', 'Whether the cookbook is in memory (1) or not (0).', () =>
    flag(isCookbookOpen()),
  );
  metrics.gauge('connections', 'Open connections.', () => limit.open);
  metrics.gauge('connections_limit', 'Connections that may be open at once.', () => limit.max);
  metrics.counter(
    'connections_refused_total',
    'Connections refused because of a limit.',
    () => limit.refused,
  );
  metrics.gauge('exports', 'Exports in progress.', () => exports.size);
  metrics.gauge('uploads', 'Files of imports and photos that are received or read.', () => uploads.size);
  metrics.gauge('disk_free_bytes', 'Free room of data or of temporary files.', () => freeDisk.lastBytes());
  metrics.gauge('event_streams', 'Open event streams of browsers.', () => streams.size);
  metrics.gauge('key_event_streams', 'Open event streams of API keys.', () => keyEventStreams.size);
  metrics.gauge('database_current', 'Whether changes by other servers are known (1) or not (0).', () =>
    flag(feed.isCurrent(performance.now())),
  );
  metrics.gauge('database_damaged', 'Whether corrupt data was found since the start (1) or not (0).', () =>
    flag(store.damage.found !== undefined),
  );
  metrics.gauge('planner_running', 'Weeks that are being planned.', () => planner.running);
  metrics.gauge('passwords_waiting', 'Passwords that wait to be checked.', countWaitingPasswords);
  metrics.gauge('planner_waiting', 'Weeks that wait to be planned.', () => planner.waiting);
}

/** A boolean gauge. */
function flag(isSet: boolean): number {
  return isSet ? 1 : 0;
}
