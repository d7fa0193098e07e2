/** Loads the operator's settings for signing up and in. */
import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#http/app-api.ts';
import { api } from '#web/base/api.ts';

/** Undefined while loading. `open` if the request fails, since the server checks each sign-up anyway. */
export function useSignUpMode(): ResponseOf<'GET /app/api/sign-up'>['signUp'] | undefined {
  const { data, error } = useSettings();
  return data?.signUp ?? (error ? 'open' : undefined);
}

/** Whether passkeys work at this address; undefined while it is not known. */
export function usePasskeySupport(): ResponseOf<'GET /app/api/sign-up'>['passkeys'] | undefined {
  return useSettings().data?.passkeys;
}

/** The identity provider, if the operator has set one. */
export function useProvider(): ResponseOf<'GET /app/api/sign-up'>['provider'] | undefined {
  return useSettings().data?.provider;
}

/** Whether people sign in only with the identity provider. */
export function useIsOidcOnly(): boolean {
  return useSettings().data?.signIn === 'oidc';
}

/** The account of the demo family, if somebody at the server's own computer may want to see it. */
export function useDemoEmail(): string | undefined {
  return useSettings().data?.demoEmail ?? undefined;
}

/** Whether the service sends mail; undefined while it is not known. */
export function useSendsMail(): boolean | undefined {
  const { data, error } = useSettings();
  return data ? data.mail : error ? false : undefined;
}

function useSettings() {
  return useQuery({
    queryKey: ['sign-up'],
    queryFn: () => api('GET /app/api/sign-up'),
    staleTime: Infinity,
  });
}
