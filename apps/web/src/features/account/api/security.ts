import {
  addPasskey,
  changePassword,
  confirmTotp,
  endOtherSessions,
  endSession,
  getSecurity,
  getSession,
  listSessions,
  passkeyRegistrationOptions,
  removeAccount,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
  setUpTotp,
} from '@hopscope/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { makePasskey } from '../../../lib/browser/passkeys.ts';
import { useServices } from '../../../lib/services.ts';
import type { Proof } from '../model/proof.ts';

/** Reads how the signed-in person signs in. */
export function useSecurity() {
  const { api } = useServices();
  return useQuery({
    queryKey: [getSecurity.id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(getSecurity, {}, { signal })).data,
  });
}

export function useSessions() {
  const { api } = useServices();
  return useQuery({
    queryKey: [listSessions.id],
    staleTime: 0,
    queryFn: async ({ signal }) => (await api(listSessions, {}, { signal })).data.sessions,
  });
}

export function useEndSession() {
  return useCall(endSession, { changes: [listSessions] });
}

export function useEndOtherSessions() {
  return useCall(endOtherSessions, { changes: [listSessions] });
}

export function useChangePassword() {
  return useCall(changePassword, { changes: [getSecurity, listSessions] });
}

export function useSetUpTotp() {
  return useCall(setUpTotp);
}

export function useConfirmTotp() {
  return useCall(confirmTotp, { changes: [getSession, getSecurity, listSessions] });
}

export function useRemoveTotp() {
  return useCall(removeTotp, { changes: [getSecurity] });
}

export function useRenewRecoveryCodes() {
  return useCall(renewRecoveryCodes, { changes: [getSecurity] });
}

/** Creates a passkey in the browser and stores it. */
export function useAddPasskey() {
  const { api } = useServices();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, proof }: { name: string; proof: Proof }) => {
      const { data } = await api(passkeyRegistrationOptions, { body: proof });
      const response = await makePasskey(data.options);
      return (await api(addPasskey, { body: { handle: data.handle, name, response } })).data;
    },
    onSuccess: async () => {
      for (const { id } of [getSession, getSecurity]) await queries.invalidateQueries({ queryKey: [id] });
    },
  });
}

export function useRenamePasskey() {
  return useCall(renamePasskey, { changes: [getSecurity] });
}

export function useRemovePasskey() {
  return useCall(removePasskey, { changes: [getSecurity] });
}

/** Deletes the account, which ends the session. */
export function useRemoveAccount() {
  const { session } = useServices();
  return useCall(removeAccount, { onSuccess: () => session.end('logout') });
}
