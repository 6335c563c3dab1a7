import type { CallInput, Endpoint } from '@hopscope/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { useServices } from '../services.ts';

/**
 * A declared call that changes something. After success the answers of the queries in `changes` are asked for again
 * before `onSuccess` runs: their keys begin with the id of their call.
 */
export function useCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  options: {
    changes?: readonly { readonly id: string }[];
    onSuccess?: (answer: z.output<R>) => void;
  } = {},
) {
  const { api } = useServices();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: CallInput<Endpoint<P, Q, B, R>>) => api(endpoint, input),
    onSuccess: async (answer) => {
      const changed = options.changes ?? [];
      await Promise.all(changed.map(({ id }) => queries.invalidateQueries({ queryKey: [id] })));
      options.onSuccess?.(answer);
    },
  });
}
