/**
 * Starts the service, in an order that detects failures before anything is changed: settings, port, database,
 * server, demo family. stdout is for people; the JSON log goes to stderr.
 */
import { pino } from 'pino';
import { makeDemoFamily } from '#actions/demo/demo-family.ts';
import { type Config, readConfig } from '#config.ts';
import { printableText } from './domain/text/printable.ts';
import { describeFailure } from '#failure.ts';
import { isAllowedHost } from '#http/access/allowed-host.ts';
import { listen } from './http/server/listener.ts';
import { createLog } from '#log.ts';
import { startServer } from '#server.ts';
import { OPERATOR } from './storage/actor.ts';
import { readLastChange } from './storage/tables/audit-log.ts';
import { findFilesOpenToOthers } from './storage/drivers/sqlite-file.ts';
import { prepareDatabase } from '#storage/start-check.ts';
import { openStore, SERVER_TIMEOUT_MS, type Store } from '#storage/store.ts';

/** The process ends within ten seconds after SIGTERM, whatever clients and databases do. */
const DRAIN = { noticeMs: 2_000, maxMs: 6_000 };
const STOP_MS = 9_000;
/** For a metrics collector and some probes. */
const METRICS_CONNECTIONS = 16;

let config: Config | undefined;
try {
  config = readConfig();
  await start(config);
} catch (error) {
  console.error(printableText(describeFailure(error, config?.location)));
  process.exit(1);
}

async function start(settings: Config): Promise<void> {
  const log = createLog(settings.logLevel, pino.destination({ dest: 2, sync: true }));
  const { metrics, trustedProxies } = settings;
  const listener = await listen(settings.host, settings.port, { trustedProxies, connections: { log } });
  const metricsListener =
    metrics &&
    (await listen(metrics.host, metrics.port, {
      connections: { log, max: METRICS_CONNECTIONS, unlimited: ['0.0.0.0/0', '::/0'] },
      settingPrefix: 'METRICS_',
    }));
  await prepareDatabase(settings.location, Date.now());
  const store = await openStore(settings.location, SERVER_TIMEOUT_MS);
  const address = addressOf(settings.host, listener.port);
  const server = await startServer({
    config: { ...settings, port: listener.port },
    store,
    listener,
    metricsListener,
    log,
    clock: Date.now,
    drain: DRAIN,
  });
  if (settings.publicUrl && settings.trustedProxies.length === 0) {
    log.warn('PUBLIC_URL is set but TRUSTED_PROXIES is not: behind a proxy all clients count as one address');
  }
  for (const file of settings.location.kind === 'sqlite' ? findFilesOpenToOthers(settings.location.file) : [])
    log.warn({ file }, 'other users of this machine can read the database, and its mode cannot be changed');

  const isLocal = isAllowedHost(settings.host.includes(':') ? `[${settings.host}]` : settings.host, []);
  if (!settings.publicUrl && settings.allowedHosts.length === 0 && !isLocal) {
    log.warn(
      'PUBLIC_URL and ALLOWED_HOSTS are not set: changes are accepted under localhost and private addresses only',
    );
  }

  if (metricsListener) console.log(`Metrics are at ${addressOf(metrics.host, metricsListener.port)}/metrics`);
  const welcomePrinted = printWelcome(store, Date.now(), address);
  const stop = async (signal: string) => {
    log.info({ signal }, 'stopping');
    // Exit even if closing the database hangs.
    setTimeout(() => process.exit(0), STOP_MS).unref();
    await server.stop();
    await welcomePrinted;
    await store.close();
    log.info('stopped');
    process.exit(0);
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await welcomePrinted;
}

function addressOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** A new SQLite file gets a demo family. PostgreSQL does not: an operator has set it up on purpose. */
async function printWelcome(store: Store, nowMs: number, address: string): Promise<void> {
  const line = `Weekfare is at ${address}`;
  const isNew = store.kind === 'sqlite' && (await readLastChange(store.db)) === 0;
  if (!isNew) return console.log(line);
  const context = { store, actor: OPERATOR, nowMs };
  const isMade = await makeDemoFamily(context, Temporal.Now.timeZoneId(), (demo) =>
    console.log(`${line}

A demo family is ready. These are shown only this once:

  email      ${demo.email}
  password   ${demo.password}

Try its plan for this week:

  curl -H 'X-API-Key: ${demo.key}' ${address}/api/meal-plans/v1/current
`),
  );
  if (!isMade)
    console.log(`${line}\n\nAnother server has just made the demo family, and shows its password.`);
}
