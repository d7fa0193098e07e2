/** Where a request was sent, as far as it decides how a member can sign in there. */
import type { Place } from '#actions/ways-in.ts';
import { relyingPartyAt } from '#auth/relying-party.ts';

export function placeOf(origin: string): Place {
  const party = relyingPartyAt(origin);
  return { relyingParty: typeof party === 'object' ? party.id : undefined };
}
