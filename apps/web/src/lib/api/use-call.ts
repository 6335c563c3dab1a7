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
 * Makes an API call that changes something. On success, invalidates the queries in `changes` (their keys start with the ID of
 * their call) before `onSuccess` runs. Callbacks given to `mutate` run even if the component was unmounted meanwhile, such as a
 * removed list entry.
 */
export function useCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, R>,
  options: {
    changes?: readonly { readonly id: string }[];
    onSuccess?: (answer: z.output<R>) => void;
    /** The organization of the call, if the call doesn't name it. */
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
