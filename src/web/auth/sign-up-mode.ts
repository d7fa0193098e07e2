/** Who may come in, as the operator has set it. */
import { useQuery } from '@tanstack/react-query';
import { request } from '#web/api.ts';

export type SignUpMode = 'open' | 'invitation' | 'closed';

/** Undefined until the service has answered; open if it does not: it refuses by itself whom it must. */
export function useSignUpMode(): SignUpMode | undefined {
  const { data, error } = useQuery({
    queryKey: ['sign-up'],
    queryFn: () => request<{ signUp: SignUpMode }>('GET', '/app/api/sign-up'),
    staleTime: Infinity,
  });
  return data?.signUp ?? (error ? 'open' : undefined);
}
