/** Runs trials: they share one PostgreSQL, and each has a scope that stops everything the trial has started. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startPostgres } from '#test/support/servers/postgres.ts';
import type { Scope } from '#test/support/store.ts';
import { currentProgram, type Defect, programWithDefect } from './program.ts';
import type { Outcome } from './results.ts';
import type { Trial } from './trial.ts';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

export type Environment = {
  /** With a defect, on a program that has it. */
  run(trial: Trial, form: 'full' | 'short', defect?: Defect): Promise<Outcome>;
  close(): Promise<void>;
};

/** Uses the given PostgreSQL, or starts one when the first trial needs it. */
export function openEnvironment(serverUrl?: string): Environment {
  let started: Promise<Postgres> | undefined;
  const postgres = async () => newDatabase(serverUrl ?? (await (started ??= startPostgres())).url);
  return {
    async run(trial, form, defect) {
      await using cleanup = new AsyncDisposableStack();
      const scope: Scope = {
        after(end) {
          cleanup.defer(async () => {
            await end();
          });
        },
      };
      const startedAt = performance.now();
      const findings = await trial
        .run({
          times: trial.times[form],
          program: defect ? programWithDefect(scope, defect) : currentProgram(),
          postgres,
          scope,
          isTimed: form === 'full',
          report: (progress) => console.log(`  ${progress}`),
        })
        .catch((error: unknown) => ({ figures: {}, broken: [], failure: String(error) }));
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      return { name: trial.name, times: trial.times[form], seconds, ...findings };
    },
    async close() {
      await (await started)?.stop();
    },
  };
}

async function newDatabase(serverUrl: string): Promise<string> {
  const name = `chaos_${randomUUID().replaceAll('-', '')}`;
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.toString();
}
