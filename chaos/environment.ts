/** The ground that trials stand on: one PostgreSQL for the run, and an end to whatever a trial started. */
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startPostgres } from '#test/postgres.ts';
import type { Scope } from '#test/store.ts';
import { programWith, theProgram } from './program.ts';
import type { Outcome } from './results.ts';
import type { Trial } from './trial.ts';

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

export type Grounds = {
  tryOut(trial: Trial, form: 'full' | 'short', program: 'sound' | 'planted'): Promise<Outcome>;
  stop(): Promise<void>;
};

/** On a PostgreSQL that is there, or on one of its own. */
export function startGrounds(serverUrl?: string): Grounds {
  let started: Promise<Postgres> | undefined;
  const postgres = async () => newDatabase(serverUrl ?? (await (started ??= startPostgres())).url);
  return {
    async tryOut(trial, form, program) {
      await using ending = new AsyncDisposableStack();
      const scope: Scope = {
        after(end) {
          ending.defer(async () => {
            await end();
          });
        },
      };
      const startedAt = performance.now();
      const seen = await trial
        .run({
          times: trial.times[form],
          program: program === 'sound' ? theProgram() : programWith(scope, trial.defect),
          postgres,
          scope,
          isTimed: form === 'full',
          say: (progress) => console.log(`  ${progress}`),
        })
        .catch((error: unknown) => ({ figures: {}, broken: [], failure: String(error) }));
      const seconds = Math.round((performance.now() - startedAt) / 1_000);
      return { name: trial.name, times: trial.times[form], seconds, ...seen };
    },
    async stop() {
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
