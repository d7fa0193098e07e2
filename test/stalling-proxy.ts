/** A line to PostgreSQL that a test can make go dead: nothing is closed, nothing comes through. */
import type { Location } from '#storage/store.ts';
import { startFaultyProxy } from '../chaos/faulty-proxy.ts';
import type { Scope } from './store.ts';

export type Line = {
  location: Location;
  stall(): void;
  flow(): void;
  /** What is connected leads nowhere from now on; what is new comes through. */
  forget(): void;
};

export async function lineTo(scope: Scope, location: Location): Promise<Line> {
  if (location.kind !== 'postgres') throw new Error('Only PostgreSQL is at the end of a line.');
  const proxy = await startFaultyProxy(scope, location.url);
  return {
    location: { kind: 'postgres', url: proxy.url },
    stall: () => proxy.suffer('silent'),
    flow: () => proxy.suffer('none'),
    forget: () => proxy.suffer('half-open'),
  };
}
