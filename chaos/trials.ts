/** Every trial, in the order of the results. */
import { crossSite } from './attacks/cross-site.ts';
import { crowdedQueues } from './attacks/crowded-queues.ts';
import { forgedHeaders } from './attacks/forged-headers.ts';
import { hostileImports } from './attacks/hostile-imports.ts';
import { hostileLoad } from './attacks/hostile-load.ts';
import { hostileTexts } from './attacks/hostile-texts.ts';
import { jsonBombs } from './attacks/json-bombs.ts';
import { leakedKeys } from './attacks/leaked-keys.ts';
import { passwordGuesses } from './attacks/password-guesses.ts';
import { privateAddresses } from './attacks/private-addresses.ts';
import { scopedSecrets } from './attacks/scoped-secrets.ts';
import { signInTiming } from './attacks/sign-in-timing.ts';
import { smuggledFields } from './attacks/smuggled-fields.ts';
import { caldavClients } from './clients/caldav-clients.ts';
import { mcpClients } from './clients/mcp-clients.ts';
import { npmInstall } from './clients/npm-install.ts';
import { backups } from './durability/backups.ts';
import { diskFull } from './durability/disk-full.ts';
import { diskImages } from './durability/disk-images.ts';
import { fsyncAudit } from './durability/fsync-audit.ts';
import { databaseAway } from './faults/database-away.ts';
import { failover } from './faults/failover.ts';
import { goneEverywhere } from './faults/gone-everywhere.ts';
import { nobodyElses } from './faults/nobody-elses.ts';
import { onePlan } from './faults/one-plan.ts';
import { rollingRestart } from './faults/rolling-restart.ts';
import { slowDatabase } from './faults/slow-database.ts';
import { webhooks } from './faults/webhooks.ts';
import { largeImport } from './load/large-import.ts';
import { memory } from './load/memory.ts';
import { mondayMidnight } from './load/monday-midnight.ts';
import { openLoop } from './load/open-loop.ts';
import { slowClients } from './load/slow-clients.ts';
import { killedWhileWriting } from './durability/killed-while-writing.ts';
import { migrations } from './durability/migrations.ts';
import { move } from './durability/move.ts';
import { upgrades } from './durability/upgrades.ts';
import type { Trial } from './trial.ts';

export const TRIALS: readonly Trial[] = [
  killedWhileWriting,
  fsyncAudit,
  diskImages,
  diskFull,
  migrations,
  upgrades,
  backups,
  move,
  goneEverywhere,
  onePlan,
  databaseAway,
  slowDatabase,
  rollingRestart,
  failover,
  nobodyElses,
  webhooks,
  openLoop,
  mondayMidnight,
  slowClients,
  memory,
  largeImport,
  crossSite,
  signInTiming,
  passwordGuesses,
  crowdedQueues,
  smuggledFields,
  forgedHeaders,
  hostileTexts,
  leakedKeys,
  scopedSecrets,
  privateAddresses,
  jsonBombs,
  hostileLoad,
  hostileImports,
  caldavClients,
  mcpClients,
  npmInstall,
];
