/** Loads the operator's settings for signing up and in. */
import { useQuery } from '@tanstack/react-query';
import type { PasskeySupport, SignUpMode, SignUpModeResponse } from '#http/app/contract.ts';
import { request } from '#web/api.ts';

/** Undefined while loading. `open` if the request fails, since the server checks each sign-up anyway. */
export function useSignUpMode(): SignUpMode | undefined {
  const { data, error } = useSettings();
  return data?.signUp ?? (error ? 'open' : undefined);
}

/** Whether passkeys work at this address; undefined while it is not known. */
export function usePasskeySupport(): PasskeySupport | undefined {
  return useSettings().data?.passkeys;
}

/** The identity provider, if the operator has set one. */
export function useProvider(): SignUpModeResponse['provider'] | undefined {
  return useSettings().data?.provider;
}

/** Whether people sign in only with the identity provider. */
export function useIsOidcOnly(): boolean {
  return useSettings().data?.signIn === 'oidc';
}

function useSettings() {
  return useQuery({
    queryKey: ['sign-up'],
    queryFn: () => request<SignUpModeResponse>('GET', '/app/api/sign-up'),
    staleTime: Infinity,
  });
}
