/**
 * Remembers that a query found corrupt data. The drivers report every error here, so damage is known even if
 * the caller catches the error. It is remembered until a restart: only a full check could prove that the
 * damage is gone, and that takes too long for a running server
 * (docs/decisions/0015-a-damaged-database-does-not-serve.md).
 */
import { isDamage } from '#storage/outage.ts';

export class DamageMonitor {
  #found: Error | undefined;
  #onFound: (error: Error) => void = () => {};

  /** The first error that reported damage. */
  get found(): Error | undefined {
    return this.#found;
  }

  /** Calls the listener once, at the first damage; immediately if there has been some. */
  onFound(listener: (error: Error) => void): void {
    this.#onFound = listener;
    if (this.#found) listener(this.#found);
  }

  report(error: unknown): void {
    if (this.#found || !isDamage(error)) return;
    this.#found = error as Error;
    this.#onFound(this.#found);
  }
}

/** Damage that we find ourselves, with SQLite's error code for it. */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase';
  readonly errcode = 11;
}
