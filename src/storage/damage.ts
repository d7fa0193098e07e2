/**
 * Remembers that a query met corrupt data. The drivers report every error here, so that damage is known
 * even if the caller catches the error. It is never forgotten: only a full check could prove that
 * the damage is gone, and that takes too long for a running server. A restart forgets it
 * (docs/decisions/0015-a-damaged-database-does-not-serve.md).
 */
import { isDamage } from './outage.ts';

export class DamageMonitor {
  #found: Error | undefined;
  #onFound: (error: Error) => void = () => {};

  /** The first error that reported damage. */
  get found(): Error | undefined {
    return this.#found;
  }

  /** Calls back once, at the first damage; at once if there has been some. */
  onFound(call: (error: Error) => void): void {
    this.#onFound = call;
    if (this.#found) call(this.#found);
  }

  report(error: unknown): void {
    if (this.#found || !isDamage(error)) return;
    this.#found = error as Error;
    this.#onFound(this.#found);
  }
}

/** Damage that we find ourselves, with the code that SQLite has for it. */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase';
  readonly errcode = 11;
}
