/**
 * The table of contents of the server: what it is made of and what is served where. `/api` is the
 * public API, by key; `/app/api` is the web app's own, by session; the rest is the web app's pages.
 */
import type { Logger } from 'pino';
import { AuditRetention } from './jobs/audit-retention.ts';
import { AutoPlanning } from './jobs/auto-planning.ts';
import { isCookbookOpen } from './jobs/cookbook-opening.ts';
import { PlannerPool } from './jobs/planner-pool.ts';
import { waitingPasswords } from '#auth/password.ts';
import { SignInChallenges } from '#auth/sign-in-challenge.ts';
import { SignInLimit } from '#auth/sign-in-limit.ts';
import type { Config } from '#config.ts';
import { EVERY_FAMILY } from './storage/transaction.ts';
import { watchChanges } from '#storage/feed.ts';
import { findSharedSecret } from '#storage/members.ts';
import type { Store } from '#storage/store.ts';
import { ResponseCache } from './http/api/cache/response-cache.ts';
import { registerDocs } from '#http/api/docs.ts';
import { PublicApiHandler } from './http/api/handler.ts';
import { LastUses } from '#http/api/last-uses.ts';
import { mealPlanReads } from '#http/api/meal-plans.ts';
import { recipeReads } from '#http/api/recipes.ts';
import { DiskCache } from './http/api/cache/disk-cache.ts';
import { shoppingListReads } from '#http/api/shopping-lists.ts';
import { accountRoutes } from '#http/app/account.ts';
import { apiKeyRoutes } from '#http/app/api-keys.ts';
import { changeRoutes } from '#http/app/changes.ts';
import { displayRoutes } from '#http/app/displays.ts';
import { EventStreams } from '#http/app/event-streams.ts';
import { eventRoutes } from '#http/app/events.ts';
import { Exports } from '#http/app/exports.ts';
import { familyRoutes } from '#http/app/family.ts';
import { foodRoutes } from '#http/app/foods.ts';
import { listRoutes } from '#http/app/lists.ts';
import { memberRoutes } from '#http/app/members.ts';
import { plannerRoutes } from '#http/app/planner.ts';
import { nutritionRoutes } from '#http/app/nutrition.ts';
import { planRoutes } from '#http/app/plans.ts';
import { priceRoutes } from '#http/app/prices.ts';
import { AppRateLimit } from '#http/app/rate-limit.ts';
import { recipeRoutes } from '#http/app/recipes.ts';
import { RefusalLog } from '#http/app/refusal-log.ts';
import { registerAppRoute } from '#http/app/route.ts';
import { createFramework } from './http/server/framework.ts';
import { apiRequestFromNode } from './http/api/api-request.ts';
import type { Drain, Listener } from './http/server/listener.ts';
import { Metrics } from '#http/metrics.ts';
import { registerHealth, registerMetrics, registerOperations } from '#http/operations.ts';
import { readSite } from '#http/site.ts';

export const PUBLIC_READS = [...mealPlanReads, ...recipeReads, ...shoppingListReads];
export const APP_ROUTES = [
  ...accountRoutes,
  ...familyRoutes,
  ...memberRoutes,
  ...apiKeyRoutes,
  ...planRoutes,
  ...changeRoutes,
  ...plannerRoutes,
  ...recipeRoutes,
  ...nutritionRoutes,
  ...foodRoutes,
  ...listRoutes,
  ...priceRoutes,
  ...eventRoutes,
  ...displayRoutes,
];

/** Answers of some two thousand families; the shelf has room for many more. */
export const CACHE_BYTES = 4_000_000;
type ServerParts = {
  config: Config;
  store: Store;
  listener: Listener;
  /** Serves `/metrics` instead of the public listener. */
  metricsListener?: Listener | undefined;
  log: Logger;
  clock: () => number;
  drain: Drain;
  planner?: PlannerPool;
  signInLimit?: SignInLimit;
  /** How often to look for weeks that plan themselves. */
  lookEveryMs?: number | undefined;
};

export type Server = { stop(): Promise<void> };

/** Puts the service behind a listener and makes it ready. */
export async function startServer({
  config,
  store,
  listener,
  metricsListener,
  log,
  clock,
  drain,
  planner = new PlannerPool(),
  signInLimit = new SignInLimit(),
  lookEveryMs,
}: ServerParts): Promise<Server> {
  const metrics = new Metrics();
  store.damage.onFound((err) =>
    log.error({ err }, 'the database is damaged: restore a backup, then restart this server'),
  );
  const shelf = new DiskCache((err) => log.warn({ err }, 'no shelf: what memory cannot hold is read again'));
  const cache = new ResponseCache(CACHE_BYTES, shelf);
  const lastUses = new LastUses(store, (err) => log.warn({ err }, 'last uses not saved'));
  const streams = new EventStreams(store, clock, (err) => log.warn({ err }, 'events not told'));
  const feed = await watchChanges(
    store,
    // Not the time of day, which can be set: how long ago the last look was.
    () => performance.now(),
    (family) => {
      if (family === EVERY_FAMILY) {
        cache.forgetAll();
        streams.endAll();
      } else {
        cache.forget(family);
        streams.tell(family);
      }
    },
    (state, err) => (state === 'away' ? log.error({ err }, 'database away') : log.info('database back')),
  );
  const door = new PublicApiHandler({
    reads: PUBLIC_READS,
    store,
    feed,
    cache,
    lastUses,
    settings: config,
    clock,
    metrics,
    log,
  });

  let ready = true;
  const site = readSite();
  const { app, handler } = createFramework(listener.server, {
    log,
    metrics,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    answerLost: site.answerLost,
  });
  const isReady = () => ready && !store.damage.found;
  registerOperations(app, { metrics, config, clock, isReady });
  registerDocs(app, PUBLIC_READS);
  site.register(app);
  const signInChallenges = new SignInChallenges(() => findSharedSecret(store.db));
  const exports = new Exports();
  const appParts = {
    store,
    config,
    clock,
    signInLimit,
    signInChallenges,
    rateLimit: new AppRateLimit(config.appRateLimitPerMinute),
    refusalLog: new RefusalLog(log),
    streams,
    planner,
    exports,
  };
  for (const route of APP_ROUTES) registerAppRoute(app, appParts, route);
  await app.ready();
  if (metricsListener) {
    const operations = createFramework(metricsListener.server, {
      log,
      metrics,
      trustedProxies: [],
      // Operators reach this port over plain http.
      publicUrl: undefined,
      answerLost: () => undefined,
    });
    registerHealth(operations.app, isReady);
    registerMetrics(operations.app, metrics);
    await operations.app.ready();
    metricsListener.handler = operations.handler;
  }

  metrics.gauge('cache_keys', 'Keys whose rights are kept in memory.', () => cache.size.keys);
  metrics.gauge('cache_families', 'Families whose answers are kept in memory.', () => cache.size.families);
  metrics.gauge('cache_bytes', 'Bytes of answers kept in memory.', () => cache.size.bytes);
  metrics.counter('cache_hits_total', 'Reads answered without the database.', () => cache.hits);
  metrics.counter('cache_shelf_hits_total', 'Of these, from the shelf.', () => cache.shelfHits);
  metrics.counter('cache_misses_total', 'Reads that asked the database.', () => cache.misses);
  metrics.gauge('cookbook_open', 'Whether the cookbook is in memory (1) or not (0).', () =>
    isCookbookOpen() ? 1 : 0,
  );
  metrics.gauge('connections', 'Open connections.', () => listener.limit.open);
  metrics.gauge('connections_limit', 'Connections that may be open at once.', () => listener.limit.most);
  metrics.counter(
    'connections_refused_total',
    'Connections refused because of a limit.',
    () => listener.limit.refused,
  );
  metrics.gauge('exports', 'Exports under way.', () => exports.size);
  metrics.gauge('event_streams', 'Open streams of events.', () => streams.size);
  metrics.gauge('database_current', 'Whether changes made elsewhere are known (1) or not (0).', () =>
    feed.isCurrent(performance.now()) ? 1 : 0,
  );

  metrics.gauge('database_damaged', 'Whether corrupt data was met since the start (1) or not (0).', () =>
    store.damage.found ? 1 : 0,
  );
  metrics.gauge('planner_running', 'Weeks that are being planned.', () => planner.running);
  metrics.gauge('passwords_waiting', 'Passwords that wait to be checked.', waitingPasswords);
  metrics.gauge('planner_waiting', 'Weeks that wait to be planned.', () => planner.waiting);

  const autoPlanning = new AutoPlanning(
    {
      store,
      planner,
      clock,
      onFailure: (err, family) => log.error({ err, family }, 'week not planned by itself'),
    },
    lookEveryMs,
  );
  autoPlanning.start();
  const retention = new AuditRetention({
    store,
    days: config.auditRetentionDays,
    clock,
    onDeleted: (lines) => log.info({ lines }, 'old lines of the audit log deleted'),
    onFailure: (err) => log.warn({ err }, 'old lines of the audit log not deleted'),
  });
  retention.start();
  lastUses.start();
  listener.lane.take = (guest) => door.take(guest);
  listener.handler = (request, response) => {
    if (!door.take(apiRequestFromNode(request, response, listener.keepAlive))) handler(request, response);
  };

  return {
    async stop() {
      ready = false;
      streams.close();
      const isPlanned = autoPlanning.stop();
      const isPruned = retention.stop();
      await Promise.all([listener.close(drain), metricsListener?.close(drain)]);
      await planner.stop();
      await isPlanned;
      await isPruned;
      await feed.stop();
      await lastUses.stop();
      shelf.close();
    },
  };
}
