import { type Organization, canLeave, may } from '@hopscope/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureMessage } from '../../../lib/api/failure-message.ts';
import { useUser } from '../../../lib/services.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { SettingLine } from '../../../ui/layout/SettingLine.tsx';
import { Stack } from '../../../ui/layout/Stack.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useDeleteOrganization, useLeaveOrganization } from '../api/organization.ts';
import { ProofFields, useProof } from './ProofFields.tsx';
import { TransferForm } from './TransferForm.tsx';

/** Leaves, transfers, or deletes the organization. */
export function DangerCard({ organization }: { organization: Organization }) {
  const { _id: id, name, role } = organization;
  const user = useUser();
  const toast = useToast();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'leave' | 'transfer' | 'delete'>();
  const leave = useLeaveOrganization();
  const remove = useDeleteOrganization();
  const proof = useProof();
  const close = () => {
    setOpen(undefined);
    leave.reset();
    remove.reset();
    proof.reset();
  };

  function gone(text: string) {
    close();
    toast.success(text);
    void navigate({ to: '/home/settings/organization' });
  }

  return (
    <Card title="Membership" padded>
      <Stack>
        {canLeave({ userId: user._id, role }) ? (
          <SettingLine
            label={`Leave ${name}`}
            help="You lose access immediately. To return, you need an invitation."
          >
            <Button kind="danger" onClick={() => setOpen('leave')}>
              Leave
            </Button>
          </SettingLine>
        ) : (
          <SettingLine
            label="Transfer ownership"
            help="You own the organization. To leave, transfer ownership first."
          >
            <Button onClick={() => setOpen('transfer')}>Transfer</Button>
          </SettingLine>
        )}
        {may(role, 'organization.delete') && (
          <SettingLine
            label={`Delete ${name}`}
            help="Members lose access, open invitations are revoked, and the subscription is canceled."
          >
            <Button kind="danger" onClick={() => setOpen('delete')}>
              Delete organization
            </Button>
          </SettingLine>
        )}
      </Stack>
      <ConfirmDialog
        title={`Leave ${name}?`}
        open={open === 'leave'}
        confirmText="Leave"
        danger
        busy={leave.isPending}
        failure={
          leave.isError ? failureMessage(leave.error, 'The organization could not be left.') : undefined
        }
        onConfirm={() => leave.mutate({ params: { id } }, { onSuccess: () => gone(`You have left ${name}`) })}
        onClose={close}
      >
        Your notes stay with the organization.
      </ConfirmDialog>
      <Dialog title="Transfer ownership" open={open === 'transfer'} onClose={close}>
        <TransferForm organization={organization} onClose={close} />
      </Dialog>
      <ConfirmDialog
        title={`Delete ${name}?`}
        open={open === 'delete'}
        confirmText="Delete organization"
        danger
        typed={{ label: `Enter ${name} to confirm`, text: name }}
        busy={remove.isPending}
        failure={
          remove.isError ? failureMessage(remove.error, 'The organization could not be deleted.') : undefined
        }
        onConfirm={() =>
          remove.mutate(
            { params: { id }, body: proof.body },
            { onSuccess: () => gone(`${name} has been deleted`), onError: proof.onFailure },
          )
        }
        onClose={close}
      >
        All data of the organization is deleted. This cannot be undone.
        <ProofFields proof={proof} />
      </ConfirmDialog>
    </Card>
  );
}
