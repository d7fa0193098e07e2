/**
 * Assembles the server: its routes, caches, background jobs and metrics. `/api` is the public API, by key;
 * `/app/api` is the web app's own API, by session; everything else is pages of the web app.
 */
import type { Logger } from 'pino';
import { AuditRetention } from './jobs/audit-retention.ts';
import { AutoPlanning } from './jobs/planning/auto-planning.ts';
import { isCookbookOpen } from './jobs/cookbook-opening.ts';
import { Mailer } from './jobs/mailer.ts';
import { PlannerPool } from './jobs/planning/planner-pool.ts';
import { ArchiveImport } from './jobs/import/archive-import.ts';
import { RecipeImport } from './jobs/import/recipe-import.ts';
import { DinnerAnnouncer } from './jobs/dinner-announcer.ts';
import { WebhookSender } from './jobs/webhook-sender.ts';
import { countWaitingPasswords } from '#auth/password.ts';
import { IdentityProvider } from '#auth/identity-provider.ts';
import { MailLimit } from '#auth/mail-limit.ts';
import { SignInChallenges } from '#auth/sign-in-challenge.ts';
import { SignInLimit } from '#auth/sign-in-limit.ts';
import type { Config } from '#config.ts';
import type { FetchSettings } from '#fetch/guard.ts';
import { userAgent } from '#fetch/user-agent.ts';
import { EVERY_FAMILY } from './storage/transaction.ts';
import { type Feed, watchChanges } from '#storage/feed.ts';
import { fillableFolders, FreeDisk } from '#storage/free-disk.ts';
import { findSharedSecret } from '#storage/tables/account/members.ts';
import type { Store } from '#storage/store.ts';
import { registerOpenApi } from '#http/api/openapi-route.ts';
import { PublicApiHandler } from './http/api/handler.ts';
import { KeyAccess } from '#http/api/key-access.ts';
import { KeyEventStreams } from '#http/api/events/key-event-streams.ts';
import { LastUses } from '#http/api/last-uses.ts';
import { Cache } from '#http/cache.ts';
import { CalendarHandler } from '#http/calendar/calendar-handler.ts';
import { registerDav } from '#http/dav/register.ts';
import { registerMcp } from '#http/mcp/register.ts';
import { EventStreams } from '#http/streams/event-streams.ts';
import { Exports } from '#http/files/exports.ts';
import { Uploads } from '#http/files/uploads.ts';
import { NewFamilies } from '#http/access/new-families.ts';
import { AppRateLimit } from '#http/access/rate-limit.ts';
import { RefusalLog } from '#http/access/refusal-log.ts';
import { serveEndpoints } from '#http/serve.ts';
import { APP_ENDPOINTS, KEY_ENDPOINTS } from '#http/endpoints.ts';
import type { Services } from '#http/services.ts';
import { createFramework } from './http/server/framework.ts';
import { type ApiRequest, apiRequestFromNode } from './http/api/api-request.ts';
import type { Drain, Listener, RequestHandler } from './http/server/listener.ts';
import { Metrics } from '#http/metrics.ts';
import { registerHealth, registerMetrics, registerOperations } from '#http/operations.ts';
import { readSite, type Site } from '#http/site.ts';

type ServerOptions = {
  config: Config;
  store: Store;
  listener: Listener;
  /** Serves `/metrics` instead of the public listener. */
  metricsListener?: Listener | undefined;
  log: Logger;
  clock: () => number;
  drain: Drain;
  planner?: PlannerPool;
  /** The web app; tests read its files once for many servers. */
  site?: Site;
  signInLimit?: SignInLimit;
  uploads?: Uploads | undefined;
  checkResponse?: Services['checkResponse'];
  /** How often to check for weeks that are due for automatic planning. */
  autoPlanningIntervalMs?: number | undefined;
  /** How often to check for dinners and webhook deliveries that are due. */
  eventIntervalMs?: number | undefined;
};

export type Server = { stop(): Promise<void> };

/** Starts the service behind a listener that is already open. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { config, store, listener, metricsListener, log, clock, drain } = options;
  const { planner = new PlannerPool() } = options;
  const metrics = new Metrics();
  store.damage.onFound((err) =>
    log.error({ err }, 'the database is damaged: restore a backup, then restart this server'),
  );
  const cache = new Cache(config.cacheBytes);
  const lastUses = new LastUses(store, (err) => log.warn({ err }, 'last uses of API keys not saved'));
  const streams = new EventStreams(store, clock, (err) => log.warn({ err }, 'events not sent'));
  const exports = new Exports();
  const fetchSettings = { ...config.fetch, userAgent: userAgent(config.publicUrl) };
  const imports = new RecipeImport(fetchSettings);
  const freeDisk = new FreeDisk(fillableFolders(config.location), {
    minBytes: config.minFreeDiskBytes,
    onChange: (isLow, freeBytes) =>
      isLow
        ? log.warn({ freeBytes }, 'the disk is nearly full: files and new families are refused')
        : log.info({ freeBytes }, 'the disk has room again'),
  });
  const newFamilies = new NewFamilies(config.signUpsPerDay, freeDisk);
  const archives = new ArchiveImport();
  const uploads = options.uploads ?? new Uploads({}, undefined, freeDisk);
  const webhooks = makeWebhookSender(options, fetchSettings);
  const followers: Follower[] = [streams];
  const feed = await startFeed({ store, cache, log, followers });
  const access = new KeyAccess({ store, feed, cache, lastUses, settings: config });
  const onFailure = (err: unknown) => log.warn({ err }, 'events not sent to keys');
  const eventStreams = new KeyEventStreams({ store, access, clock, onFailure });
  followers.push(eventStreams);
  const handle = makePublicHandler(options, { access, feed, cache, metrics });

  let ready = true;
  const isReady = () => ready && !store.damage.found;
  const mailLimit = new MailLimit();
  const handler = await createAppHandler(options, {
    access,
    streams,
    eventStreams,
    planner,
    exports,
    imports,
    archives,
    uploads,
    webhooks,
    fetchSettings,
    metrics,
    isReady,
    mailLimit,
    newFamilies,
  });
  if (metricsListener) await serveMetrics(metricsListener, { metrics, log, isReady });
  registerGauges(metrics, {
    cache,
    listener,
    exports,
    uploads,
    freeDisk,
    streams,
    eventStreams,
    feed,
    store,
    planner,
  });

  // Not before: it finds earlier changes itself, and the feed repeats a thousand of them when it starts.
  followers.push(webhooks);
  const jobs = startJobs({ ...options, planner, mailLimit, webhooks });
  lastUses.start();
  listener.fastPath.handle = handle;
  listener.handler = (request, response) => {
    const isHandled = handle(apiRequestFromNode(request, response, listener.keepAlive));
    if (!isHandled) handler(request, response);
  };

  return {
    async stop() {
      ready = false;
      streams.close();
      eventStreams.close();
      const jobsStopped = jobs.stop();
      await Promise.all([listener.close(drain), metricsListener?.close(drain)]);
      await planner.stop();
      await Promise.all([imports.stop(), archives.stop()]);
      await jobsStopped;
      await feed.stop();
      await lastUses.stop();
    },
  };
}

type PublicParts = { access: KeyAccess; feed: Feed; cache: Cache; metrics: Metrics };

/** Handles cached reads before the framework: of the public API, and of calendars. Returns whether it has. */
function makePublicHandler(
  { store, config, clock, log }: ServerOptions,
  { access, feed, cache, metrics }: PublicParts,
): (request: ApiRequest) => boolean {
  const publicApi = new PublicApiHandler({
    endpoints: KEY_ENDPOINTS,
    store,
    cache,
    access,
    publicUrl: config.publicUrl,
    clock,
    metrics,
    log,
  });
  const calendars = new CalendarHandler({ store, feed, cache, settings: config, clock, metrics, log });
  return (request) => publicApi.handle(request) || calendars.handle(request);
}

type AppParts = {
  access: KeyAccess;
  streams: EventStreams;
  eventStreams: KeyEventStreams;
  planner: PlannerPool;
  exports: Exports;
  imports: RecipeImport;
  archives: ArchiveImport;
  uploads: Uploads;
  webhooks: WebhookSender;
  fetchSettings: FetchSettings;
  metrics: Metrics;
  isReady: () => boolean;
  mailLimit: MailLimit;
  newFamilies: NewFamilies;
};

/** The handler of everything but the public API: the web app, its API and the operator's routes. */
async function createAppHandler(
  options: ServerOptions,
  { access, eventStreams, metrics, isReady, ...parts }: AppParts,
): Promise<RequestHandler> {
  const { config, store, listener, log, clock, site = readSite() } = options;
  const { app, handler } = createFramework(listener.server, {
    log,
    metrics,
    trustedProxies: config.trustedProxies,
    publicUrl: config.publicUrl,
    sendNotFoundPage: site.sendNotFoundPage,
  });
  registerOperations(app, { metrics, config, clock, isReady });
  registerOpenApi(app);
  site.register(app);
  const appServices = {
    store,
    config,
    clock,
    signInLimit: options.signInLimit ?? new SignInLimit(),
    signInChallenges: new SignInChallenges(() => findSharedSecret(store.db)),
    identityProvider:
      config.oidc &&
      new IdentityProvider(config.oidc, clock, (reason) =>
        log.warn({ reason }, 'sign-in with the identity provider refused'),
      ),
    ...parts,
    rateLimit: new AppRateLimit(config.appRateLimitPerMinute),
    refusalLog: new RefusalLog(log),
    checkResponse: options.checkResponse,
  };
  const { publicUrl } = config;
  const keyServices = { ...appServices, keyAccess: access, keyEventStreams: eventStreams, publicUrl };
  registerDav(app, { ...keyServices, log });
  registerMcp(app, { ...keyServices, log });
  serveEndpoints(app, keyServices, { byKey: KEY_ENDPOINTS, bySession: APP_ENDPOINTS });
  await app.ready();
  return handler;
}

/** `restart` is called after a restore: everything may have changed. */
type Follower = { notify(family: string): void; restart(): void };
type FeedParts = { store: Store; cache: Cache; followers: readonly Follower[]; log: Logger };

/** Changes of a family, also those by other servers, invalidate its cached responses and reach its devices. */
function startFeed({ store, cache, followers, log }: FeedParts): Promise<Feed> {
  return watchChanges(
    store,
    // A monotonic clock: the time of day can be set.
    () => performance.now(),
    (family) => {
      if (family === EVERY_FAMILY) {
        cache.invalidateAll();
        for (const follower of followers) follower.restart();
      } else {
        cache.invalidate(family);
        for (const follower of followers) follower.notify(family);
      }
    },
    (state, err) =>
      state === 'unavailable'
        ? log.error({ err }, 'database unavailable')
        : log.info('database available again'),
  );
}

type MetricsServerParts = { metrics: Metrics; log: Logger; isReady: () => boolean };

async function serveMetrics(listener: Listener, { metrics, log, isReady }: MetricsServerParts) {
  const { app, handler } = createFramework(listener.server, {
    log,
    metrics,
    trustedProxies: [],
    // Operators reach this port over plain http.
    publicUrl: undefined,
    sendNotFoundPage: () => undefined,
  });
  registerHealth(app, isReady);
  registerMetrics(app, metrics);
  await app.ready();
  listener.handler = handler;
}

type GaugeSources = {
  cache: Cache;
  listener: Listener;
  exports: Exports;
  uploads: Uploads;
  freeDisk: FreeDisk;
  streams: EventStreams;
  eventStreams: KeyEventStreams;
  feed: Feed;
  store: Store;
  planner: PlannerPool;
};

function registerGauges(
  metrics: Metrics,
  { cache, listener, exports, uploads, freeDisk, streams, eventStreams, feed, store, planner }: GaugeSources,
): void {
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
  metrics.gauge('key_event_streams', 'Open event streams of API keys.', () => eventStreams.size);
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

type JobParts = ServerOptions & { planner: PlannerPool; mailLimit: MailLimit; webhooks: WebhookSender };

function startJobs(options: JobParts): { stop(): Promise<unknown> } {
  const { store, planner, webhooks, clock, log, config, autoPlanningIntervalMs } = options;
  const autoPlanning = new AutoPlanning(
    {
      store,
      planner,
      clock,
      onFailure: (err, family) => log.error({ err, family }, 'automatic planning of a week failed'),
    },
    autoPlanningIntervalMs,
  );
  const retention = new AuditRetention({
    store,
    days: config.auditRetentionDays,
    clock,
    onDeleted: (lines) => log.info({ lines }, 'old lines of the audit log deleted'),
    onFailure: (err) => log.warn({ err }, 'old lines of the audit log not deleted'),
  });
  const mailer = makeMailer(options);
  const dinners = new DinnerAnnouncer({
    store,
    premiumSetting: config.premium,
    clock,
    onFailure: (err) => log.warn({ err }, 'dinners not announced'),
    pollMs: options.eventIntervalMs,
  });
  autoPlanning.start();
  retention.start();
  mailer?.start();
  dinners.start();
  webhooks.start();
  const jobs = [autoPlanning, retention, dinners, webhooks, ...(mailer ? [mailer] : [])];
  return { stop: () => Promise.all(jobs.map((job) => job.stop())) };
}

function makeWebhookSender(options: ServerOptions, settings: FetchSettings): WebhookSender {
  const { store, config, clock, log, eventIntervalMs: pollMs } = options;
  return new WebhookSender({ store, settings, premiumSetting: config.premium, clock, log, pollMs });
}

/** Undefined if the operator has set no mail server. */
function makeMailer({ store, config, mailLimit: limit, clock, log }: JobParts): Mailer | undefined {
  const { mail: settings, publicUrl } = config;
  return settings && publicUrl ? new Mailer({ store, settings, publicUrl, limit, clock, log }) : undefined;
}
