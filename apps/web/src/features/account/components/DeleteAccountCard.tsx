import { passwordMaxLength, removeAccount } from '@hopscope/contract';
import { useState } from 'react';
import { useForm } from '../../../lib/form/use-form.ts';
import { readForm } from '../../../lib/form/read-form.ts';
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
  const remove = useRemoveAccount();
  const form = useForm({
    start: { confirmation: '', password: '' },
    read: ({ password }) => readForm(removeAccount.body, security.password ? { password } : {}),
    send: (body) => remove.mutateAsync({ params: { id: _id }, body }),
    sent: () => {},
    failure: 'The account could not be deleted.',
  });
  const { confirmation, password } = form.values;
  const ready =
    confirmation.trim().toLowerCase() === email.toLowerCase() && (!security.password || password !== '');

  return (
    <FormStack label="Delete account" onSubmit={() => (ready ? form.submit() : undefined)}>
      <Text tone={2} size={13}>
        Your profile, sessions, and sign-in methods are deleted, and your name is erased from audit logs.
        Organizations without other members are deleted with all their data. This cannot be undone.
      </Text>
      <Field label={`Enter ${email} to confirm`} size="middle" {...form.field('confirmation')} />
      {security.password && (
        <Field
          label="Your password"
          type="password"
          autoComplete="current-password"
          size="middle"
          maxLength={passwordMaxLength}
          {...form.field('password')}
          name="current-password"
        />
      )}
      <FormFailure text={form.failure} />
      <Actions>
        <Button onClick={onClose}>Cancel</Button>
        <Button submit kind="danger" loading={form.busy} disabled={!ready}>
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
