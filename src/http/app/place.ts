/** Where a request was sent, as far as it decides how a member can sign in there. */
import type { Place } from '#actions/account/ways-in.ts';
import { relyingPartyAt } from '#auth/relying-party.ts';
import type { AnyRequest } from './route.ts';

export function placeOf({ origin, config }: Pick<AnyRequest, 'origin' | 'config'>): Place {
  const party = relyingPartyAt(origin);
  return {
    relyingParty: typeof party === 'object' ? party.id : undefined,
    issuer: config.oidc?.issuer,
    isOidcOnly: config.signIn === 'oidc',
  };
}
