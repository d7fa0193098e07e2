/** Every trial, in the order of the results. */
import { hostileImports } from './attacks/hostile-imports.ts';
import { hostileLoad } from './attacks/hostile-load.ts';
import { passwordGuesses } from './attacks/password-guesses.ts';
import { caldavClients } from './clients/caldav-clients.ts';
import { mcpClients } from './clients/mcp-clients.ts';
import { npmInstall } from './clients/npm-install.ts';
import { diskFull } from './durability/disk-full.ts';
import { diskImages } from './durability/disk-images.ts';
import { fsyncAudit } from './durability/fsync-audit.ts';
import { failover } from './faults/failover.ts';
import { goneEverywhere } from './faults/gone-everywhere.ts';
import { rollingRestart } from './faults/rolling-restart.ts';
import { webhooks } from './faults/webhooks.ts';
import { largeImport } from './load/large-import.ts';
import { memory } from './load/memory.ts';
import { mondayMidnight } from './load/monday-midnight.ts';
import { openLoop } from './load/open-loop.ts';
import { slowClients } from './load/slow-clients.ts';
import { killedWhileWriting } from './durability/killed-while-writing.ts';
import { migrations } from './durability/migrations.ts';
import { upgrades } from './durability/upgrades.ts';
import type { Trial } from './trial.ts';

export const TRIALS: readonly Trial[] = [
  killedWhileWriting,
  fsyncAudit,
  diskImages,
  diskFull,
  migrations,
  upgrades,
  goneEverywhere,
  rollingRestart,
  failover,
  webhooks,
  openLoop,
  mondayMidnight,
  slowClients,
  memory,
  largeImport,
  passwordGuesses,
  hostileLoad,
  hostileImports,
  caldavClients,
  mcpClients,
  npmInstall,
];
