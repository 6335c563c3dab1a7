import { type SecondFactorChallenge, texts } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useServices } from '../../../lib/services.ts';
import { takeReturnPath } from '../../../lib/session/return-path.ts';
import { FullScreenLoader } from '../../../ui/feedback/FullScreenLoader.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useFinishProviderSignIn } from '../api/calls.ts';
import { type SignInReturnParameters, readSignInReturn } from '../model/sign-in-return.ts';
import { challengeOf } from '../model/login-failure.ts';
import { AuthScreen } from './AuthScreen.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';

/** Return page of the provider's sign-in. Removes the parameters from the URL at once. */
export function CallbackPage(parameters: SignInReturnParameters) {
  const toast = useToast();
  const navigate = useNavigate();
  const { session, tabStorage } = useServices();
  const [signInReturn] = useState(() => readSignInReturn(parameters));
  const [challenge, setChallenge] = useState<SecondFactorChallenge>();
  const { mutate } = useFinishProviderSignIn();
  const begun = useRef(false);

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    const leave = (message: string) => {
      toast.error(message);
      void navigate({ to: '/login', replace: true });
    };
    if (signInReturn.kind === 'failed') {
      leave(signInReturn.message);
      return;
    }
    void navigate({ to: '/auth/callback', search: {}, replace: true });
    mutate(signInReturn, {
      onError(thrown) {
        const asked = challengeOf(thrown);
        if (asked) setChallenge(asked);
        else leave(texts.providerSessionFailed);
      },
    });
  }, [signInReturn, mutate, navigate, toast]);

  useEffect(
    () =>
      session.subscribe(() => {
        if (session.state().status !== 'signed-in') return;
        toast.success(texts.providerDone);
        const href = takeReturnPath(tabStorage) ?? '/home/block-explorer';
        void navigate({ href, replace: true });
      }),
    [session, tabStorage, toast, navigate],
  );

  if (!challenge) return <FullScreenLoader text={texts.providerCompleting} />;
  return (
    <AuthScreen title="One more step" subtitle="Your account is protected by a second factor.">
      <SecondFactorForm challenge={challenge} onBack={() => void navigate({ to: '/login', replace: true })} />
    </AuthScreen>
  );
}
