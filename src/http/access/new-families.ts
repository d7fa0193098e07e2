/** Limits of sign-up: a new family gets room on the disk, so one network may make a few a day, and none when there is no room. */
import { networkLimits } from '#auth/network.ts';
import { SlidingWindowLimit } from '#domain/rate-limit/sliding-window-limit.ts';
import { isPublicAddress } from '#fetch/public-address.ts';
import type { ProblemCode } from '#http/problems/problem.ts';
import type { FreeDisk } from '#storage/free-disk.ts';

const DAY_MS = 86_400_000;
/** A provider assigns up to a /48 to a customer, and some share it among many. */
const PER_SITE = 4;

export class NewFamilies {
  readonly #perDay: number;
  readonly #freeDisk: FreeDisk;
  readonly #made: SlidingWindowLimit[];

  /** `perDay` of one address, or 0 for no limit. */
  constructor(perDay: number, freeDisk: FreeDisk) {
    this.#perDay = perDay;
    this.#freeDisk = freeDisk;
    this.#made = [perDay, PER_SITE * perDay].map(
      (limit) => new SlidingWindowLimit(limit, { windowMs: DAY_MS }),
    );
  }

  /** Why no family is made for this client; undefined if one may be. */
  async refuse(address: string, nowMs: number): Promise<{ code: ProblemCode; seconds?: number } | undefined> {
    if (await this.#freeDisk.isLow()) return { code: 'disk-full' };
    const seconds = Math.max(0, ...this.#limits(address).map(([limit, name]) => limit.peek(name, nowMs)));
    return seconds === 0 ? undefined : { code: 'sign-ups-limited', seconds };
  }

  count(address: string, nowMs: number): void {
    for (const [limit, name] of this.#limits(address)) limit.take(name, nowMs);
  }

  /** Behind a proxy that is not trusted, everybody would have the same private address. */
  #limits(address: string): [SlidingWindowLimit, name: string][] {
    if (this.#perDay === 0 || !isPublicAddress(address)) return [];
    const networks = networkLimits(address, { perLink: 0, perSite: 1 });
    return networks.map(([name, at]) => [this.#made[at] as SlidingWindowLimit, name]);
  }
}
