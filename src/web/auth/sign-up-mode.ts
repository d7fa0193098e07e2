/** Who may come in, as the operator has set it. */
import { useQuery } from '@tanstack/react-query';
import type { SignUpMode, SignUpModeResponse } from '#http/app/contract.ts';
import { request } from '#web/api.ts';

/** Undefined until the service has answered; open if it does not: it refuses by itself whom it must. */
export function useSignUpMode(): SignUpMode | undefined {
  const { data, error } = useQuery({
    queryKey: ['sign-up'],
    queryFn: () => request<SignUpModeResponse>('GET', '/app/api/sign-up'),
    staleTime: Infinity,
  });
  return data?.signUp ?? (error ? 'open' : undefined);
}
