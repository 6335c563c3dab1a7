import type { SecondFactorChallenge } from '@hopscope/contract';
import { useState } from 'react';
import { Text } from '../../../ui/text/Text.tsx';
import { AuthScreen } from './AuthScreen.tsx';
import { LoginForm } from './LoginForm.tsx';
import { SecondFactorForm } from './SecondFactorForm.tsx';

/** Sign-in in one or two steps; the router decides where to go afterwards (`from` in the URL). */
export function LoginPage({ from }: { from?: string | undefined }) {
  const [challenge, setChallenge] = useState<SecondFactorChallenge>();
  if (challenge) {
    return (
      <AuthScreen title="One more step" subtitle="Your account is protected by a second factor.">
        <SecondFactorForm challenge={challenge} onBack={() => setChallenge(undefined)} />
      </AuthScreen>
    );
  }
  return (
    <AuthScreen
      title="Log in"
      subtitle={
        <>
          to Hopscope at <Text mono>{window.location.host}</Text>
        </>
      }
    >
      <LoginForm from={from} onChallenge={setChallenge} />
    </AuthScreen>
  );
}
