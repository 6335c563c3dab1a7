import { demoSignIn } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';
import { useServices } from '../../../lib/services.ts';

/** Signs in as a person of the demo network. */
export function useDemoSignIn() {
  const { session } = useServices();
  return useCall(demoSignIn, { onSuccess: ({ data }) => session.start(data, 'login') });
}
