/** A server with a town full of families, each with a key of its own and plans for two weeks; on SQLite. */
import { join } from 'node:path';
import { freshFolder } from '#test/store.ts';
import { fillWithFamilies } from '../../bench/families.ts';
import type { Running, Settings } from '../program.ts';
import type { Ground } from '../trial.ts';

type Wishes = { families: number; nowMs?: number; zones?: readonly string[]; settings?: Settings };
export type Town = Running & { port: number; keys: string[] };

export async function startTown({ program, scope }: Ground, wishes: Wishes): Promise<Town> {
  const { families, nowMs = Date.now(), zones, settings } = wishes;
  const folder = freshFolder(scope);
  const keys = await fillWithFamilies(
    { kind: 'sqlite', file: join(folder, 'weekfare.db') },
    families,
    nowMs,
    zones,
  );
  const running = await program.start(scope, {
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
    APP_RATE_LIMIT_PER_MINUTE: '0',
    ...settings,
  });
  return { ...running, port: Number(new URL(running.url).port), keys };
}

/** A module to be loaded into the server before everything else. */
export function loaded(module: URL): Settings {
  return { NODE_OPTIONS: `--import=${module.href}` };
}
