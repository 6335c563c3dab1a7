import { search } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Asks the server what a text is: only it can tell a block hash from a transaction hash. */
export function useResolveSearch() {
  const { api } = useServices();
  return useMutation({
    mutationFn: async (q: string) => (await api(search, { query: { q } })).data,
  });
}
