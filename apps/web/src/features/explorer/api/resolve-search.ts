import { search } from '@hopscope/contract';
import { useMutation } from '@tanstack/react-query';
import { useServices } from '../../../lib/services.ts';

/** Asks the server for the type of a search text: only it can distinguish block hashes from transaction hashes. */
export function useResolveSearch() {
  const { api } = useServices();
  return useMutation({
    mutationFn: async (q: string) => (await api(search, { query: { q } })).data,
  });
}
