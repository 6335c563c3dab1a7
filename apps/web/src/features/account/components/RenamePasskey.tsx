import { useState } from 'react';
import { formFailure } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Actions } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { useRenamePasskey } from '../api/security.ts';

/** Renames a passkey. */
export function RenamePasskey({
  passkey,
  onDone,
}: {
  passkey: { id: string; name: string };
  onDone: () => void;
}) {
  const [name, setName] = useState(passkey.name);
  const rename = useRenamePasskey();

  function submit() {
    if (name.trim() === '' || rename.isPending) return;
    rename.mutate({ params: { id: passkey.id }, body: { name: name.trim() } }, { onSuccess: onDone });
  }

  return (
    <FormStack label="Rename passkey" onSubmit={submit}>
      <Field
        label="Name"
        name="passkey-name"
        size="middle"
        autoFocus
        maxLength={60}
        value={name}
        onChange={setName}
      />
      <FormFailure
        text={rename.isError ? formFailure(rename.error, 'The passkey could not be renamed.') : undefined}
      />
      <Actions>
        <Button onClick={onDone}>Cancel</Button>
        <Button submit kind="primary" loading={rename.isPending}>
          Rename
        </Button>
      </Actions>
    </FormStack>
  );
}
