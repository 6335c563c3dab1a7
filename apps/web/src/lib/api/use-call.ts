import type { CallInput, Endpoint } from '@hopscope/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { z } from 'zod';
import { useServices } from '../services.ts';

interface Callbacks<Answer> {
  onSuccess?: (answer: Answer) => void;
  onError?: (thrown: Error) => void;
}

/**
 * A declared call that changes something. After success the answers of the queries in `changes` are asked for again
 * before `onSuccess` runs: their keys begin with the id of their call. What is given to `mutate` runs even if the
 * component has gone meanwhile, as an entry of a list does that was just removed.
 */
export function useCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  options: {
    changes?: readonly { readonly id: string }[];
    onSuccess?: (answer: z.output<R>) => void;
    /** The organization in whose name it is made, where the call does not name it. */
    organizationId?: string | undefined;
  } = {},
) {
  type Input = CallInput<Endpoint<P, Q, B, R>>;
  const { api } = useServices();
  const queries = useQueryClient();
  const mutation = useMutation({
    mutationFn: (input: Input) => api(endpoint, input, { organizationId: options.organizationId }),
    onSuccess: async (answer) => {
      const changed = options.changes ?? [];
      await Promise.all(changed.map(({ id }) => queries.invalidateQueries({ queryKey: [id] })));
      options.onSuccess?.(answer);
    },
  });
  const { mutateAsync } = mutation;
  const mutate = useCallback(
    (input: Input, { onSuccess, onError }: Callbacks<z.output<R>> = {}) => {
      mutateAsync(input).then(
        (answer) => onSuccess?.(answer),
        (thrown: Error) => onError?.(thrown),
      );
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
}
