/**
 * Assembles the server: its parts are made, given to what needs them, started and stopped here. `/api` is the public
 * API, by key; `/app/api` is the web app's own API, by session; everything else is pages of the web app.
 */
import type { Logger } from 'pino';
import { AuditRetention } from './jobs/audit-retention.ts';
import { GuestRetention } from './jobs/guest-retention.ts';
import { AutoPlanning } from './jobs/planning/auto-planning.ts';
import { Mailer } from './jobs/mailer.ts';
import { PlannerPool } from './jobs/planning/planner-pool.ts';
import { ArchiveImport } from './jobs/import/archive-import.ts';
import { RecipeImport } from './jobs/import/recipe-import.ts';
import { DinnerAnnouncer } from './jobs/dinner-announcer.ts';
import { WebhookSender } from './jobs/webhook-sender.ts';
import { IdentityProvider } from '#auth/identity-provider.ts';
import { MailLimit } from '#auth/mail-limit.ts';
import { SignInLimit } from '#auth/sign-in-limit.ts';
import type { Config } from '#config.ts';
import { userAgent } from '#fetch/user-agent.ts';
import { EVERY_FAMILY } from './storage/tables/audit-log.ts';
import { type Feed, watchChanges } from '#storage/feed.ts';
import { fillableFolders, FreeDisk } from '#storage/free-disk.ts';
import type { Store } from '#storage/store.ts';
import { registerOpenApi } from '#http/openapi/openapi-route.ts';
import { PublicApiHandler } from '#http/serve-cached.ts';
import { KeyAccess } from '#http/access/key-access.ts';
import { KeyEventStreams } from '#http/streams/key-event-streams.ts';
import { LastUses } from '#http/access/last-uses.ts';
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
import { registerGauges } from '#http/operations/gauges.ts';
import { serveEndpoints } from '#http/serve.ts';
import { APP_ENDPOINTS, KEY_ENDPOINTS } from '#http/endpoints.ts';
import type { Services } from '#http/services.ts';
import { createFramework } from './http/server/framework.ts';
import { type ApiRequest, apiRequestFromNode } from '#http/server/api-request.ts';
import type { Drain, Listener, RequestHandler } from './http/server/listener.ts';
import { Metrics } from '#http/server/metrics.ts';
import { registerHealth, registerMetrics, registerOperations } from '#http/operations/operations.ts';
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
  const { store, listener, metricsListener, drain } = options;
  const services = await makeServices(options);
  const { streams, keyEventStreams, planner, imports, archives, feed, lastUses } = services;
  const jobs = makeJobs(options, services);
  const publicApi = new PublicApiHandler(KEY_ENDPOINTS, services);
  const calendars = new CalendarHandler(services);
  const handleCached = (request: ApiRequest) => publicApi.handle(request) || calendars.handle(request);
  let isStopping = false;
  const isReady = () => !isStopping && !store.damage.found;
  const handle = await makeHandler(options, services, isReady);
  registerGauges(services, listener);

  if (metricsListener) await serveMetrics(metricsListener, services, isReady);
  for (const job of jobs) job.start();
  lastUses.start();
  listener.fastPath.handle = handleCached;
  listener.handler = (request, response) => {
    const isHandled = handleCached(apiRequestFromNode(request, response, listener.keepAlive));
    if (!isHandled) handle(request, response);
  };

  return {
    async stop() {
      isStopping = true;
      streams.close();
      keyEventStreams.close();
      const jobsStopped = Promise.all(jobs.map((job) => job.stop()));
      await Promise.all([listener.close(drain), metricsListener?.close(drain)]);
      await planner.stop();
      await Promise.all([imports.stop(), archives.stop()]);
      await jobsStopped;
      await feed.stop();
      await lastUses.stop();
    },
  };
}

/** Each part once, after those that it needs. */
async function makeServices(options: ServerOptions): Promise<Services> {
  const { config, store, log, clock, checkResponse } = options;
  const warn = (message: string) => (err: unknown) => log.warn({ err }, message);
  store.damage.onFound((err) =>
    log.error({ err }, 'the database is damaged: restore a backup, then restart this server'),
  );
  const freeDisk = new FreeDisk(fillableFolders(config.location), {
    minBytes: config.minFreeDiskBytes,
    onChange: (isLow, freeBytes) =>
      isLow
        ? log.warn({ freeBytes }, 'the disk is nearly full: files and new families are refused')
        : log.info({ freeBytes }, 'the disk has room again'),
  });
  const fetchSettings = { ...config.fetch, userAgent: userAgent(config.publicUrl) };
  const cache = new Cache(config.cacheBytes);
  const lastUses = new LastUses(store, warn('last uses of API keys not saved'));
  const followers: Follower[] = [];
  const feed = await startFeed(options, cache, followers);
  const keyAccess = new KeyAccess({ store, feed, cache, lastUses, settings: config });
  const streams = new EventStreams(store, clock, warn('events not sent'));
  const onFailure = warn('events not sent to keys');
  const keyEventStreams = new KeyEventStreams({ store, access: keyAccess, clock, onFailure });
  const webhooks = new WebhookSender({
    store,
    settings: fetchSettings,
    premiumSetting: config.premium,
    clock,
    log,
    pollMs: options.eventIntervalMs,
  });
  // After the start of the feed, which repeats a thousand earlier changes: webhooks find those themselves.
  followers.push(streams, keyEventStreams, webhooks);
  return {
    config,
    store,
    log,
    clock,
    checkResponse,
    metrics: new Metrics(),
    freeDisk,
    fetchSettings,
    cache,
    lastUses,
    feed,
    keyAccess,
    streams,
    keyEventStreams,
    webhooks,
    planner: options.planner ?? new PlannerPool(),
    exports: new Exports(),
    imports: new RecipeImport(fetchSettings),
    archives: new ArchiveImport(),
    uploads: options.uploads ?? new Uploads({}, undefined, freeDisk),
    newFamilies: new NewFamilies(config.signUpsPerDay, freeDisk),
    mailLimit: new MailLimit(),
    signInLimit: options.signInLimit ?? new SignInLimit(),
    identityProvider:
      config.oidc &&
      new IdentityProvider(config.oidc, clock, (reason) =>
        log.warn({ reason }, 'sign-in with the identity provider refused'),
      ),
    rateLimit: new AppRateLimit(config.appRateLimitPerMinute),
    refusalLog: new RefusalLog(log),
  };
}

/** The handler of everything but cached reads: every endpoint, the pages, CalDAV, MCP and the operator's routes. */
async function makeHandler(
  { listener, site = readSite() }: ServerOptions,
  services: Services,
  isReady: () => boolean,
): Promise<RequestHandler> {
  const { app, handler } = createFramework(listener.server, {
    ...services.config,
    ...services,
    sendNotFoundPage: site.sendNotFoundPage,
  });
  registerOperations(app, { ...services, isReady });
  registerOpenApi(app);
  site.register(app);
  registerDav(app, services);
  registerMcp(app, services);
  serveEndpoints(app, services, { byKey: KEY_ENDPOINTS, bySession: APP_ENDPOINTS });
  await app.ready();
  return handler;
}

/** `restart` is called after a restore: everything may have changed. */
type Follower = { notify(family: string): void; restart(): void };

/** Changes of a family, also those by other servers, invalidate its cached responses and reach its devices. */
function startFeed(
  { store, log }: ServerOptions,
  cache: Cache,
  followers: readonly Follower[],
): Promise<Feed> {
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

async function serveMetrics(
  listener: Listener,
  { metrics, log }: Services,
  isReady: () => boolean,
): Promise<void> {
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

type Job = { start(): void; stop(): Promise<unknown> };

function makeJobs(
  { autoPlanningIntervalMs, eventIntervalMs }: ServerOptions,
  { config, store, planner, webhooks, mailLimit, clock, log }: Services,
): Job[] {
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
  const guests = new GuestRetention({
    store,
    clock,
    onFailure: (err) => log.warn({ err }, 'data of guests not deleted'),
  });
  const dinners = new DinnerAnnouncer({
    store,
    premiumSetting: config.premium,
    clock,
    onFailure: (err) => log.warn({ err }, 'dinners not announced'),
    pollMs: eventIntervalMs,
  });
  const { mail: settings, publicUrl } = config;
  // Without a mail server there is none.
  const mailers =
    settings && publicUrl ? [new Mailer({ store, settings, publicUrl, limit: mailLimit, clock, log })] : [];
  return [autoPlanning, retention, guests, ...mailers, dinners, webhooks];
}
