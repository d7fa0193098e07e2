/** migrate, backup, restore, check, move-to. */
import { backUp, type Counts, restore } from '#actions/backup.ts';
import { findFaults } from '#queries/data-check.ts';
import { moveTo } from '#actions/move.ts';
import { UserError } from '#domain/user-error.ts';
import { describeFailure } from '#failure.ts';
import { migrate } from '#storage/migrate.ts';
import { isOutage } from '#storage/outage.ts';
import { type Location, openStore, OPERATOR_TIMEOUT_MS } from '#storage/store.ts';
import { command, UsageError } from './command.ts';

export const databaseCommands = [
  command({
    name: 'migrate',
    summary: 'Migrates the database to the newest schema. The server does so automatically at the start.',
    example: 'migrate',
    anySchema: true,
    createsDatabase: true,
    async run({ store, nowMs }) {
      const applied = await migrate(store, nowMs);
      return {
        json: { applied },
        text: applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'Nothing to do.',
      };
    },
  }),

  command({
    name: 'backup',
    positionals: ['FILE'],
    summary: 'Writes all data to a file, and checks it by restoring it into a temporary database.',
    example: 'backup weekfare-2026-11-15.backup',
    async run({ store, nowMs, positionals: [file = ''] }) {
      const rows = await backUp(store, file, nowMs);
      return {
        json: { file, rows },
        text: `Backed up to ${file} and checked: ${countText(rows)}.`,
      };
    },
  }),

  command({
    name: 'restore',
    positionals: ['FILE'],
    summary: 'Replaces all current data with a backup.',
    example: 'restore weekfare-2026-11-15.backup',
    anySchema: true,
    createsDatabase: true,
    async run({ store, nowMs, positionals: [file = ''] }) {
      const rows = await restore(store, file, nowMs);
      return { json: { file, rows }, text: `Restored from ${file}: ${countText(rows)}.` };
    },
  }),

  command({
    name: 'check',
    summary: 'Checks the whole database for damage and wrong data.',
    example: 'check --json',
    async run({ store }) {
      const faults = await findFaults(store);
      if (faults.length === 0) return { json: { faults }, text: 'No faults found.' };
      return { json: { faults }, text: faults.join('\n'), failed: true };
    },
  }),

  command({
    name: 'move-to',
    positionals: ['DATABASE_URL'],
    summary: 'Copies all data from SQLite to an empty PostgreSQL database. Stop the server first.',
    example: 'move-to postgres://weekfare@db.example/weekfare',
    async run({ store, nowMs, positionals: [url = ''] }) {
      if (store.kind !== 'sqlite')
        throw new UsageError('The data is already in PostgreSQL: DATABASE_URL is set.');
      if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
        throw new UsageError('DATABASE_URL must be a postgres:// address.');
      const location: Location = { kind: 'postgres', url };
      const target = await openStore(location, OPERATOR_TIMEOUT_MS);
      try {
        const rows = await moveTo(store, target, nowMs);
        return {
          json: { rows },
          text: `Moved: ${countText(rows)}. Now start the server with DATABASE_URL set.`,
        };
      } catch (error) {
        // The failure concerns the target, not the database of the settings.
        throw isOutage(error) ? new UserError(describeFailure(error, location), { cause: error }) : error;
      } finally {
        await target.close();
      }
    },
  }),
];

function countText(rows: Counts): string {
  return Object.entries(rows)
    .map(([table, count]) => `${table.replaceAll('_', ' ')} ${count}`)
    .join(', ');
}
