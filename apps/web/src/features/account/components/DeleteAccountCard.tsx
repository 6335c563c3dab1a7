import { passwordMaxLength } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Actions, Dialog } from '../../../ui/overlay/Dialog.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { FormFailure } from '../../../ui/form/FormFailure.tsx';
import { FormStack } from '../../../ui/form/FormStack.tsx';
import { SettingLine } from '../../../ui/layout/SettingLine.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useRemoveAccount } from '../api/security.ts';
import type { SecurityView } from '../model/security-view.ts';

function DeleteAccount({ security, onClose }: { security: SecurityView; onClose: () => void }) {
  const { _id, email } = useUser();
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const remove = useRemoveAccount();
  const ready = typed.trim().toLowerCase() === email.toLowerCase() && (!security.password || password !== '');

  function submit() {
    if (!ready || remove.isPending) return;
    remove.mutate({ params: { id: _id }, body: security.password ? { password } : {} });
  }

  return (
    <FormStack label="Delete account" onSubmit={submit}>
      <Text tone={2} size={13}>
        Your profile, sessions, and sign-in methods are deleted, and your name is erased from audit logs.
        Organizations without other members are deleted with all their data. This cannot be undone.
      </Text>
      <Field
        label={`Enter ${email} to confirm`}
        name="confirmation"
        size="middle"
        value={typed}
        onChange={setTyped}
      />
      {security.password && (
        <Field
          label="Your password"
          name="current-password"
          type="password"
          autoComplete="current-password"
          size="middle"
          maxLength={passwordMaxLength}
          value={password}
          onChange={setPassword}
        />
      )}
      <FormFailure
        text={remove.isError ? failureMessage(remove.error, 'The account could not be deleted.') : undefined}
      />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="danger" loading={remove.isPending} disabled={!ready}>
          Delete my account
        </Button>
      </Actions>
    </FormStack>
  );
}

/** Card that deletes the account. */
export function DeleteAccountCard({ security }: { security: SecurityView }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Card title="Delete account" padded>
      <SettingLine
        label="Delete your account"
        help="If you own an organization with other members, transfer it first."
      >
        <Button kind="danger" onClick={() => setOpen(true)}>
          Delete account
        </Button>
      </SettingLine>
      <Dialog title="Delete your account?" open={open} onClose={close}>
        <DeleteAccount security={security} onClose={close} />
      </Dialog>
    </Card>
  );
}
