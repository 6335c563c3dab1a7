import {
  type SecondFactorChallenge,
  type SecondFactorMethod,
  signInWithSecondFactor,
} from '@hopscope/contract';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../lib/form/read-form.ts';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { passkeyFailure, passkeysOffered } from '../../../lib/browser/passkeys.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { PrimaryButton } from '../../../ui/button/PrimaryButton.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { TextButton } from '../../../ui/button/TextButton.tsx';
import { usePasskeySignIn, useSecondFactor } from '../api/calls.ts';
import { FormAlert } from './FormAlert.tsx';

const codeFields = {
  totp: { label: 'Code from your authenticator app', autoComplete: 'one-time-code', inputMode: 'numeric' },
  recovery_code: { label: 'Recovery code', autoComplete: 'off', inputMode: 'text' },
} as const;
const otherWays = {
  totp: 'Use your authenticator app',
  passkey: 'Use a passkey',
  recovery_code: 'Use a recovery code',
} satisfies Record<SecondFactorMethod, string>;

function CodeForm({ challenge, method }: { challenge: string; method: 'totp' | 'recovery_code' }) {
  const signIn = useSecondFactor();
  const form = useForm({
    start: { code: '' },
    read: (values) =>
      readForm(
        signInWithSecondFactor.body,
        { challenge, method, code: values.code.trim() },
        blankFields(values, { code: 'Please enter the code' }),
      ),
    send: (body) => signIn.mutateAsync({ body }),
    sent: () => {},
    failure: 'The code could not be verified.',
  });
  const busy = form.busy || signIn.isSuccess;
  return (
    <FormStack label="Second factor" onSubmit={() => (busy ? undefined : form.submit())}>
      <Field {...codeFields[method]} mono autoFocus maxLength={40} {...form.field('code')} />
      {form.failure !== undefined && <FormAlert title={form.failure} />}
      <PrimaryButton loading={busy}>Continue</PrimaryButton>
    </FormStack>
  );
}

function PasskeyForm({ challenge }: { challenge: string }) {
  const signIn = usePasskeySignIn();
  const failure =
    passkeyFailure(signIn.error) ?? failureMessage(signIn.error, 'The passkey could not be verified.');
  return (
    <FormStack label="Second factor" onSubmit={() => signIn.mutate({ challenge })}>
      <Text tone={2} size={13}>
        Your browser asks for your passkey: fingerprint, face, PIN, or security key.
      </Text>
      {signIn.isError && <FormAlert title={failure} />}
      <Button
        kind="primary"
        size="large"
        block
        submit
        icon={<Fingerprint size={16} strokeWidth={1.8} />}
        loading={signIn.isPending || signIn.isSuccess}
      >
        Continue with a passkey
      </Button>
    </FormStack>
  );
}

/** The second step of a sign-in: a code, a passkey, or a recovery code. */
export function SecondFactorForm({
  challenge: { challenge, methods },
  onBack,
}: {
  challenge: SecondFactorChallenge;
  onBack: () => void;
}) {
  const usable = methods.filter((method) => method !== 'passkey' || passkeysOffered());
  const [method, setMethod] = useState<SecondFactorMethod>(usable[0] ?? 'recovery_code');
  return (
    <>
      {method === 'passkey' ? (
        <PasskeyForm challenge={challenge} />
      ) : (
        <CodeForm key={method} challenge={challenge} method={method} />
      )}
      <Stack gap={8}>
        {usable
          .filter((other) => other !== method)
          .map((other) => (
            <Text key={other} size={13}>
              <TextButton onClick={() => setMethod(other)}>{otherWays[other]}</TextButton>
            </Text>
          ))}
        <Text size={13}>
          <TextButton onClick={onBack}>Back to login</TextButton>
        </Text>
      </Stack>
    </>
  );
}
