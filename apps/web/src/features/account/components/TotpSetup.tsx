import { confirmTotp } from '@hopscope/contract';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm, blankFields } from '../../../lib/form/read-form.ts';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { CopyField } from '../../../ui/form/CopyField.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { QrCode } from '../../../ui/display/QrCode.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useConfirmTotp, useSetUpTotp } from '../api/security.ts';
import { useProofForm } from '../model/proof.ts';
import type { SecurityView } from '../model/security-view.ts';
import { ProofField } from './ProofField.tsx';

/** Setup in two steps: proof and secret, then the first code. */
export function TotpSetup({
  security,
  onDone,
  onClose,
}: {
  security: SecurityView;
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}) {
  const proof = useProofForm(security);
  const setUp = useSetUpTotp();
  const secret = setUp.data?.data;
  if (secret) return <FirstCode secret={secret} onDone={onDone} onClose={onClose} />;

  function begin() {
    if (setUp.isPending || !proof.ready) return;
    setUp.mutate({ body: proof.body }, { onError: proof.onFailure });
  }

  return (
    <FormStack label="Set up" onSubmit={begin}>
      <Text tone={2} size={13}>
        You need an app for one-time codes, such as an authenticator app or a password manager.
      </Text>
      <ProofField proof={proof} />
      <FormFailure
        text={setUp.isError ? failureMessage(setUp.error, 'The setup could not be started.') : undefined}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={setUp.isPending} disabled={!proof.ready}>
          Continue
        </Button>
      </Actions>
    </FormStack>
  );
}

function FirstCode({
  secret,
  onDone,
  onClose,
}: {
  secret: { secret: string; uri: string };
  onDone: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}) {
  const confirm = useConfirmTotp();
  const form = useForm({
    start: { code: '' },
    read: (values) =>
      readForm(
        confirmTotp.body,
        { code: values.code.trim() },
        blankFields(values, { code: 'Please enter the code' }),
      ),
    send: (body) => confirm.mutateAsync({ body }),
    sent: ({ data }) => onDone(data.recoveryCodes),
    failure: 'The code could not be verified.',
  });

  return (
    <FormStack label="First code" onSubmit={form.submit}>
      <Stack gap={8}>
        <Text tone={2} size={13}>
          Scan this code with the app, or enter the key manually.
        </Text>
        <QrCode text={secret.uri} label="QR code with the key for your authenticator app" />
        <CopyField value={secret.secret} what="key" />
      </Stack>
      <Field
        label="Code from the app"
        autoComplete="one-time-code"
        inputMode="numeric"
        size="middle"
        mono
        autoFocus
        maxLength={10}
        {...form.field('code')}
      />
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={form.busy}>
          Turn on
        </Button>
      </Actions>
    </FormStack>
  );
}
