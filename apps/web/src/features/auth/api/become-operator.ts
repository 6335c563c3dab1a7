import { becomeOperator } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

/** Makes the signed-in person the operator with the token of the link printed at start. */
export function useBecomeOperator() {
  const { session } = useServices();
  return useCall(becomeOperator, { onSuccess: ({ data }) => session.update(data.user) });
}
