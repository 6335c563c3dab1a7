import { texts } from '@hopscope/contract';
import { Fingerprint, KeyRound } from 'lucide-react';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { passkeyFailure, passkeysOffered } from '../../../lib/browser/passkeys.ts';
import { useServices } from '../../../lib/services.ts';
import { rememberReturnPath } from '../../../lib/session/return-path.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { OrDivider } from '../../../ui/layout/OrDivider.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { goToProvider, usePasskeySignIn, useSignInProviders } from '../api/calls.ts';
import { FormAlert } from './FormAlert.tsx';

/** Sign-in by an OpenID provider and by passkey, if the server offers them. */
export function SignInOptions({ from, passkeys = false }: { from: string | undefined; passkeys?: boolean }) {
  const { tabStorage } = useServices();
  const { data: ways } = useSignInProviders();
  const passkey = usePasskeySignIn();
  const [refused, setRefused] = useState(false);
  const withPasskey = passkeys && ways?.passkeys === true && passkeysOffered();
  if (!ways?.openid && !withPasskey) return null;

  function leave() {
    try {
      rememberReturnPath(tabStorage, from);
      goToProvider();
    } catch {
      setRefused(true);
    }
  }

  const failure = passkey.isError
    ? (passkeyFailure(passkey.error) ?? failureMessage(passkey.error, texts.loginFailed))
    : undefined;
  return (
    <Stack>
      {ways?.openid && (
        <Button block size="large" icon={<KeyRound size={16} strokeWidth={1.6} />} onClick={leave}>
          {`Sign in with ${ways.openid.name}`}
        </Button>
      )}
      {withPasskey && (
        <Button
          block
          size="large"
          icon={<Fingerprint size={16} strokeWidth={1.6} />}
          loading={passkey.isPending}
          onClick={() => passkey.mutate({})}
        >
          Sign in with a passkey
        </Button>
      )}
      {refused && <FormAlert title={texts.providerLoginFailed}>{texts.providerLoginNotStarted}</FormAlert>}
      {failure && <FormAlert title={texts.loginFailed}>{failure}</FormAlert>}
      <OrDivider>or with email</OrDivider>
    </Stack>
  );
}
