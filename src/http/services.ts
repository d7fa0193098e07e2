/** The parts of the server that endpoints can use. An endpoint names those that its handler gets (endpoint.ts). */
import type { z } from 'zod';
import type { Logger } from 'pino';
import type { IdentityProvider } from '#auth/identity-provider.ts';
import type { MailLimit } from '#auth/mail-limit.ts';
import type { SignInLimit } from '#auth/sign-in-limit.ts';
import type { Config } from '#config.ts';
import type { FetchSettings } from '#fetch/guard.ts';
import type { ArchiveImport } from '#jobs/import/archive-import.ts';
import type { RecipeImport } from '#jobs/import/recipe-import.ts';
import type { PlannerPool } from '#jobs/planning/planner-pool.ts';
import type { WebhookSender } from '#jobs/webhook-sender.ts';
import type { Feed } from '#storage/feed.ts';
import type { FreeDisk } from '#storage/free-disk.ts';
import type { Store } from '#storage/store.ts';
import type { LastUses } from '#http/access/last-uses.ts';
import type { Cache } from './cache.ts';
import type { Metrics } from '#http/server/metrics.ts';
import type { NewFamilies } from '#http/access/new-families.ts';
import type { KeyEventStreams } from '#http/streams/key-event-streams.ts';
import type { KeyAccess } from '#http/access/key-access.ts';
import type { AppRateLimit } from '#http/access/rate-limit.ts';
import type { RefusalLog } from '#http/access/refusal-log.ts';
import type { Exports } from '#http/files/exports.ts';
import type { Uploads } from '#http/files/uploads.ts';
import type { EventStreams } from '#http/streams/event-streams.ts';

export type Services = {
  config: Config;
  store: Store;
  log: Logger;
  metrics: Metrics;
  /** Reports the changes of all servers. */
  feed: Feed;
  cache: Cache;
  freeDisk: FreeDisk;
  lastUses: LastUses;
  clock: () => number;
  signInLimit: SignInLimit;
  /** Undefined if the operator has set none. */
  identityProvider: IdentityProvider | undefined;
  mailLimit: MailLimit;
  newFamilies: NewFamilies;
  rateLimit: AppRateLimit;
  refusalLog: RefusalLog;
  streams: EventStreams;
  keyAccess: KeyAccess;
  keyEventStreams: KeyEventStreams;
  planner: PlannerPool;
  exports: Exports;
  imports: RecipeImport;
  archives: ArchiveImport;
  uploads: Uploads;
  webhooks: WebhookSender;
  fetchSettings: FetchSettings;
  /** Tests check every JSON response against the schema of its endpoint; an operator pays nothing for it. */
  checkResponse?: ((schema: z.ZodType | undefined, body: unknown) => void) | undefined;
};

/** The services that an endpoint names. */
export function usedServices(
  { uses = [] }: { uses?: readonly (keyof Services)[] },
  services: Services,
): Partial<Services> {
  return Object.fromEntries(uses.map((name) => [name, services[name]]));
}
