/**
 * A disk that takes the worst liberty a disk has: until it is told to sync, it may have written anything or
 * nothing, and in any order. Fed with the steps of a trace, it answers what a power cut would leave.
 */
import { basename } from 'node:path';
import { oneOf, type Random } from '#domain/random.ts';
import type { Step } from './trace.ts';

type Edit = Extract<Step, { did: 'write' | 'cut' }>;
type File = { synced: Buffer; later: Edit[] };
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

  take(step: Step): void {
    if (step.did === 'answer' || (step.did === 'make' && step.file === this.#folder)) return;
    const file = this.#names.get(step.file);
    switch (step.did) {
      case 'make':
        return void this.#names.set(step.file, { synced: Buffer.alloc(0), later: [] });
      case 'remove':
        return void this.#names.delete(step.file);
      case 'sync':
        if (step.file === this.#folder) this.#syncedNames = new Map(this.#names);
        return file?.later.splice(0).forEach((edit) => apply(file, edit));
      default:
        file?.later.push(step);
    }
  }

  /** With everything that was not synced dropped; if `random` is given, some of it is written and some of it torn. */
  afterPowerCut(random?: Random): Image {
    const names = random && oneOf(random, [true, false]) ? this.#names : this.#syncedNames;
    return new Map(Array.from(names, ([name, file]) => [basename(name), bytesOf(file, random)]));
  }
}

function bytesOf({ synced, later }: File, random?: Random): Buffer {
  if (!random) return synced;
  const file: File = { synced: Buffer.from(synced), later: [] };
  for (const edit of later) {
    const fate = oneOf(random, ['dropped', 'kept', 'torn']);
    if (fate === 'kept') apply(file, edit);
    if (fate === 'torn' && edit.did === 'write') apply(file, { ...edit, bytes: firstSectors(random, edit) });
  }
  return file.synced;
}

function firstSectors(random: Random, { bytes }: { bytes: Buffer }): Buffer {
  return bytes.subarray(0, 512 * random(1 + Math.floor(bytes.length / 512)));
}

function apply(file: File, edit: Edit): void {
  const size = edit.did === 'cut' ? edit.size : Math.max(file.synced.length, edit.at + edit.bytes.length);
  if (size !== file.synced.length) {
    const before = file.synced;
    file.synced = Buffer.alloc(size);
    before.copy(file.synced);
  }
  if (edit.did === 'write') edit.bytes.copy(file.synced, edit.at);
}
