import { apiBase, getSignInProviders, startProviderSignIn } from '@hopscope/contract';
import { useQuery } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Ways to sign in besides a password; without an answer there are none. */
export function useSignInProviders() {
  const { api } = useServices();
  return useQuery({
    queryKey: [getSignInProviders.id],
    retry: false,
    queryFn: async ({ signal }) => (await api(getSignInProviders, {}, { signal })).data,
  });
}

/** Leaves the page for the provider's sign-in; it comes back to /auth/callback. */
export function goToProvider(): void {
  window.location.assign(apiBase + startProviderSignIn.path);
}
