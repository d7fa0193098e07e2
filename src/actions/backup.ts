/**
 * Backups: a text file from which either kind of database can be restored. It has a header line, a line for each row,
 * and a last line with the SHA-256 of everything before. A backup succeeds only after it was restored into a scratch
 * database and compared.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdtemp, open, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { randomText } from '#auth/secret.ts';
import { instantText } from '#domain/week/instant.ts';
import { UserError } from '#domain/user-error.ts';
import { OPERATOR } from '#storage/actor.ts';
import { EVERY_FAMILY, readLastChange } from '#storage/tables/audit-log.ts';
import {
  resetSequence,
  copyRows,
  deleteAllRows,
  Digest,
  digestOf,
  insertRows,
  lockAllTables,
  readRows,
} from '#storage/copy.ts';
import { syncFolder } from '#storage/drivers/folder.ts';
import { appliedMigrations, migrate, MIGRATIONS, whyUnknown } from '#storage/migrate.ts';
import { isOutage } from '#storage/outage.ts';
import { type Row, type Table, TABLE_NAMES } from '#storage/schema.ts';
import { withSnapshot } from '#storage/snapshot.ts';
import { openStore, OPERATOR_TIMEOUT_MS, type Store } from '#storage/store.ts';

export type Counts = Record<string, number>;

/** A file from which nothing can be restored; the message states the reason. */
export class BadBackup extends UserError {
  override name = 'BadBackup';
}

const FORMAT = 'weekfare backup 1';
type Header = { format: string; at: string; migrations: string[] };
type Line = { table: Table; row: Row };
type Seal = { rows: Counts; sha256: string };

/** Writes a backup of a snapshot. An existing file of that name is replaced only at the end. */
export async function backUp(store: Store, file: string, nowMs: number): Promise<Counts> {
  // A unique name: two concurrent backups to one file must not write to the same partial file.
  const partial = `${file}.${randomText(8)}.partial`;
  const out = await open(partial, 'wx', 0o600);
  try {
    const written = await withSnapshot(store.db, (tx) => writeRows(tx, out, nowMs));
    // A wrong DATA_DIR or DATABASE_URL must not result in an empty backup.
    if (written.counts().families === 0)
      throw new UserError('The database holds no families: there is nothing to back up.');
    await out.sync();
    await withScratch(async (scratch) => {
      await load(partial, scratch);
      const restored = await digestOf(scratch.db);
      if (String(restored) !== String(written))
        throw new BadBackup('The backup does not hold what the database holds.');
    });
    await rename(partial, file);
    syncFolder(dirname(file));
    return written.counts();
  } finally {
    await out.close();
    await rm(partial, { force: true });
  }
}

async function writeRows(tx: Store['db'], out: FileHandle, nowMs: number): Promise<Digest> {
  const [sha256, digest] = [createHash('sha256'), new Digest()];
  const write = async (lines: unknown[]) => {
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    sha256.update(text);
    await out.write(text);
  };
  const header: Header = { format: FORMAT, at: instantText(nowMs), migrations: await appliedMigrations(tx) };
  await write([header]);
  for (const table of TABLE_NAMES) {
    for await (const rows of readRows(tx, table)) {
      digest.add(table, rows);
      await write(rows.map((row): Line => ({ table, row })));
    }
  }
  const seal: Seal = { rows: digest.counts(), sha256: sha256.digest('hex') };
  await out.write(`${JSON.stringify(seal)}\n`);
  return digest;
}

/**
 * Replaces all data by that of the file, or changes nothing. The file is read, checked and migrated to the current
 * schema in a scratch database before the live one is changed.
 */
export async function restore(store: Store, file: string, nowMs: number): Promise<Counts> {
  return withScratch(async (scratch) => {
    await load(file, scratch);
    await migrate(scratch, nowMs);
    const wanted = await digestOf(scratch.db);
    if (wanted.counts().families === 0)
      throw new BadBackup('The backup holds no families: restoring it would only delete what is there.');
    await migrate(store, nowMs);
    await withoutDeadlock(() => replaceAll(store, scratch, wanted, nowMs));
    return wanted.counts();
  });
}

async function replaceAll(store: Store, scratch: Store, wanted: Digest, nowMs: number): Promise<void> {
  await store.db.transaction().execute(async (tx) => {
    await lockAllTables(tx, store.kind);
    const lastChange = Math.max(await readLastChange(tx), await readLastChange(scratch.db));
    await deleteAllRows(tx);
    await copyRows(scratch.db, tx, store.kind);
    const restored = await digestOf(tx);
    if (String(restored) !== String(wanted))
      throw new BadBackup('The restored rows differ from the backup; nothing was changed.');
    // A number above all others, so that every running server notices the restore and clears its caches.
    const marker = {
      family_id: EVERY_FAMILY,
      at: instantText(nowMs),
      actor: OPERATOR,
      action: 'restore',
      detail: '{}',
    };
    await tx
      .insertInto('audit')
      .values({ ...marker, seq: lastChange + 1 })
      .execute();
    await resetSequence(tx, store.kind);
  });
}

/** Concurrent changes lock the same tables in another order; PostgreSQL then aborts one transaction. */
async function withoutDeadlock(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const isDeadlock = error instanceof Error && 'code' in error && error.code === '40P01';
      if (!isDeadlock || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

const MAX_ATTEMPTS = 20;

/** Loads a complete backup into an empty scratch database. */
async function load(file: string, scratch: Store): Promise<void> {
  const { header, seal, end } = await inspect(file);
  const known = MIGRATIONS.slice(0, header.migrations.length);
  const reason = whyUnknown('backup', header.migrations);
  if (reason) throw new BadBackup(reason);
  try {
    await migrate(scratch, Date.parse(header.at), known);
    const counts = await loadRows(file, end, scratch);
    // An older seal does not list tables that were added later; they are empty.
    const sealed = { ...Object.fromEntries(TABLE_NAMES.map((table) => [table, 0])), ...seal.rows };
    if (JSON.stringify(counts) !== JSON.stringify(sealed)) throw new BadBackup(DAMAGED);
  } catch (error) {
    // Rows that violate the schema mean a damaged file; a full disk does not.
    throw error instanceof BadBackup || isOutage(error) ? error : new BadBackup(DAMAGED, { cause: error });
  }
}

async function loadRows(file: string, end: number, scratch: Store): Promise<Counts> {
  const digest = new Digest();
  await scratch.db.transaction().execute(async (tx) => {
    for await (const lines of pagesOf(file, end)) {
      for (const [table, tableLines] of Map.groupBy(lines, (line) => line.table)) {
        const rows = tableLines.map(({ row }) => row);
        digest.add(table, rows);
        await insertRows(tx, table, rows);
      }
    }
  });
  return digest.counts();
}

const DAMAGED = 'The file is damaged or is no backup of Weekfare.';
/** The seal is one short line, within the last bytes of the file. */
const SEAL_BYTES = 4_096;

/** Checks the seal. Returns header, seal, and the offset at which the rows end. */
async function inspect(file: string): Promise<{ header: Header; seal: Seal; end: number }> {
  const { seal, end } = await findSeal(file);
  const sha256 = createHash('sha256');
  for await (const bytes of createReadStream(file, { end: end - 1 })) sha256.update(bytes as Buffer);
  if (seal.sha256 !== sha256.digest('hex')) throw new BadBackup(DAMAGED);

  for await (const line of linesOf(file, end)) {
    const header = parseLine(line) as Header;
    const isOurs = header.format === FORMAT && Array.isArray(header.migrations);
    // Without a migration there is no table: restoring would only delete all data.
    if (!isOurs || header.migrations.length === 0) break;
    return { header, seal, end };
  }
  throw new BadBackup(DAMAGED);
}

async function findSeal(file: string): Promise<{ seal: Seal; end: number }> {
  const input = await open(file, 'r');
  try {
    const stat = await input.stat();
    if (!stat.isFile()) throw new BadBackup(`${file} is not a file.`);
    const { size } = stat;
    const from = Math.max(0, size - SEAL_BYTES);
    const { buffer, bytesRead } = await input.read({ buffer: Buffer.alloc(SEAL_BYTES), position: from });
    const tail = buffer.toString('latin1', 0, bytesRead);
    const at = tail.lastIndexOf('\n', tail.length - 2) + 1;
    // A file that is truncated within its seal has no final line feed; one truncated before has no seal.
    if (!tail.endsWith('\n') || from + at === 0) throw new BadBackup(DAMAGED);
    return { seal: parseLine(tail.slice(at)) as Seal, end: from + at };
  } finally {
    await input.close();
  }
}

/** A photo can have half a megabyte. */
const PAGE = { lines: 1_000, characters: 10_000_000 };

async function* pagesOf(file: string, end: number): AsyncGenerator<Line[]> {
  let page: Line[] = [];
  let [isHeader, characters] = [true, 0];
  for await (const text of linesOf(file, end)) {
    if (!isHeader) page.push(parseLine(text) as Line);
    isHeader = false;
    characters += text.length;
    if (page.length === PAGE.lines || characters > PAGE.characters) {
      yield page;
      [page, characters] = [[], 0];
    }
  }
  yield page;
}

/** Splits at line feeds only: `readline` also splits at U+2028, which may occur in a family's text. */
async function* linesOf(file: string, end: number): AsyncGenerator<string> {
  let rest = '';
  for await (const text of createReadStream(file, { end: end - 1, encoding: 'utf8' })) {
    const lines = (rest + String(text)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function parseLine(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw new BadBackup(DAMAGED);
}

async function withScratch<Result>(work: (scratch: Store) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'weekfare-scratch-'));
  const scratch = await openStore({ kind: 'sqlite', file: join(folder, 'scratch.db') }, OPERATOR_TIMEOUT_MS);
  try {
    return await work(scratch);
  } finally {
    await scratch.close();
    await rm(folder, { recursive: true, force: true });
  }
}
