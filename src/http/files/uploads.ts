/**
 * Receives files that members send: each goes to a temporary file as it arrives, so that it is never in memory as a whole.
 * Photos and imports have slots of their own (upload-slots.ts), and the upload of a client that stalls is aborted.
 * docs/import.md
 */
import { createHash } from 'node:crypto';
import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MAX_UPLOAD_BYTES } from '#domain/family/upload.ts';
import { NamedBuckets } from '#domain/rate-limit/named-buckets.ts';
import { allowSlowBody } from '#http/server/slow-bodies.ts';
import type { ProblemCode } from '#http/problems/problem.ts';
import { Outage } from '#storage/outage.ts';
import type { FreeDisk } from '#storage/free-disk.ts';
import { type SlotLimits, UploadSlots } from './upload-slots.ts';

export type UploadKind = 'import' | 'photo';

const LIMITS = {
  maxBytes: MAX_UPLOAD_BYTES,
  /** The longest time without a byte. */
  stalledMs: 10_000,
  /** A slow connection sends 20 kB a second. After this time, an upload below that average is aborted. */
  slowAfterMs: 30_000,
  /** The same while others wait for a slot. */
  slowAfterMsIfAwaited: 3_000,
  minBytesPerSecond: 20_000,
  /** The longest time without a slot. */
  waitMs: 20_000,
  /** Of one network: twice the largest file, for the report and to keep it, and both again. Each hour they are full again. */
  bytesPerNetwork: 4 * MAX_UPLOAD_BYTES,
};
/** With the largest files, they take 400 MB and 5 MB of the disk. */
const SLOTS: Record<UploadKind, SlotLimits> = {
  import: { slots: 4, perFamily: 1, perNetwork: 3 },
  photo: { slots: 8, perFamily: 2, perNetwork: 6 },
};
const CHECK_MS = 250;
const MINUTES_PER_HOUR = 60;

/** A file that has arrived, with the SHA-256 of its content in hexadecimal digits. */
export type Upload = { readonly path: string; readonly hash: string };

/** Why a file was not received. */
export class UploadRefused {
  readonly code: ProblemCode;
  constructor(code: ProblemCode) {
    this.code = code;
  }
}

/** Who sends a file, and of which kind. `network` is a link of auth/network.ts. */
export type Uploader = { kind: UploadKind; family: string; network: string };

export class Uploads {
  readonly #slots = { import: new UploadSlots(SLOTS.import), photo: new UploadSlots(SLOTS.photo) };
  readonly #limits: typeof LIMITS;
  readonly #folder: string;
  readonly #freeDisk: FreeDisk | undefined;
  /** A bucket is full after a minute; its minutes are our hours. */
  readonly #bytes: NamedBuckets;

  constructor(limits: Partial<typeof LIMITS> = {}, folder = tmpdir(), freeDisk?: FreeDisk) {
    this.#limits = { ...LIMITS, ...limits };
    this.#folder = folder;
    this.#freeDisk = freeDisk;
    this.#bytes = new NamedBuckets(this.#limits.bytesPerNetwork);
  }

  get size(): number {
    return this.#slots.import.size + this.#slots.photo.size;
  }

  /** Runs the work with the file of this request, and deletes the file afterwards. */
  async receive<Result>(
    { kind, family, network }: Uploader,
    request: IncomingMessage,
    work: (upload: Upload) => Promise<Result>,
    maxBytes = this.#limits.maxBytes,
  ): Promise<Result | UploadRefused> {
    const bytes = Number(request.headers['content-length'] ?? maxBytes);
    if (bytes > maxBytes) return new UploadRefused('file-too-large');
    if (await this.#freeDisk?.isLow()) return new UploadRefused('disk-full');
    if (this.#bytes.take(network, performance.now() / MINUTES_PER_HOUR, Math.max(1, bytes)) > 0)
      return new UploadRefused('too-many-requests');
    const slots = this.#slots[kind];
    const endSlowBody = allowSlowBody(request.socket);
    const slot = await slots.take(family, network, this.#limits.waitMs);
    try {
      if (!slot) return new UploadRefused('import-busy');
      return await this.#receive(slots, request, work, maxBytes);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ENOSPC' ? new Outage('The disk for temporary files is full.') : error;
    } finally {
      endSlowBody();
      slot?.end();
    }
  }

  async #receive<Result>(
    slots: UploadSlots,
    request: IncomingMessage,
    work: (upload: Upload) => Promise<Result>,
    maxBytes: number,
  ): Promise<Result | UploadRefused> {
    const folder = await mkdtemp(join(this.#folder, 'weekfare-upload-'));
    const target = { path: join(folder, 'file') };
    // It stays open until the work is done.
    const file = createWriteStream(target.path, { autoClose: false, mode: 0o600 });
    try {
      const received = await this.#write(request, file, { target, maxBytes, slots });
      return typeof received === 'string'
        ? await work({ path: target.path, hash: received })
        : new UploadRefused(received.code);
    } finally {
      file.destroy();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Returns the hash. The request is not destroyed, so that it can still get its response. */
  #write(
    request: IncomingMessage,
    file: WriteStream,
    { target, maxBytes, slots }: { target: { path: string }; maxBytes: number; slots: UploadSlots },
  ): Promise<string | { code: ProblemCode }> {
    const { promise, resolve, reject } = Promise.withResolvers<string | { code: ProblemCode }>();
    const hash = createHash('sha256');
    const progress = { bytes: 0, startMs: performance.now(), lastMs: performance.now() };
    const stop = (settle: () => void) => {
      clearInterval(timer);
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      settle();
    };
    const abort = (code: ProblemCode) => stop(() => resolve({ code }));
    const onOpen = (descriptor: number) => {
      // Where a file without a name can be opened by its descriptor, nothing remains of it after a crash.
      const unnamed = `/proc/${process.pid}/fd/${descriptor}`;
      if (!existsSync(unnamed)) return;
      const { path } = target;
      target.path = unnamed;
      rm(dirname(path), { recursive: true, force: true }).catch(reject);
    };
    const onData = (bytes: Buffer) => {
      progress.bytes += bytes.length;
      progress.lastMs = performance.now();
      if (progress.bytes > maxBytes) return abort('file-too-large');
      hash.update(bytes);
      if (!file.write(bytes)) request.pause();
    };
    const onEnd = () =>
      file.end((error?: Error | null) => stop(() => (error ? reject(error) : resolve(hash.digest('hex')))));
    const onClose = () => request.complete || abort('request-timeout');
    const timer = setInterval(
      () => this.#isTooSlow(progress, slots.isAwaited) && abort('request-timeout'),
      CHECK_MS,
    );
    file.on('open', onOpen);
    file.on('drain', () => request.resume()).on('error', (error) => stop(() => reject(error)));
    request.on('data', onData).once('end', onEnd).once('close', onClose);
    if (request.readableEnded) onEnd();
    else if (request.destroyed) onClose();
    return promise;
  }

  #isTooSlow(
    { bytes, startMs, lastMs }: { bytes: number; startMs: number; lastMs: number },
    isAwaited: boolean,
  ): boolean {
    const nowMs = performance.now();
    const { stalledMs, minBytesPerSecond } = this.#limits;
    const slowAfterMs = isAwaited ? this.#limits.slowAfterMsIfAwaited : this.#limits.slowAfterMs;
    const elapsedMs = nowMs - startMs;
    return (
      nowMs - lastMs > stalledMs ||
      (elapsedMs > slowAfterMs && bytes < (minBytesPerSecond * elapsedMs) / 1_000)
    );
  }
}
