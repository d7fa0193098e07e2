/** export: everything of a family as one zip file. */
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { randomText } from '#auth/secret.ts';
import { instantText } from '#domain/week/instant.ts';
import { exportArchive } from '#queries/account/family-archive.ts';
import { syncFolder } from '#storage/drivers/folder.ts';
import { command, getFamily } from './command.ts';

/** How long the disk may take for a piece. */
const DISK_WAIT_MS = 600_000;

export const exportCommands = [
  command({
    name: 'export',
    positionals: ['FAMILY_ID', '[FILE]'],
    summary: "Writes a family's recipes, plans, lists and all other data to a zip file.",
    example: 'export 4fJ2kQ9xLm1TzB7c okafor.zip',
    async run({ store, nowMs, positionals: [family = '', given] }) {
      await getFamily(store.db, family);
      const file = given ?? `weekfare-${instantText(nowMs).slice(0, 10)}.zip`;
      const pieces = await exportArchive(store, family, { nowMs, maxIdleMs: DISK_WAIT_MS });
      const bytes = await writeFile(file, pieces);
      return { json: { file, bytes }, text: `Exported to ${file}: ${Math.ceil(bytes / 1_000)} kB.` };
    },
  }),
];

/** Only the operator may read it. An existing file of that name is replaced only at the end. */
async function writeFile(file: string, pieces: AsyncGenerator<Buffer, void>): Promise<number> {
  const partial = `${file}.${randomText(8)}.partial`;
  let bytes = 0;
  try {
    const out = await open(partial, 'wx', 0o600);
    try {
      for await (const piece of pieces) {
        await out.write(piece);
        bytes += piece.length;
      }
      await out.sync();
    } finally {
      await out.close();
    }
    await rename(partial, file);
    syncFolder(dirname(file));
    return bytes;
  } finally {
    // Ends the snapshot if the file cannot be written.
    await pieces.return();
    await rm(partial, { force: true });
  }
}
