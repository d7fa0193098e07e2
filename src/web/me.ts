/** Who is signed in, as the service says it and as this device keeps it: known before the service answers. */
import type { Role } from '#domain/family/family.ts';
import { keep, kept } from './keep.ts';

export type Me = {
  member: { id: string; email: string; role: Role };
  family: { id: string; name: string; timeZone: string; premium: string | null; hasPremium: boolean };
};

const KEPT = 'weekfare-me';

export function keepMe(me: Me | null): void {
  keep(KEPT, me && JSON.stringify(me));
}

export function keptMe(): Me | undefined {
  try {
    return (JSON.parse(kept(KEPT) ?? 'null') as Me | null) ?? undefined;
  } catch {
    return undefined;
  }
}
