import { type Organization, may, texts } from '@hopscope/contract';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { CopyField } from '../../../ui/form/CopyField.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { Text } from '../../../ui/text/Text.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useRenewInviteCode } from '../api/organization.ts';

/** The code by which people join on their own. */
export function InviteCodeCard({ organization, code }: { organization: Organization; code: string }) {
  const toast = useToast();
  const [renewing, setRenewing] = useState(false);
  const renew = useRenewInviteCode();

  function confirmRenewal() {
    renew.mutate(
      { params: { id: organization._id } },
      {
        onSuccess() {
          setRenewing(false);
          toast.success('Invite code renewed');
        },
      },
    );
  }

  return (
    <Card
      title="Invite code"
      padded
      extra={
        may(organization.role, 'code.renew') && (
          <Button size="small" onClick={() => setRenewing(true)}>
            Renew
          </Button>
        )
      }
    >
      <Stack gap={8}>
        <CopyField value={code} what="invite code" copied={texts.inviteCodeCopied} />
        <Text tone={3} size={12}>
          Anyone with the code can join as a team member. Renew it if it has leaked.
        </Text>
      </Stack>
      <ConfirmDialog
        title="Renew invite code?"
        open={renewing}
        confirmText="Renew"
        busy={renew.isPending}
        failure={renew.isError ? failureMessage(renew.error, 'The code could not be renewed.') : undefined}
        onConfirm={confirmRenewal}
        onClose={() => {
          setRenewing(false);
          renew.reset();
        }}
      >
        The current code stops working immediately. Members keep access.
      </ConfirmDialog>
    </Card>
  );
}
