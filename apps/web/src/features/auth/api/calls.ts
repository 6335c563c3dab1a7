import {
  apiBase,
  becomeOperator,
  demoSignIn,
  exchangeTicket,
  forgetPassword,
  getSession,
  getSignInProviders,
  login,
  passkeySignInOptions,
  resetPassword,
  sendVerification,
  signInWithPasskey,
  signInWithSecondFactor,
  signup,
  startProviderSignIn,
  verifyEmail,
} from '@hopscope/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCall } from '../../../lib/api/use-call.ts';
import { askForPasskey } from '../../../lib/browser/passkeys.ts';
import { useServices, useSessionState } from '../../../lib/services.ts';
import { type SignInReturn, userOfParameter } from '../model/sign-in-return.ts';

/** Creates an account; on success the session starts, and the router leaves the register page. */
export function useSignUp() {
  const { session } = useServices();
  return useCall(signup, {
    onSuccess: ({ data }) => {
      const { accessToken, refreshToken, ...user } = data.user;
      session.start({ accessToken, refreshToken, user }, 'registration');
    },
  });
}

/** Signs in; on success the session starts, and the router leaves the login page. */
export function useLogIn() {
  const { session } = useServices();
  return useCall(login, { onSuccess: ({ data }) => session.start(data, 'login') });
}

/** Answers a challenge with a code; on success the session starts. */
export function useSecondFactor() {
  const { session } = useServices();
  return useCall(signInWithSecondFactor, { onSuccess: ({ data }) => session.start(data, 'login') });
}

/** Signs in with a passkey, alone or as the answer to a challenge. */
export function usePasskeySignIn() {
  const { api, session } = useServices();
  return useMutation({
    mutationFn: async ({ challenge }: { challenge?: string | undefined }) => {
      const body = challenge === undefined ? {} : { challenge };
      const { data } = await api(passkeySignInOptions, { body });
      const response = await askForPasskey(data.options);
      return api(signInWithPasskey, { body: { handle: data.handle, response } });
    },
    onSuccess: ({ data }) => session.start(data, 'login'),
  });
}

/** Signs in as a person of the demo network. */
export function useDemoSignIn() {
  const { session } = useServices();
  return useCall(demoSignIn, { onSuccess: ({ data }) => session.start(data, 'login') });
}

/** Reads the ways to sign in besides a password; none if the call fails. */
export function useSignInProviders() {
  const { api } = useServices();
  return useQuery({
    queryKey: [getSignInProviders.id],
    retry: false,
    queryFn: async ({ signal }) => (await api(getSignInProviders, {}, { signal })).data,
  });
}

/** Leaves the page for the provider's sign-in, which returns to /auth/callback. */
export function goToProvider(): void {
  window.location.assign(apiBase + startProviderSignIn.path);
}

/** Exchanges the result of the provider for a session. */
export function useFinishProviderSignIn() {
  const { request, session } = useServices();
  return useMutation({
    mutationFn: async (signInReturn: Extract<SignInReturn, { kind: 'ticket' | 'tokens' }>) => {
      if (signInReturn.kind === 'ticket') {
        return (await request(exchangeTicket, { body: { ticket: signInReturn.ticket } })).data;
      }
      const { accessToken, refreshToken } = signInReturn;
      const { data } = await request(getSession, {}, { token: accessToken });
      return { accessToken, refreshToken, user: userOfParameter(signInReturn.user) ?? data.user };
    },
    onSuccess: (opened) => session.start(opened, 'login'),
  });
}

/** Asks the server whether a restored session is valid, and updates the session store. */
export function useSessionCheck() {
  const { api, session } = useServices();
  const { status } = useSessionState();
  return useQuery({
    queryKey: [getSession.id],
    enabled: status === 'unchecked',
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const { data } = await api(getSession, {}, { signal });
      session.confirm(data.user);
      return data.user;
    },
  });
}

/** Returns whether the installation requires a second factor that the session doesn't have; false until it is known. */
export function useNeedsSecondFactor(): boolean {
  const { api } = useServices();
  const { status } = useSessionState();
  const { data } = useQuery({
    queryKey: [getSession.id, 'needsSecondFactor'],
    enabled: status !== 'signed-out',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => (await api(getSession, {}, { signal })).data.needsSecondFactor,
  });
  return data ?? false;
}

/** Verifies an email address with the token of its mail; a person signed in with that address gets access at once. */
export function useVerifyEmail() {
  const { api, session } = useServices();
  return useMutation({
    mutationFn: async (token: string) => {
      const { data } = await api(verifyEmail, { body: { token } });
      const state = session.state();
      if (state.status !== 'signed-out' && state.user.email === data.email) {
        session.update((await api(getSession, {})).data.user);
      }
      return data.email;
    },
  });
}

/** Mails a new link to the signed-in person. */
export function useSendVerification() {
  return useCall(sendVerification);
}

/** Requests a mail with a link that sets a new password. */
export function useForgetPassword() {
  return useCall(forgetPassword);
}

/** Sets a new password with the ID and token of that link. */
export function useResetPassword() {
  return useCall(resetPassword);
}

/** Makes the signed-in person the operator with the token of the link printed at start. */
export function useBecomeOperator() {
  const { session } = useServices();
  return useCall(becomeOperator, { onSuccess: ({ data }) => session.update(data.user) });
}
