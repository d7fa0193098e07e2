/** A server on SQLite that is seeded with families, each with an API key and plans for two weeks. */
import { join } from 'node:path';
import { freshFolder } from '#test/support/store.ts';
import { fillWithFamilies } from '../../bench/families.ts';
import type { RunningServer, Settings } from '../program.ts';
import type { TrialContext } from '../trial.ts';

type Options = { families: number; nowMs?: number; zones?: readonly string[]; settings?: Settings };
export type SeededServer = RunningServer & { port: number; keys: string[] };

export async function startSeededServer(
  { program, scope }: TrialContext,
  options: Options,
): Promise<SeededServer> {
  const { families, nowMs = Date.now(), zones, settings } = options;
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

/** Settings that load a module into the server before all others. */
export function preload(module: URL): Settings {
  return { NODE_OPTIONS: `--import=${module.href}` };
}
