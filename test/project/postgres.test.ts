/** The PostgreSQL of the tests starts wherever the clone is. */
import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { Client } from 'pg';
import { packagedPostgres, startPostgres } from '../support/servers/postgres.ts';
import { freshFolder } from '../support/store.ts';

test('starts from a path with a space in a folder that only its owner can enter, and leaves nothing', async (t) => {
  const packaged = join(freshFolder(t), 'home folder', 'native');
  mkdirSync(dirname(packaged), { mode: 0o700 });
  cpSync(packagedPostgres(), packaged, { recursive: true, verbatimSymlinks: true });
  // As installed with a umask of 077.
  execFileSync('chmod', ['-R', 'go=', packaged]);
  const postgres = await startPostgres(packaged);
  t.after(() => postgres.stop());
  const client = new Client(postgres.url);
  await client.connect();
  const { rows } = await client.query("select current_setting('data_directory') as folder");
  await client.end();
  await postgres.stop();
  deepStrictEqual(existsSync(rows[0].folder), false);
});
