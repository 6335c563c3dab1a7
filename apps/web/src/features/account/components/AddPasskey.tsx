import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { passkeyFailure } from '../../../lib/browser/passkeys.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useAddPasskey } from '../api/security.ts';
import { useProofForm } from '../model/proof.ts';
import type { SecurityView } from '../model/security-view.ts';
import { ProofField } from './ProofField.tsx';

/** Names a new passkey and creates it in the browser; the first second factor also creates recovery codes. */
export function AddPasskey({
  security,
  onDone,
  onClose,
}: {
  security: SecurityView;
  onDone: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [blank, setBlank] = useState(false);
  const proof = useProofForm(security);
  const add = useAddPasskey();

  function submit() {
    setBlank(name.trim() === '');
    if (name.trim() === '' || !proof.ready || add.isPending) return;
    add.mutate(
      { name: name.trim(), proof: proof.body },
      { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes), onError: proof.onFailure },
    );
  }

  const failure = passkeyFailure(add.error) ?? failureMessage(add.error, 'The passkey could not be added.');
  return (
    <FormStack label="Add a passkey" onSubmit={submit}>
      <Field
        label="Name"
        name="passkey-name"
        size="middle"
        autoFocus
        maxLength={60}
        placeholder="Work laptop"
        help="Displayed in the list of passkeys."
        error={blank ? 'Please enter a name' : undefined}
        value={name}
        onChange={setName}
      />
      <ProofField proof={proof} />
      <FormFailure text={add.isError ? failure : undefined} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="primary" loading={add.isPending} disabled={!proof.ready}>
          Continue
        </Button>
      </Actions>
    </FormStack>
  );
}
