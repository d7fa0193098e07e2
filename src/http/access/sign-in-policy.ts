/** Where a request was sent, as far as it decides how a member can sign in there. */
import type { SignInPolicy } from '#actions/account/sign-in-methods.ts';
import { relyingPartyAt } from '#auth/relying-party.ts';
import type { Config } from '#config.ts';

export function signInPolicyOf({
  origin,
  config,
}: {
  origin: string;
  config: Pick<Config, 'oidc' | 'signIn'>;
}): SignInPolicy {
  const party = relyingPartyAt(origin);
  return {
    relyingParty: typeof party === 'object' ? party.id : undefined,
    issuer: config.oidc?.issuer,
    isOidcOnly: config.signIn === 'oidc',
  };
}
