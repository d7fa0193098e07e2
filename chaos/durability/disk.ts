/**
 * Model of a disk: until a sync, it may have written any part of the data, in any order. It applies the steps of a
 * trace and returns what a power cut would leave.
 */
import { basename } from 'node:path';
import { oneOf, type Random } from '#domain/random.ts';
import type { Step } from './trace.ts';

type Edit = Extract<Step, { kind: 'write' | 'truncate' }>;
type File = { synced: Buffer; unsynced: Edit[] };
type Names = Map<string, File>;
/** The files of the folder, by name. */
export type Image = Map<string, Buffer>;

export class Disk {
  readonly #folder: string;
  #names: Names = new Map();
  #syncedNames: Names = new Map();

  constructor(folder: string) {
    this.#folder = folder;
  }

  apply(step: Step): void {
    if (step.kind === 'output' || (step.kind === 'create' && step.file === this.#folder)) return;
    const file = this.#names.get(step.file);
    switch (step.kind) {
      case 'create':
        return void this.#names.set(step.file, { synced: Buffer.alloc(0), unsynced: [] });
      case 'remove':
        return void this.#names.delete(step.file);
      case 'sync':
        if (step.file === this.#folder) this.#syncedNames = new Map(this.#names);
        return file?.unsynced.splice(0).forEach((edit) => applyEdit(file, edit));
      default:
        file?.unsynced.push(step);
    }
  }

  /** Drops everything unsynced. With `random`, each unsynced edit is dropped, written or torn. */
  afterPowerCut(random?: Random): Image {
    const names = random && oneOf(random, [true, false]) ? this.#names : this.#syncedNames;
    return new Map(Array.from(names, ([name, file]) => [basename(name), bytesOf(file, random)]));
  }
}

function bytesOf({ synced, unsynced }: File, random?: Random): Buffer {
  if (!random) return synced;
  const file: File = { synced: Buffer.from(synced), unsynced: [] };
  for (const edit of unsynced) {
    const fate = oneOf(random, ['dropped', 'written', 'torn']);
    if (fate === 'written') applyEdit(file, edit);
    if (fate === 'torn' && edit.kind === 'write')
      applyEdit(file, { ...edit, bytes: firstSectors(random, edit) });
  }
  return file.synced;
}

function firstSectors(random: Random, { bytes }: { bytes: Buffer }): Buffer {
  return bytes.subarray(0, 512 * random(1 + Math.floor(bytes.length / 512)));
}

function applyEdit(file: File, edit: Edit): void {
  const size =
    edit.kind === 'truncate' ? edit.size : Math.max(file.synced.length, edit.at + edit.bytes.length);
  if (size !== file.synced.length) {
    const before = file.synced;
    file.synced = Buffer.alloc(size);
    before.copy(file.synced);
  }
  if (edit.kind === 'write') edit.bytes.copy(file.synced, edit.at);
}
