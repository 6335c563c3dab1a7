import { forgetPassword, resetPassword } from '@hopscope/contract';
import { useCall } from '../../../lib/api/use-call.ts';

/** Asks for a mail with a link that sets a new password. */
export function useForgetPassword() {
  return useCall(forgetPassword);
}

/** Sets a new password with the id and token of that link. */
export function useResetPassword() {
  return useCall(resetPassword);
}
