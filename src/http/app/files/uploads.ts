/**
 * Receives files that members send: each goes to a temporary file as it arrives, so that it is never in memory as a whole.
 * There are few at a time, at most one for each family, and the upload of a client that stalls is aborted. docs/import.md
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_UPLOAD_BYTES } from '#domain/family/upload.ts';
import { allowSlowBody } from '#http/server/slow-bodies.ts';
import type { ProblemCode } from '#http/problem.ts';
import { Outage } from '#storage/drivers/outage.ts';

const LIMITS = {
  maxBytes: MAX_UPLOAD_BYTES,
  /** At once, also while they are read. With the largest files, they take 400 MB of the disk. */
  concurrent: 4,
  /** The longest time without a byte. */
  stalledMs: 10_000,
  /** A slow connection sends 20 kB a second. After this time, an upload below that average is aborted. */
  slowAfterMs: 30_000,
  minBytesPerSecond: 20_000,
};
const CHECK_MS = 250;

/** A file that has arrived, with the SHA-256 of its content in hexadecimal digits. */
export type Upload = { readonly path: string; readonly hash: string };

/** Why a file was not received. */
export class UploadRefused {
  readonly code: ProblemCode;
  constructor(code: ProblemCode) {
    this.code = code;
  }
}

export class Uploads {
  readonly #families = new Set<string>();
  readonly #limits: typeof LIMITS;
  readonly #folder: string;

  constructor(limits: Partial<typeof LIMITS> = {}, folder = tmpdir()) {
    this.#limits = { ...LIMITS, ...limits };
    this.#folder = folder;
  }

  get size(): number {
    return this.#families.size;
  }

  /** Runs the work with the file of this request, and deletes the file afterwards. */
  async receive<Result>(
    family: string,
    request: IncomingMessage,
    work: (upload: Upload) => Promise<Result>,
    maxBytes = this.#limits.maxBytes,
  ): Promise<Result | UploadRefused> {
    if (Number(request.headers['content-length']) > maxBytes) return new UploadRefused('file-too-large');
    if (this.#families.has(family) || this.#families.size >= this.#limits.concurrent)
      return new UploadRefused('import-busy');
    this.#families.add(family);
    let folder: string | undefined;
    try {
      folder = await mkdtemp(join(this.#folder, 'weekfare-upload-'));
      const path = join(folder, 'file');
      const received = await this.#write(request, path, maxBytes);
      return typeof received === 'string'
        ? await work({ path, hash: received })
        : new UploadRefused(received.code);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ENOSPC' ? new Outage('The disk for temporary files is full.') : error;
    } finally {
      this.#families.delete(family);
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  }

  /** Returns the hash. The request is not destroyed, so that it can still get its response. */
  #write(request: IncomingMessage, path: string, maxBytes: number): Promise<string | { code: ProblemCode }> {
    const { promise, resolve, reject } = Promise.withResolvers<string | { code: ProblemCode }>();
    const [file, hash] = [createWriteStream(path), createHash('sha256')];
    const endSlowBody = allowSlowBody(request.socket);
    const progress = { bytes: 0, startMs: performance.now(), lastMs: performance.now() };
    const stop = (settle: () => void) => {
      clearInterval(timer);
      endSlowBody();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      file.destroy();
      settle();
    };
    const abort = (code: ProblemCode) => stop(() => resolve({ code }));
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
    const timer = setInterval(() => this.#isTooSlow(progress) && abort('request-timeout'), CHECK_MS);
    file.on('drain', () => request.resume()).on('error', (error) => stop(() => reject(error)));
    request.on('data', onData).once('end', onEnd).once('close', onClose);
    if (request.readableEnded) onEnd();
    return promise;
  }

  #isTooSlow({ bytes, startMs, lastMs }: { bytes: number; startMs: number; lastMs: number }): boolean {
    const nowMs = performance.now();
    const { stalledMs, slowAfterMs, minBytesPerSecond } = this.#limits;
    const elapsedMs = nowMs - startMs;
    return (
      nowMs - lastMs > stalledMs ||
      (elapsedMs > slowAfterMs && bytes < (minBytesPerSecond * elapsedMs) / 1_000)
    );
  }
}
