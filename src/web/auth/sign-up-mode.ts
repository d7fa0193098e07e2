/** Loads the operator's setting for sign-ups. */
import { useQuery } from '@tanstack/react-query';
import type { SignUpMode, SignUpModeResponse } from '#http/app/contract.ts';
import { request } from '#web/api.ts';

/** Undefined while loading. `open` if the request fails, since the server checks each sign-up anyway. */
export function useSignUpMode(): SignUpMode | undefined {
  const { data, error } = useQuery({
    queryKey: ['sign-up'],
    queryFn: () => request<SignUpModeResponse>('GET', '/app/api/sign-up'),
    staleTime: Infinity,
  });
  return data?.signUp ?? (error ? 'open' : undefined);
}
